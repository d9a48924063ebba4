//! Sessions: one for each login, known by the hash of its api token. Looked up on each request and never cached,
//! so that a revoked one has ended on every node at once.

use std::time::Duration;

use heliriiul_db::{DbError, Timestamp, Tx, UserId};

use crate::{
    auth::{self, CurrentUser, Role},
    error::ApiError,
    state::AppState,
};

/// How exact `last_used_at` is: most requests only read.
const USE_STEP: Duration = Duration::from_hours(1);

/// The same for editors and admins, whose sessions end soon.
const DESK_USE_STEP: Duration = Duration::from_mins(5);

/// The desk is closed to a session that nobody has used for this long; the store stays open to it.
pub const DESK_IDLE_END: Duration = Duration::from_hours(4);

/// A session that nobody has used for this long has ended.
const IDLE_END: Duration = Duration::from_hours(365 * 24);

#[derive(sqlx::FromRow)]
struct Live {
    user_id: UserId,
    role: Role,
    last_used_at: Timestamp,
}

/// The user of a live session, which this use keeps alive; `None` when the token is unknown, revoked or long unused.
pub async fn session_user(app: &AppState, token: &str) -> Result<Option<CurrentUser>, ApiError> {
    let user = live_session(app, token).await?;
    if let Some(user) = &user {
        keep_alive(app, user).await?;
    }
    Ok(user)
}

/// Notes that the session is used.
pub async fn keep_alive(app: &AppState, user: &CurrentUser) -> Result<(), DbError> {
    let now = app.clock.now();
    let last_step = now.minus(if user.role >= Role::Editor { DESK_USE_STEP } else { USE_STEP });
    if user.last_used_at < last_step {
        let mut tx = app.db.write().await?;
        tx.execute(
            "UPDATE sessions SET last_used_at = $2 WHERE token_hash = $1 AND last_used_at < $3",
            (auth::token_hash(&user.token), now, last_step),
        )
        .await?;
        tx.commit().await?;
    }
    Ok(())
}

/// The same for what a client asks by itself: that is no use of the session.
pub async fn live_session(app: &AppState, token: &str) -> Result<Option<CurrentUser>, ApiError> {
    let token_hash = auth::token_hash(token);
    let now = app.clock.now();
    let mut tx = app.db.read().await?;
    let live: Option<Live> = tx
        .optional(
            "SELECT s.user_id, u.role, s.last_used_at FROM sessions s JOIN users u ON u.id = s.user_id \
             WHERE s.token_hash = $1 AND s.last_used_at > $2",
            (&token_hash, now.minus(IDLE_END)),
        )
        .await?;
    drop(tx);
    let Some(live) = live else { return Ok(None) };
    Ok(Some(CurrentUser {
        id: live.user_id,
        role: live.role,
        last_used_at: live.last_used_at,
        token: token.to_owned(),
    }))
}

/// Begins a session and answers its api token, which is held nowhere else.
pub async fn begin(tx: &mut Tx, user_id: UserId, now: Timestamp) -> Result<String, DbError> {
    let token = auth::new_token();
    tx.execute(
        "INSERT INTO sessions (token_hash, user_id, created_at, last_used_at) VALUES ($1, $2, $3, $3)",
        (auth::token_hash(&token), user_id, now),
    )
    .await?;
    Ok(token)
}

/// Ends a session that the desk is closed to.
pub async fn end_idle(app: &AppState, user: &CurrentUser) -> Result<(), DbError> {
    let mut tx = app.db.write().await?;
    revoke(&mut tx, &user.token).await?;
    tx.commit().await
}

/// Ends one session.
pub async fn revoke(tx: &mut Tx, token: &str) -> Result<(), DbError> {
    let token_hash = auth::token_hash(token);
    tx.execute("DELETE FROM sessions WHERE token_hash = $1", (&token_hash,)).await?;
    Ok(())
}

/// Ends all sessions of a user and answers how many there were.
pub async fn revoke_all(tx: &mut Tx, user_id: UserId) -> Result<u64, DbError> {
    tx.execute("DELETE FROM sessions WHERE user_id = $1", (user_id,)).await
}
