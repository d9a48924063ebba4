//! New accounts, and the verification of their email addresses.

use std::time::Duration;

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{DbResult, Timestamp, Tx, UserId};
use minijinja::context;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    email_address::EmailAddress,
    fields::Faults,
    one_time_tokens::{self, Purpose},
    sessions,
    user::{self, User},
};
use crate::{
    auth::{CurrentUser, Now, Role},
    email::Mailer,
    error::responses::{RateLimited, ServiceAway, SessionRequired},
    error::{ApiError, ApiResult, Code},
    extract::{BrowserBase, Json},
    rate_limit::{self, ClientAddress, Limit},
    state::AppState,
    token::token_hash,
};

const REGISTER_FROM: Limit = Limit::new("register", 300, Duration::from_mins(10));
const RESEND_TO: Limit = Limit::new("resend", 10, Duration::from_hours(1));

/// A new account.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewAccount {
    #[schema(min_length = 1, max_length = 200, example = "mari@example.ee")]
    email: String,
    #[schema(min_length = 1, max_length = 200)]
    first_name: String,
    #[schema(min_length = 1, max_length = 200)]
    last_name: String,
    #[schema(min_length = 6, max_length = 200, format = Password)]
    password: String,
    /// The emailed link then leads to the trial.
    #[serde(default)]
    trial: bool,
}

/// Creates an account and its first session, and emails a link that verifies the address.
#[utoipa::path(
    post, path = "/register", tag = "accounts",
    responses(
        (status = 201, body = User), (status = 409, description = "The address has an account"), RateLimited,
        ServiceAway,
    ),
)]
pub async fn register_user(
    State(app): State<AppState>,
    Now(now): Now,
    address: ClientAddress,
    browser_base: BrowserBase,
    Json(body): Json<NewAccount>,
) -> ApiResult<(StatusCode, Json<User>)> {
    let mut faults = Faults::default();
    let email = faults.email(&body.email);
    let first_name = faults.name("firstName", &body.first_name);
    let last_name = faults.name("lastName", &body.last_name);
    faults.new_password(&body.password);
    let Some(email) = faults.or(email)? else { return Err(ApiError::field("email", "invalid")) };
    rate_limit::count(&app.db, &[REGISTER_FROM.of(address)], now).await?;
    // This saves the hashing. The unique key rejects a concurrent registration.
    if find_by_key(&mut app.db.read().await?, email.key()).await?.is_some() {
        return Err(email_in_use());
    }
    let password_hash = app.passwords.turn().await?.hash(body.password).await?;
    let account = Account { email: &email, first_name: &first_name, last_name: &last_name, password_hash };
    let mut tx = app.db.write().await?;
    let id = create(&mut tx, &account, Role::Listener, now).await?;
    send_verification(&app.mailer, &mut tx, id, &browser_base, body.trial, now).await?;
    let token = sessions::begin(&mut tx, id, now).await?;
    let user = user::view(&mut tx, id, token, now).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(user)))
}

/// The token of an emailed link.
#[derive(Deserialize, ToSchema)]
pub struct VerifyEmail {
    #[schema(max_length = 200)]
    token: String,
}

/// When the address was verified.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Verified {
    email_verified_at: Timestamp,
}

/// Verifies an address with the token of the emailed link. The token can be used once.
#[utoipa::path(
    post, path = "/verify", tag = "accounts",
    responses(
        (status = 200, body = Verified),
        (status = 422, description = "The token is unknown, used or expired"),
    ),
)]
pub async fn verify_email(
    State(app): State<AppState>,
    Now(now): Now,
    Json(body): Json<VerifyEmail>,
) -> ApiResult<Json<Verified>> {
    let mut faults = Faults::default();
    faults.required("token", &body.token);
    faults.or(())?;
    let mut tx = app.db.write().await?;
    let owner = one_time_tokens::owner(&mut tx, Purpose::Verify, &body.token, now).await?;
    let email_verified_at: Timestamp = tx
        .scalar(
            "UPDATE users SET email_verified_at = COALESCE(email_verified_at, $2) WHERE id = $1 \
             RETURNING email_verified_at",
            (owner, now),
        )
        .await?;
    one_time_tokens::use_up(&mut tx, owner, Purpose::Verify, &body.token, now).await?;
    tx.commit().await?;
    Ok(Json(Verified { email_verified_at }))
}

/// Where the emailed link leads.
#[derive(Deserialize, ToSchema)]
#[schema(as = ResendVerification)]
pub struct Resend {
    /// The emailed link then leads to the trial.
    #[serde(default)]
    trial: bool,
}

/// Emails another link that verifies the address. Earlier links stay valid until they expire.
#[utoipa::path(
    post, path = "/verify/resend", tag = "accounts", request_body = Option<Resend>,
    responses(
        (status = 202, description = "The email is queued, unless the address is already verified"),
        SessionRequired, RateLimited,
    ),
)]
pub async fn resend_verification(
    State(app): State<AppState>,
    Now(now): Now,
    browser_base: BrowserBase,
    user: CurrentUser,
    body: Option<Json<Resend>>,
) -> ApiResult<StatusCode> {
    let trial = body.is_some_and(|Json(body)| body.trial);
    rate_limit::count(&app.db, &[RESEND_TO.of(user.id)], now).await?;
    let mut tx = app.db.write().await?;
    let is_verified: bool =
        tx.scalar("SELECT email_verified_at IS NOT NULL FROM users WHERE id = $1", (user.id,)).await?;
    if !is_verified {
        send_verification(&app.mailer, &mut tx, user.id, &browser_base, trial, now).await?;
    }
    tx.commit().await?;
    Ok(StatusCode::ACCEPTED)
}

async fn send_verification(
    mailer: &Mailer,
    tx: &mut Tx,
    user_id: UserId,
    browser_base: &BrowserBase,
    trial: bool,
    now: Timestamp,
) -> ApiResult<()> {
    let token = one_time_tokens::issue(tx, user_id, Purpose::Verify, now).await?;
    let query = if trial { "&trial=true" } else { "" };
    let link = format!("{}/verify-email?token={token}{query}", mailer.link_base(browser_base));
    Ok(mailer.queue(tx, user_id, "verify", token_hash(&token), context! { link }, now).await?)
}

/// The data of a new account.
pub struct Account<'a> {
    pub email: &'a EmailAddress,
    pub first_name: &'a str,
    pub last_name: &'a str,
    pub password_hash: String,
}

/// Creates an account; `email-in-use` when the address has one.
pub async fn create(tx: &mut Tx, account: &Account<'_>, role: Role, now: Timestamp) -> ApiResult<UserId> {
    let id = UserId::new();
    let inserted = tx
        .execute(
            "INSERT INTO users (id, email, email_key, first_name, last_name, password_hash, role, \
             created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (email_key) DO NOTHING",
            (
                id,
                account.email.as_str(),
                account.email.key(),
                account.first_name,
                account.last_name,
                &account.password_hash,
                role,
                now,
            ),
        )
        .await?;
    if inserted == 0 { Err(email_in_use()) } else { Ok(id) }
}

/// Marks the address of an account as verified.
pub async fn set_verified(tx: &mut Tx, id: UserId, now: Timestamp) -> DbResult<()> {
    tx.execute("UPDATE users SET email_verified_at = $2 WHERE id = $1", (id, now)).await?;
    Ok(())
}

/// Returns the account of a folded address.
pub async fn find_by_key(tx: &mut Tx, email_key: &str) -> DbResult<Option<UserId>> {
    tx.optional_scalar("SELECT id FROM users WHERE email_key = $1", (email_key,)).await
}

fn email_in_use() -> ApiError {
    ApiError::new(Code::EmailInUse, "The address has an account; log in or reset its password.")
}
