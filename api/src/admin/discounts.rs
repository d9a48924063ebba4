//! Discount codes: the list, new codes, uses, revoking.

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{DiscountId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    gift_cards::last_moment,
    page::{PageQuery, cut},
    reason::{Reason, operator},
    sales_lists::RowPerson,
};
use crate::{
    auth::Admin,
    calendar::{parse_day, start_of_day},
    discounts::codes::{self, DiscountRef, DiscountRules, Scope},
    error::{ApiError, ApiResult, responses::BadParameter},
    extract::{Json, Path, Query},
    money::{Cents, Percent},
    state::AppState,
    subscriptions::gift_cards::new_code,
};

const MAX_COUNT: usize = 1_000;
const MAX_PREFIX: usize = 30;

/// A page of discount codes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountsPage {
    discounts: Vec<DiscountItem>,
    has_more: bool,
}

/// A discount code in a list.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct DiscountItem {
    id: DiscountId,
    code: String,
    percent: Percent,
    scope: Scope,
    valid_from: Option<Timestamp>,
    valid_until: Option<Timestamp>,
    /// Uses in all; null: no limit.
    max_uses: Option<i64>,
    /// Uses of one person; null: no limit.
    max_per_user: Option<i64>,
    uses: i64,
    created_at: Timestamp,
    revoked_at: Option<Timestamp>,
}

/// All discount codes, the newest first.
#[utoipa::path(
    get, path = "/admin/discounts", params(PageQuery),
    responses((status = 200, body = DiscountsPage), BadParameter),
)]
pub async fn list_discounts(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<PageQuery>,
) -> ApiResult<Json<DiscountsPage>> {
    let page = query.page()?;
    let mut discounts: Vec<DiscountItem> = app
        .db
        .all(
            "SELECT * FROM discounts ORDER BY created_at DESC, id DESC LIMIT $1 OFFSET $2",
            (page.limit, page.offset),
        )
        .await?;
    let has_more = cut(&mut discounts);
    Ok(Json(DiscountsPage { discounts, has_more }))
}

/// Codes to make with the same rules, and why.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountBatch {
    /// The code; of several codes, what they begin with.
    #[schema(min_length = 1, max_length = 30, example = "SUVI2027")]
    code: String,
    /// 1: the code as it is. More: so many codes with different ends.
    #[schema(minimum = 1, maximum = 1000)]
    count: usize,
    #[schema(minimum = 1)]
    percent: Percent,
    scope: Scope,
    /// `YYYY-MM-DD` in Estonian time.
    #[schema(format = Date)]
    valid_from: Option<String>,
    /// The last day, `YYYY-MM-DD` in Estonian time.
    #[schema(format = Date)]
    valid_until: Option<String>,
    #[schema(minimum = 1)]
    max_uses: Option<i64>,
    #[schema(minimum = 1)]
    max_per_user: Option<i64>,
    #[schema(min_length = 1, max_length = 200)]
    reason: String,
}

/// The codes that were made.
#[derive(Serialize, ToSchema)]
pub struct DiscountCodes {
    codes: Vec<String>,
}

/// Makes discount codes, all or none.
#[utoipa::path(
    post, path = "/admin/discounts",
    responses((status = 201, body = DiscountCodes), (status = 409, description = "There is such a code already")),
)]
pub async fn create_discounts(
    State(app): State<AppState>,
    Admin(by): Admin,
    Json(body): Json<DiscountBatch>,
) -> ApiResult<(StatusCode, Json<DiscountCodes>)> {
    let operator = operator(by, &body.reason)?;
    let code = body.code.trim();
    if code.chars().count() > MAX_PREFIX {
        return Err(ApiError::field("code", "too-long"));
    }
    if !(1..=MAX_COUNT).contains(&body.count) {
        return Err(ApiError::field("count", "out-of-range"));
    }
    let rules = DiscountRules {
        percent: body.percent,
        scope: body.scope,
        valid_from: first_moment(body.valid_from.as_deref())?,
        valid_until: last_moment("validUntil", body.valid_until.as_deref())?,
        max_uses: body.max_uses,
        max_per_user: body.max_per_user,
    };
    let codes: Vec<String> = match body.count {
        1 => vec![code.to_owned()],
        _ if code.is_empty() => return Err(ApiError::field("code", "required")),
        count => (0..count).map(|_| format!("{code}-{}", &new_code()[..9])).collect(),
    };
    let mut tx = app.db.write().await?;
    codes::create(&mut tx, &codes, &rules, operator).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(DiscountCodes { codes })))
}

fn first_moment(day: Option<&str>) -> ApiResult<Option<Timestamp>> {
    let Some(day) = day.filter(|day| !day.is_empty()) else { return Ok(None) };
    let start = parse_day(day).ok().and_then(start_of_day);
    start.map(Some).ok_or_else(|| ApiError::field("validFrom", "invalid"))
}

/// Revokes a code. Payments that it has reduced already stay as they are.
#[utoipa::path(
    post, path = "/admin/discounts/{id}/revoke", params(("id" = uuid::Uuid, Path)),
    responses((status = 204)),
)]
pub async fn revoke_discount(
    State(app): State<AppState>,
    Admin(by): Admin,
    Path(id): Path<DiscountId>,
    Json(Reason { reason }): Json<Reason>,
) -> ApiResult<StatusCode> {
    let operator = operator(by, &reason)?;
    let mut tx = app.db.write().await?;
    codes::revoke(&mut tx, DiscountRef::Id(id), operator).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// A page of the uses of a code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DiscountUsesPage {
    uses: Vec<DiscountUse>,
    has_more: bool,
}

/// A use of a code.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct DiscountUse {
    /// The order or the subscription payment that it has reduced.
    number: String,
    amount: Cents,
    at: Timestamp,
    #[serde(flatten)]
    #[sqlx(flatten)]
    person: RowPerson,
}

/// The orders and subscription payments that a code has reduced, the newest first.
#[utoipa::path(
    get, path = "/admin/discounts/{id}/uses", params(("id" = uuid::Uuid, Path), PageQuery),
    responses((status = 200, body = DiscountUsesPage), BadParameter),
)]
pub async fn list_discount_uses(
    State(app): State<AppState>,
    _: Admin,
    Path(id): Path<DiscountId>,
    Query(query): Query<PageQuery>,
) -> ApiResult<Json<DiscountUsesPage>> {
    let page = query.page()?;
    let mut tx = app.db.read().await?;
    let exists: bool = tx.scalar("SELECT EXISTS (SELECT 1 FROM discounts WHERE id = $1)", (id,)).await?;
    if !exists {
        return Err(ApiError::not_found("There is no such code."));
    }
    let mut uses: Vec<DiscountUse> = tx
        .all(
            "SELECT m.number, m.amount, m.at, u.id AS user_id, u.email FROM \
             (SELECT number, total_cents AS amount, paid_at AS at, user_id FROM orders \
             WHERE discount_id = $1 AND paid_at IS NOT NULL \
             UNION ALL SELECT number, amount_cents, paid_at, user_id FROM subscription_payments \
             WHERE discount_id = $1 AND paid_at IS NOT NULL) m JOIN users u ON u.id = m.user_id \
             ORDER BY m.at DESC, m.number DESC LIMIT $2 OFFSET $3",
            (id, page.limit, page.offset),
        )
        .await?;
    let has_more = cut(&mut uses);
    Ok(Json(DiscountUsesPage { uses, has_more }))
}
