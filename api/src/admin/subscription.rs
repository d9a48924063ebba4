//! Changes of a person's subscription.

use axum::extract::State;
use heliriiul_db::{RecordId, UserId};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{
    person::{self, PersonDetails},
    reason::operator,
};
use crate::{
    auth::Admin,
    error::ApiResult,
    extract::{Json, Path},
    state::AppState,
    subscriptions::operator_changes::{self, SubscriptionChange},
};

/// A change of a subscription, and why.
#[derive(Deserialize, ToSchema)]
pub struct NewSubscriptionChange {
    change: SubscriptionChange,
    #[schema(min_length = 1, max_length = 200, example = "Kuulamine ei töötanud kolm päeva")]
    reason: String,
}

/// Ends, extends or changes a person's subscription. No card is charged and nothing is refunded.
#[utoipa::path(
    post, path = "/admin/people/{id}/subscription", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = PersonDetails),
        (status = 403, description = "Not an admin, or the change needs an active subscription (`package-required`)"),
        (status = 409, description = "A card is being charged (`payment-in-progress`), or there is no renewal to change"),
    ),
)]
pub async fn change_subscription_of_person(
    State(app): State<AppState>,
    Admin(by): Admin,
    Path(id): Path<UserId>,
    Json(body): Json<NewSubscriptionChange>,
) -> ApiResult<Json<PersonDetails>> {
    let operator = operator(by, &body.reason)?;
    let mut tx = app.db.write().await?;
    person::require(&mut tx, id).await?;
    operator_changes::change(&app.config.shop, &app.mailer, &mut tx, id, &body.change, operator).await?;
    let person = person::read(&app, &mut tx, id, by.now).await?;
    tx.commit().await?;
    Ok(Json(person))
}

/// The change to undo, and why.
#[derive(Deserialize, ToSchema)]
pub struct UndoneChange {
    /// The event of the change.
    #[schema(value_type = uuid::Uuid)]
    event: RecordId,
    #[schema(min_length = 1, max_length = 200, example = "Vale inimene")]
    reason: String,
}

/// Undoes the last change of a person's subscription, if nothing else has changed it since.
#[utoipa::path(
    post, path = "/admin/people/{id}/subscription/undo", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = PersonDetails),
        (status = 409, description = "It is not the last change, the subscription has changed since, or a card is being charged"),
    ),
)]
pub async fn undo_subscription_change(
    State(app): State<AppState>,
    Admin(by): Admin,
    Path(id): Path<UserId>,
    Json(body): Json<UndoneChange>,
) -> ApiResult<Json<PersonDetails>> {
    let operator = operator(by, &body.reason)?;
    let mut tx = app.db.write().await?;
    person::require(&mut tx, id).await?;
    operator_changes::undo(&mut tx, id, body.event, operator).await?;
    let person = person::read(&app, &mut tx, id, by.now).await?;
    tx.commit().await?;
    Ok(Json(person))
}
