//! Forgotten passwords. Neither the response nor its timing reveals whether an address has an account.

use std::time::{Duration, Instant};

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{DbResult, Timestamp, Tx, UserId};
use minijinja::context;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    email_address,
    fields::Faults,
    one_time_tokens::{self, Purpose},
    register::find_by_key,
    sessions,
    user::{self, User},
};
use crate::{
    auth::Now,
    error::ApiResult,
    error::responses::{RateLimited, ServiceAway},
    extract::{BrowserBase, Json},
    rate_limit::{self, ClientAddress, Limit},
    state::AppState,
    token::token_hash,
};

const FORGOT_FROM: Limit = Limit::new("forgot-from", 300, Duration::from_mins(15));
const FORGOT_AS: Limit = Limit::new("forgot-as", 60, Duration::from_hours(1));

/// No further email is sent while this many links can be used.
const MAX_LIVE_LINKS: i64 = 5;

/// The response is delayed to a whole multiple of this, which hides how long the work took.
const RESPONSE_STEP: Duration = Duration::from_millis(100);

#[derive(Deserialize, ToSchema)]
pub struct ForgotPassword {
    #[schema(min_length = 1, max_length = 200, example = "mari@example.ee")]
    email: String,
}

/// Emails a link that sets a new password, if the address has an account. The response does not reveal whether it has.
#[utoipa::path(
    post, path = "/forgot-password", tag = "accounts",
    responses((status = 202, description = "If the address has an account, an email is queued"), RateLimited),
)]
pub async fn forgot_password(
    State(app): State<AppState>,
    Now(now): Now,
    address: ClientAddress,
    browser_base: BrowserBase,
    Json(body): Json<ForgotPassword>,
) -> ApiResult<StatusCode> {
    let mut faults = Faults::default();
    faults.required("email", body.email.trim());
    faults.or(())?;
    let email_key = email_address::fold(&body.email);
    let subjects = [FORGOT_FROM.of(address), FORGOT_AS.of(token_hash(&email_key))];
    rate_limit::count(&app.db, &subjects, now).await?;
    let started = Instant::now();
    let outcome = send_reset(&app, &email_key, &browser_base, now).await;
    wait_for_step(started).await;
    outcome?;
    Ok(StatusCode::ACCEPTED)
}

async fn send_reset(
    app: &AppState,
    email_key: &str,
    browser_base: &BrowserBase,
    now: Timestamp,
) -> ApiResult<()> {
    let mut tx = app.db.write().await?;
    let Some(user_id) = find_by_key(&mut tx, email_key).await? else { return Ok(()) };
    if one_time_tokens::live_count(&mut tx, user_id, Purpose::Reset, now).await? >= MAX_LIVE_LINKS {
        return Ok(());
    }
    let token = one_time_tokens::issue(&mut tx, user_id, Purpose::Reset, now).await?;
    let link = format!("{}/reset-password/{token}", app.mailer.link_base(browser_base));
    let key = token_hash(&token);
    app.mailer.queue(&mut tx, user_id, "reset", key, context! { link }, now).await?;
    Ok(tx.commit().await?)
}

async fn wait_for_step(started: Instant) {
    let mut step = RESPONSE_STEP;
    while started.elapsed() > step {
        step += RESPONSE_STEP;
    }
    tokio::time::sleep_until((started + step).into()).await;
}

#[derive(Deserialize, ToSchema)]
pub struct ResetPassword {
    /// The token of the emailed link.
    #[schema(max_length = 200)]
    token: String,
    #[schema(min_length = 6, max_length = 200, format = Password)]
    password: String,
}

/// Sets a new password with the token of the emailed link, ends all sessions of the account and begins a new one.
#[utoipa::path(
    post, path = "/reset-password", tag = "accounts",
    responses(
        (status = 200, body = User),
        (status = 422, description = "The token is unknown, used or expired, or a field does not meet its rule"),
        ServiceAway,
    ),
)]
pub async fn reset_password(
    State(app): State<AppState>,
    Now(now): Now,
    Json(body): Json<ResetPassword>,
) -> ApiResult<Json<User>> {
    let mut faults = Faults::default();
    faults.required("token", &body.token);
    faults.new_password(&body.password);
    faults.or(())?;
    // The expensive hashing runs only for a valid token.
    let owner = one_time_tokens::owner(&mut app.db.read().await?, Purpose::Reset, &body.token, now).await?;
    let password_hash = app.passwords.turn().await?.hash(body.password).await?;
    let mut tx = app.db.write().await?;
    set_password(&mut tx, owner, &password_hash).await?;
    one_time_tokens::use_up(&mut tx, owner, Purpose::Reset, &body.token, now).await?;
    let token = sessions::begin(&mut tx, owner, now).await?;
    let user = user::view(&mut tx, owner, token, now).await?;
    tx.commit().await?;
    Ok(Json(user))
}

/// Stores a new password and ends all sessions of the old one.
pub async fn set_password(tx: &mut Tx, user_id: UserId, password_hash: &str) -> DbResult<()> {
    tx.execute("UPDATE users SET password_hash = $2 WHERE id = $1", (user_id, password_hash)).await?;
    sessions::revoke_all(tx, user_id).await?;
    Ok(())
}
