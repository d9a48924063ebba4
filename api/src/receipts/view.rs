//! The caller's receipts and credit notes.

use std::time::Duration;

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{OrderId, ReceiptId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    content::ReceiptContent,
    email::send_again,
    issue::{Receipt, ReceiptKind, ReceiptRow, find},
};
use crate::{
    auth::{CurrentUser, Now},
    error::ApiResult,
    error::responses::{NoSuchId, RateLimited, SessionRequired, Unreadable},
    extract::{Json, Path},
    money::Cents,
    rate_limit::{self, Limit},
    state::AppState,
};

/// How many receipts the account page shows.
const SHOWN: i64 = 1_000;

const SENDS: Limit = Limit::new("receipt:account", 10, Duration::from_hours(1));

/// A receipt or a credit note in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceiptItem {
    id: ReceiptId,
    kind: ReceiptKind,
    number: i64,
    issued_at: Timestamp,
    /// When a credit note was cancelled because its refund had failed.
    cancelled_at: Option<Timestamp>,
    /// Negative for credit notes.
    total: Cents,
    /// The order that it is for; null when it is for a subscription.
    order_id: Option<OrderId>,
    /// The number of the order or of the payment for the subscription.
    #[schema(example = "H10001")]
    reference: String,
    /// What it is for: the texts of its lines.
    texts: Vec<String>,
}

impl From<Receipt> for ReceiptItem {
    fn from(receipt: Receipt) -> Self {
        let Receipt { id, kind, number, issued_at, cancelled_at, total, order_id, content, .. } = receipt;
        let texts = content.lines.into_iter().map(|line| line.text).collect();
        let reference = content.reference;
        Self { id, kind, number, issued_at, cancelled_at, total, order_id, reference, texts }
    }
}

/// A receipt or a credit note with its content as it was issued.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Receipt)]
pub struct ReceiptView {
    id: ReceiptId,
    kind: ReceiptKind,
    number: i64,
    issued_at: Timestamp,
    /// When a credit note was cancelled because its refund had failed.
    cancelled_at: Option<Timestamp>,
    /// Negative for credit notes.
    total: Cents,
    /// The order that it is for; null when it is for a subscription.
    order_id: Option<OrderId>,
    #[serde(flatten)]
    content: ReceiptContent,
}

impl From<Receipt> for ReceiptView {
    fn from(receipt: Receipt) -> Self {
        let Receipt { id, kind, number, issued_at, cancelled_at, total, order_id, content, .. } = receipt;
        Self { id, kind, number, issued_at, cancelled_at, total, order_id, content }
    }
}

/// The caller's receipts and credit notes, newest first.
#[utoipa::path(
    get, path = "/receipts", tag = "receipts",
    responses((status = 200, body = Vec<ReceiptItem>), SessionRequired),
)]
pub async fn list_receipts(
    State(app): State<AppState>,
    user: CurrentUser,
) -> ApiResult<Json<Vec<ReceiptItem>>> {
    let sql = "SELECT * FROM receipts WHERE user_id = $1 ORDER BY issued_at DESC, id DESC LIMIT $2";
    let rows: Vec<ReceiptRow> = app.db.all(sql, (user.id, SHOWN)).await?;
    let items = rows.into_iter().map(|row| Ok(Receipt::try_from(row)?.into()));
    Ok(Json(items.collect::<ApiResult<_>>()?))
}

/// One receipt or credit note of the caller.
#[utoipa::path(
    get, path = "/receipts/{id}", tag = "receipts", params(("id" = uuid::Uuid, Path, description = "The receipt")),
    responses((status = 200, body = ReceiptView), Unreadable, SessionRequired, NoSuchId),
)]
pub async fn get_receipt(
    State(app): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ReceiptId>,
) -> ApiResult<Json<ReceiptView>> {
    Ok(Json(find(&mut app.db.read().await?, id, Some(user.id)).await?.into()))
}

/// Sends a receipt or a credit note to the caller's email address again.
#[utoipa::path(
    post, path = "/receipts/{id}/send", tag = "receipts",
    params(("id" = uuid::Uuid, Path, description = "The receipt")),
    responses((status = 204, description = "The email is queued"), Unreadable, SessionRequired, NoSuchId, RateLimited),
)]
pub async fn send_receipt(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
    Path(id): Path<ReceiptId>,
) -> ApiResult<StatusCode> {
    find(&mut app.db.read().await?, id, Some(user.id)).await?;
    rate_limit::count(&app.db, &[SENDS.of(user.id)], now).await?;
    send_again(&app, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
