//! Packages: what a listener's membership allows at a given moment.

use heliriiul_migrations::{DbError, PackageId, Timestamp, Tx, UserId, db};
use serde::Serialize;
use utoipa::ToSchema;

/// The two packages of spec §9. The texts are those of the API and the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::Type)]
#[sqlx(type_name = "text")]
pub enum PackageKind {
    #[serde(rename = "20H_LIMITED")]
    #[sqlx(rename = "20H_LIMITED")]
    Limited,
    #[serde(rename = "UNLIMITED")]
    #[sqlx(rename = "UNLIMITED")]
    Unlimited,
}

/// The package that a listener has or had; it may have run out.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Membership {
    pub kind: PackageKind,
    /// Whether the period that runs now is the free trial.
    pub trial: bool,
    /// When the paid month that runs now began.
    pub period_start: Timestamp,
    pub expires_at: Timestamp,
    /// Active until `expires_at`, without renewal.
    pub stopped: bool,
}

impl Membership {
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.expires_at > now
    }
}

/// The membership of a user, `None` when there never was one.
pub async fn membership(tx: &mut Tx, user_id: UserId) -> Result<Option<Membership>, DbError> {
    db!(
        tx,
        fetch_optional,
        sqlx::query_as(
            "SELECT kind, trial, period_start, expires_at, stopped_at IS NOT NULL AS stopped \
             FROM packages WHERE user_id = $1"
        )
        .bind(user_id)
    )
}

/// Gives a user a package from `now` to `expires_at`, in place of the present one.
pub async fn grant(
    tx: &mut Tx,
    user_id: UserId,
    kind: PackageKind,
    expires_at: Timestamp,
    now: Timestamp,
) -> Result<(), DbError> {
    db!(
        tx,
        execute,
        sqlx::query(
            "INSERT INTO packages (id, user_id, kind, trial, period_start, expires_at, created_at, updated_at) \
             VALUES ($1, $2, $3, FALSE, $4, $5, $4, $4) \
             ON CONFLICT (user_id) DO UPDATE SET kind = excluded.kind, trial = FALSE, \
             period_start = excluded.period_start, expires_at = excluded.expires_at, stopped_at = NULL, \
             updated_at = excluded.updated_at"
        )
        .bind(PackageId::new())
        .bind(user_id)
        .bind(kind)
        .bind(now)
        .bind(expires_at)
    )?;
    Ok(())
}
