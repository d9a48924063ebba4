//! Gift cards: the list, a new batch, revoking.

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{GiftCardId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    page::{cut, page},
    reason::{Reason, operator},
};
use crate::{
    auth::Admin,
    calendar::{end_of_day, parse_day},
    error::{ApiError, ApiResult, responses::BadParameter},
    extract::{Json, Path, Query},
    state::AppState,
    subscriptions::{
        Plan,
        gift_card_batches::{self, GiftCardRef, NewGiftCards},
    },
};

const MAX_MONTHS: i64 = 36;
const MAX_COUNT: u32 = 1_000;
const MAX_NOTE: usize = 200;

/// Gift cards in a kind of state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum GiftCardFilter {
    /// Can still be activated.
    Unused,
    Activated,
    Revoked,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct GiftCardsQuery {
    #[param(inline)]
    status: Option<GiftCardFilter>,
    #[param(minimum = 1, maximum = 1000, default = 1)]
    page: Option<i64>,
}

/// A page of gift cards.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftCardsPage {
    gift_cards: Vec<GiftCardItem>,
    has_more: bool,
}

/// A gift card in a list.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct GiftCardItem {
    id: GiftCardId,
    /// The last four characters of the code.
    hint: String,
    plan: Plan,
    months: i64,
    /// What it is for.
    note: String,
    created_at: Timestamp,
    valid_until: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
    activated_at: Option<Timestamp>,
    /// Who has activated it.
    user_id: Option<UserId>,
    email: Option<String>,
}

/// All gift cards, the newest first.
#[utoipa::path(
    get, path = "/admin/gift-cards", params(GiftCardsQuery),
    responses((status = 200, body = GiftCardsPage), BadParameter),
)]
pub async fn list_gift_cards(
    State(app): State<AppState>,
    Admin(by): Admin,
    Query(query): Query<GiftCardsQuery>,
) -> ApiResult<Json<GiftCardsPage>> {
    let page = page(query.page)?;
    let is = |filter| query.status == Some(filter);
    let mut gift_cards: Vec<GiftCardItem> = app
        .db
        .all(
            "SELECT g.id, g.hint, g.plan, g.months, g.note, g.created_at, g.valid_until, g.revoked_at, \
             g.activated_at, u.id AS user_id, u.email FROM gift_cards g LEFT JOIN users u ON u.id = g.activated_by \
             WHERE (NOT $1 OR (g.activated_at IS NULL AND g.revoked_at IS NULL \
             AND (g.valid_until IS NULL OR g.valid_until > $4))) \
             AND (NOT $2 OR g.activated_at IS NOT NULL) AND (NOT $3 OR g.revoked_at IS NOT NULL) \
             ORDER BY g.created_at DESC, g.id DESC LIMIT $5 OFFSET $6",
            (
                is(GiftCardFilter::Unused),
                is(GiftCardFilter::Activated),
                is(GiftCardFilter::Revoked),
                by.now,
                page.limit,
                page.offset,
            ),
        )
        .await?;
    let has_more = cut(&mut gift_cards);
    Ok(Json(GiftCardsPage { gift_cards, has_more }))
}

/// Gift cards to make, and why.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GiftCardBatch {
    plan: Plan,
    #[schema(minimum = 1, maximum = 36)]
    months: i64,
    #[schema(minimum = 1, maximum = 1000)]
    count: u32,
    /// The last day of activation, `YYYY-MM-DD` in Estonian time.
    #[schema(format = Date, example = "2027-12-31")]
    valid_until: Option<String>,
    /// What they are for; only the operators see it.
    #[schema(max_length = 200)]
    note: String,
    #[schema(min_length = 1, max_length = 200)]
    reason: String,
}

/// The codes of new gift cards. They cannot be read again.
#[derive(Serialize, ToSchema)]
pub struct GiftCardCodes {
    codes: Vec<String>,
}

/// Makes gift cards. The response has their codes, which the store does not keep.
#[utoipa::path(post, path = "/admin/gift-cards", responses((status = 201, body = GiftCardCodes)))]
pub async fn create_gift_cards(
    State(app): State<AppState>,
    Admin(by): Admin,
    Json(body): Json<GiftCardBatch>,
) -> ApiResult<(StatusCode, Json<GiftCardCodes>)> {
    let operator = operator(by, &body.reason)?;
    if !(1..=MAX_MONTHS).contains(&body.months) {
        return Err(ApiError::field("months", "out-of-range"));
    }
    if !(1..=MAX_COUNT).contains(&body.count) {
        return Err(ApiError::field("count", "out-of-range"));
    }
    if body.note.chars().count() > MAX_NOTE {
        return Err(ApiError::field("note", "too-long"));
    }
    let valid_until = last_moment("validUntil", body.valid_until.as_deref())?;
    if valid_until.is_some_and(|until| until < by.now) {
        return Err(ApiError::field("validUntil", "too-early"));
    }
    let (plan, months, count, note) = (body.plan, body.months, body.count, body.note.trim());
    let mut tx = app.db.write().await?;
    let new = NewGiftCards { plan, months, count, valid_until, note };
    let codes = gift_card_batches::create(&mut tx, &new, operator).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(GiftCardCodes { codes })))
}

/// The last moment of a day in Estonian time.
pub(super) fn last_moment(field: &'static str, day: Option<&str>) -> ApiResult<Option<Timestamp>> {
    let Some(day) = day.filter(|day| !day.is_empty()) else { return Ok(None) };
    let end = parse_day(day).ok().and_then(end_of_day);
    end.map(Some).ok_or_else(|| ApiError::field(field, "invalid"))
}

/// Revokes an unused gift card.
#[utoipa::path(
    post, path = "/admin/gift-cards/{id}/revoke", params(("id" = uuid::Uuid, Path)),
    responses((status = 204)),
)]
pub async fn revoke_gift_card(
    State(app): State<AppState>,
    Admin(by): Admin,
    Path(id): Path<GiftCardId>,
    Json(Reason { reason }): Json<Reason>,
) -> ApiResult<StatusCode> {
    let operator = operator(by, &reason)?;
    let mut tx = app.db.write().await?;
    gift_card_batches::revoke(&mut tx, GiftCardRef::Id(id), operator).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
