//! Roles of users.

use clap::ValueEnum;
use heliriiul_db::text_enum;
use serde::Serialize;
use utoipa::ToSchema;

text_enum! {
    /// What a user may do beyond listening. Each role includes those before it.
    #[derive(PartialOrd, Ord, Serialize, ToSchema, ValueEnum)]
    #[serde(rename_all = "lowercase")]
    pub enum Role {
        Listener = "listener",
        Editor = "editor",
        Admin = "admin",
    }
}
