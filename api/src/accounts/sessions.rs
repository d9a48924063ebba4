//! Sessions: one for each login, found by the hash of its api token.
//!
//! They are read on each request and never cached, so that a revoked session ends on every node at once.

use std::time::Duration;

use heliriiul_db::{Db, DbResult, Timestamp, Tx, UserId};

use super::role::Role;
use crate::token::{new_token, token_hash};

/// The precision of `last_used_at`. It is coarse, so that most requests only read.
const USE_STEP: Duration = Duration::from_hours(1);

/// The precision for editors and admins, whose sessions end sooner.
const DESK_USE_STEP: Duration = Duration::from_mins(5);

/// A session that has not been used for this long cannot enter the desk. It remains valid in the store.
pub const DESK_IDLE_END: Duration = Duration::from_hours(4);

/// A session that has not been used for this long has ended.
const IDLE_END: Duration = Duration::from_hours(365 * 24);

/// The signed-in user of a request.
#[derive(Clone, Debug)]
pub struct CurrentUser {
    pub id: UserId,
    pub role: Role,
    /// Before this request, exact to some minutes.
    pub last_used_at: Timestamp,
    /// The token that the client sent. The database has only its hash.
    pub token: String,
}

/// Returns the user of a session and records its use; `None` when the token is unknown, revoked or expired.
pub async fn use_session(db: &Db, token: &str, now: Timestamp) -> DbResult<Option<CurrentUser>> {
    let user = find_session(db, token, now).await?;
    if let Some(user) = &user {
        record_use(db, user, now).await?;
    }
    Ok(user)
}

/// Postpones the end of the session.
pub async fn record_use(db: &Db, user: &CurrentUser, now: Timestamp) -> DbResult<()> {
    let last_step = now.minus(if user.role >= Role::Editor { DESK_USE_STEP } else { USE_STEP });
    if user.last_used_at < last_step {
        db.execute(
            "UPDATE sessions SET last_used_at = $2 WHERE token_hash = $1 AND last_used_at < $3",
            (token_hash(&user.token), now, last_step),
        )
        .await?;
    }
    Ok(())
}

/// Returns the user of a session without recording a use, for requests that the desk sends by itself.
pub async fn find_session(db: &Db, token: &str, now: Timestamp) -> DbResult<Option<CurrentUser>> {
    let live: Option<(UserId, Role, Timestamp)> = db
        .optional(
            "SELECT s.user_id, u.role, s.last_used_at FROM sessions s JOIN users u ON u.id = s.user_id \
             WHERE s.token_hash = $1 AND s.last_used_at > $2",
            (token_hash(token), now.minus(IDLE_END)),
        )
        .await?;
    Ok(live.map(|(id, role, last_used_at)| CurrentUser { id, role, last_used_at, token: token.to_owned() }))
}

/// Begins a session and returns its api token, which is stored nowhere else.
pub async fn begin(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<String> {
    let token = new_token();
    tx.execute(
        "INSERT INTO sessions (token_hash, user_id, created_at, last_used_at) VALUES ($1, $2, $3, $3)",
        (token_hash(&token), user_id, now),
    )
    .await?;
    Ok(token)
}

/// Ends a session.
pub async fn revoke(db: &Db, user: &CurrentUser) -> DbResult<()> {
    db.execute("DELETE FROM sessions WHERE token_hash = $1", (token_hash(&user.token),)).await.map(drop)
}

/// Ends all sessions of a user and returns how many there were.
pub async fn revoke_all(tx: &mut Tx, user_id: UserId) -> DbResult<u64> {
    tx.execute("DELETE FROM sessions WHERE user_id = $1", (user_id,)).await
}
