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
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct User {
    pub id: UserId,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// The token of this session.
    pub api_token: String,
    /// Always true, since only a signed-in user gets this response.
    pub is_logged_in: bool,
    pub created_at: Timestamp,
    pub email_verified_at: Option<Timestamp>,
    /// Whether a subscription is active now.
    pub subscription_active: bool,
    pub subscription_type: Option<Plan>,
    pub subscription_expires_at: Option<Timestamp>,
    /// Whether the active subscription is the free trial.
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

#[derive(sqlx::FromRow)]
struct Row {
    email: String,
    first_name: String,
    last_name: String,
    role: Role,
    created_at: Timestamp,
    email_verified_at: Option<Timestamp>,
}

/// Returns the user of the session that `token` belongs to.
pub async fn view(tx: &mut Tx, id: UserId, token: String, now: Timestamp) -> ApiResult<User> {
    let row: Option<Row> = tx
        .optional(
            "SELECT email, first_name, last_name, role, created_at, email_verified_at FROM users \
             WHERE id = $1",
            (id,),
        )
        .await?;
    let row = row.ok_or_else(|| ApiError::new(Code::Unauthorized, "The account has been deleted."))?;
    let subscription = subscriptions::find(tx, id, now).await?;
    let active = subscription.as_ref().is_some_and(|subscription| subscription.is_active(now));
    Ok(User {
        id,
        email: row.email,
        first_name: row.first_name,
        last_name: row.last_name,
        api_token: token,
        is_logged_in: true,
        created_at: row.created_at,
        email_verified_at: row.email_verified_at,
        subscription_active: active,
        subscription_type: subscription.as_ref().map(|subscription| subscription.plan),
        subscription_expires_at: subscription.as_ref().map(|subscription| subscription.expires_at),
        trial_active: active && subscription.is_some_and(|subscription| subscription.trial),
        role: row.role,
    })
}
