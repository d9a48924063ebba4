//! The signed-in user in the API (spec §3).

use axum::extract::State;
use heliriiul_db::{Timestamp, Tx, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    auth::{CurrentUser, Now, Role},
    error::{ApiError, ApiResult, Code, responses::SessionRequired},
    extract::Json,
    state::AppState,
    subscriptions::{self, Plan},
};

/// The signed-in user.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: UserId,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// The token of this session.
    #[sqlx(skip)]
    pub api_token: String,
    /// Always true, since only a signed-in user gets this response.
    pub is_logged_in: bool,
    pub created_at: Timestamp,
    pub email_verified_at: Option<Timestamp>,
    /// Whether a subscription is active now.
    #[sqlx(skip)]
    pub subscription_active: bool,
    #[sqlx(skip)]
    pub subscription_type: Option<Plan>,
    #[sqlx(skip)]
    pub subscription_expires_at: Option<Timestamp>,
    /// Whether the active subscription is the free trial.
    #[sqlx(skip)]
    pub trial_active: bool,
    pub role: Role,
}

/// The signed-in user.
#[utoipa::path(
    get, path = "/user", tag = "accounts",
    responses((status = 200, body = User), SessionRequired),
)]
pub async fn get_user(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
) -> ApiResult<Json<User>> {
    let mut tx = app.db.read().await?;
    view(&mut tx, user.id, user.token, now).await.map(Json)
}

/// Returns the user of the session that `token` belongs to.
pub async fn view(tx: &mut Tx, id: UserId, token: String, now: Timestamp) -> ApiResult<User> {
    let user: Option<User> = tx
        .optional(
            "SELECT id, email, first_name, last_name, role, created_at, email_verified_at, TRUE AS is_logged_in \
             FROM users WHERE id = $1",
            (id,),
        )
        .await?;
    let user = user.ok_or_else(|| ApiError::new(Code::Unauthorized, "The account has been deleted."))?;
    let Some(subscription) = subscriptions::find(tx, id, now).await? else {
        return Ok(User { api_token: token, ..user });
    };
    let subscription_active = subscription.is_active(now);
    Ok(User {
        api_token: token,
        subscription_active,
        subscription_type: Some(subscription.plan),
        subscription_expires_at: Some(subscription.expires_at),
        trial_active: subscription_active && subscription.trial,
        ..user
    })
}
