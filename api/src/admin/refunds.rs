//! Refunds: of a transaction's money, and of a book.

use axum::extract::State;
use heliriiul_db::{BookId, OrderId, RecordId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    page::{cut, page},
    reason::operator,
    sales_lists::RowPerson,
};
use crate::{
    auth::Admin,
    billing::{
        Refunded,
        refunds::{self, RefundRequest},
    },
    error::{
        ApiResult,
        responses::{BadParameter, ServiceAway},
    },
    extract::{Json, Path, Query},
    ledger::RefundStatus,
    money::Cents,
    state::AppState,
};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct RefundsQuery {
    /// Only those that are planned, or of which the bank has not decided.
    #[serde(default)]
    open: bool,
    #[param(minimum = 1, maximum = 1000, default = 1)]
    page: Option<i64>,
}

/// A page of refunds.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundsPage {
    refunds: Vec<RefundItem>,
    has_more: bool,
}

/// A refund in a list.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct RefundItem {
    #[schema(value_type = uuid::Uuid)]
    id: RecordId,
    transaction_id: String,
    /// Of the order or the subscription payment.
    number: String,
    amount: Cents,
    status: RefundStatus,
    comment: String,
    created_at: Timestamp,
    #[serde(flatten)]
    #[sqlx(flatten)]
    person: RowPerson,
}

/// All refunds, the newest first.
#[utoipa::path(get, path = "/admin/refunds", params(RefundsQuery), responses((status = 200, body = RefundsPage), BadParameter))]
pub async fn list_refunds(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<RefundsQuery>,
) -> ApiResult<Json<RefundsPage>> {
    let page = page(query.page)?;
    let mut refunds: Vec<RefundItem> = app
        .db
        .all(
            "SELECT r.id, r.transaction_id, t.reference AS number, r.amount_cents AS amount, r.status, r.comment, \
             r.created_at, u.id AS user_id, u.email FROM refunds r JOIN transactions t ON t.id = r.transaction_id \
             LEFT JOIN orders o ON o.id = t.order_id \
             LEFT JOIN subscription_payments p ON p.id = t.subscription_payment_id \
             JOIN users u ON u.id = COALESCE(o.user_id, p.user_id) \
             WHERE NOT $1 OR r.status IN ('planned', 'sending', 'CREATED', 'PENDING', 'SENT') \
             ORDER BY r.created_at DESC, r.id DESC LIMIT $2 OFFSET $3",
            (query.open, page.limit, page.offset),
        )
        .await?;
    let has_more = cut(&mut refunds);
    Ok(Json(RefundsPage { refunds, has_more }))
}

/// How much of a transaction to refund, and why.
#[derive(Deserialize, ToSchema)]
pub struct TransactionRefund {
    /// Null: all that is left.
    amount: Option<Cents>,
    /// The payment provider sees it.
    #[schema(min_length = 1, max_length = 200, example = "Kliendi soov")]
    reason: String,
}

/// The book of an order to refund, and why.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookRefund {
    book_id: BookId,
    /// The payment provider sees it.
    #[schema(min_length = 1, max_length = 200, example = "Kliendi soov")]
    reason: String,
}

/// A refund that was made.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MadeRefund {
    amount: Cents,
    status: RefundStatus,
    /// It had been sent before; this call has sent nothing.
    repeated: bool,
}

impl From<Refunded> for MadeRefund {
    fn from(refunded: Refunded) -> Self {
        Self { amount: refunded.amount, status: refunded.status, repeated: refunded.is_repeat }
    }
}

/// Refunds an amount of a transaction, or all that is left of it. The books and the periods that it paid for stay.
#[utoipa::path(
    post, path = "/admin/transactions/{id}/refund", params(("id" = String, Path, max_length = 64)),
    responses(
        (status = 200, body = MadeRefund),
        (status = 409, description = "Nothing was sent: the amount is more than is left (`refund-too-large`, with `left`), another refund is under way (`refund-in-progress`), or the provider refused (`refund-refused`)"),
        ServiceAway,
    ),
)]
pub async fn refund_transaction(
    State(app): State<AppState>,
    Admin(by): Admin,
    Path(id): Path<String>,
    Json(body): Json<TransactionRefund>,
) -> ApiResult<Json<MadeRefund>> {
    let operator = operator(by, &body.reason)?;
    let (transaction_id, comment) = (id.as_str(), operator.reason);
    let request = RefundRequest { transaction_id, amount: body.amount, book_id: None, comment, operator };
    Ok(Json(refunds::refund(&app, request).await?.into()))
}

/// Refunds a book of an order. The book leaves the library when the provider accepts the refund, and can be bought again.
#[utoipa::path(
    post, path = "/admin/orders/{id}/refund", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = MadeRefund),
        (status = 409, description = "Nothing was sent: the book is refunded already (`refunded-already`), another refund is under way (`refund-in-progress`), or the provider refused (`refund-refused`)"),
        ServiceAway,
    ),
)]
pub async fn refund_book(
    State(app): State<AppState>,
    Admin(by): Admin,
    Path(id): Path<OrderId>,
    Json(body): Json<BookRefund>,
) -> ApiResult<Json<MadeRefund>> {
    let operator = operator(by, &body.reason)?;
    Ok(Json(refunds::refund_book(&app, id, body.book_id, operator).await?.into()))
}
