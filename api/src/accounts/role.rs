//! Roles of users.

use clap::ValueEnum;
use serde::Serialize;
use utoipa::ToSchema;

/// What a user may do beyond listening. Each role includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::Type, Serialize, ToSchema, ValueEnum)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Listener,
    Editor,
    Admin,
}

impl Role {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Listener => "listener",
            Self::Editor => "editor",
            Self::Admin => "admin",
        }
    }
}
