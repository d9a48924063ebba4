//! Login and logout. The response to an unknown address is the same as to a wrong password, and takes as long.

use std::time::Duration;

use axum::{extract::State, http::StatusCode};
use heliriiul_db::UserId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    email_address,
    fields::Faults,
    sessions,
    user::{self, User},
};
use crate::{
    auth::{CurrentUser, Now},
    error::responses::{RateLimited, ServiceAway, SessionRequired},
    error::{ApiError, ApiResult, Code},
    extract::Json,
    rate_limit::{self, ClientAddress, Limit},
    state::AppState,
    token::token_hash,
};

// Only failed attempts stay counted. Guessing from one address locks out that address, not the owner.
const LOGIN_FROM: Limit = Limit::new("login-from", 300, Duration::from_mins(15));
const LOGIN_AS_FROM: Limit = Limit::new("login-as-from", 20, Duration::from_mins(15));
const LOGIN_AS: Limit = Limit::new("login-as", 100, Duration::from_hours(1));

#[derive(Deserialize, ToSchema)]
pub struct Login {
    #[schema(min_length = 1, max_length = 200, example = "mari@example.ee")]
    email: String,
    #[schema(min_length = 1, max_length = 200, format = Password)]
    password: String,
}

/// Begins a session and returns its api token.
#[utoipa::path(
    post, path = "/login", tag = "accounts",
    responses(
        (status = 200, body = User), (status = 401, description = "The address or the password is wrong"),
        RateLimited, ServiceAway,
    ),
)]
pub async fn login_user(
    State(app): State<AppState>,
    Now(now): Now,
    address: ClientAddress,
    Json(body): Json<Login>,
) -> ApiResult<Json<User>> {
    let mut faults = Faults::default();
    faults.required("email", body.email.trim());
    faults.required("password", &body.password);
    faults.or(())?;
    let email_key = email_address::fold(&body.email);
    // The typed address may belong to another user, so the counter stores only its hash.
    let account = token_hash(&email_key);
    let attempt = [
        LOGIN_FROM.of(address),
        LOGIN_AS_FROM.of(format_args!("{account}:{address}")),
        LOGIN_AS.of(&account),
    ];
    let turn = app.passwords.turn().await?;
    rate_limit::count(&app.db, &attempt, now).await?;
    let stored: Option<(UserId, String)> =
        app.db.optional("SELECT id, password_hash FROM users WHERE email_key = $1", (&email_key,)).await?;
    let password_hash = stored.as_ref().map(|(_, hash)| hash.clone());
    let is_right = turn.matches(body.password, password_hash).await?;
    let (id, password_hash) = stored.filter(|_| is_right).ok_or_else(wrong)?;
    let mut tx = app.db.write().await?;
    // This locks the account: a concurrent reset either sees the new session or has changed the hash.
    let unchanged = tx
        .execute(
            "UPDATE users SET last_login_at = $3 WHERE id = $1 AND password_hash = $2",
            (id, &password_hash, now),
        )
        .await?;
    if unchanged == 0 {
        return Err(wrong());
    }
    rate_limit::forgive(&mut tx, &attempt, now).await?;
    let token = sessions::begin(&mut tx, id, now).await?;
    let user = user::view(&mut tx, id, token, now).await?;
    tx.commit().await?;
    Ok(Json(user))
}

fn wrong() -> ApiError {
    ApiError::new(Code::InvalidCredentials, "No account has this address with this password.")
}

/// Ends the session of the token that was sent.
#[utoipa::path(
    post, path = "/logout", tag = "accounts",
    responses((status = 204, description = "The session has ended"), SessionRequired),
)]
pub async fn logout_user(State(app): State<AppState>, user: CurrentUser) -> ApiResult<StatusCode> {
    sessions::revoke(&app.db, &user).await?;
    Ok(StatusCode::NO_CONTENT)
}
