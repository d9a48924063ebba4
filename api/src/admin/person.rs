//! Everything about one person: the subscription, orders, payments, emails, and one line of events.

mod events;
mod money;
mod subscription;

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{DbResult, EmailId, OrderId, ReceiptId, Timestamp, Tx, UserId};
use serde::Serialize;
use utoipa::ToSchema;

pub use self::{
    events::PersonEvent,
    money::{PersonOrder, PersonPayment, PersonTransaction},
    subscription::PersonSubscription,
};
use super::incidents::{self, Incident};
use crate::{
    accounts::Role,
    auth::Admin,
    email,
    error::{ApiError, ApiResult, Code},
    extract::{Json, Path},
    money::Cents,
    receipts::{self, ReceiptKind},
    state::AppState,
};

/// The newest emails that are shown.
const EMAILS: i64 = 100;

/// A person with all that the store knows of their money and access.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonDetails {
    #[serde(flatten)]
    account: PersonAccount,
    /// Null when there never was one.
    subscription: Option<PersonSubscription>,
    /// Newest first.
    orders: Vec<PersonOrder>,
    /// Payments for the subscription, newest first.
    payments: Vec<PersonPayment>,
    /// Of the orders and the payments, newest first.
    transactions: Vec<PersonTransaction>,
    /// Receipts and credit notes, newest first.
    receipts: Vec<PersonReceipt>,
    /// That are not resolved.
    incidents: Vec<Incident>,
    /// Newest first.
    emails: Vec<PersonEmail>,
    /// What changed the person's money and access, newest first.
    events: Vec<PersonEvent>,
}

#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PersonAccount {
    id: UserId,
    email: String,
    first_name: String,
    last_name: String,
    role: Role,
    created_at: Timestamp,
    email_verified_at: Option<Timestamp>,
    last_login_at: Option<Timestamp>,
}

/// A receipt or a credit note of the person.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PersonReceipt {
    id: ReceiptId,
    kind: ReceiptKind,
    number: i64,
    issued_at: Timestamp,
    /// When a credit note was cancelled because its refund had failed.
    cancelled_at: Option<Timestamp>,
    /// Negative for credit notes.
    total: Cents,
    /// Null when it is for a subscription.
    order_id: Option<OrderId>,
}

/// An email to the person.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PersonEmail {
    id: EmailId,
    subject: String,
    created_at: Timestamp,
    /// Null: the mail server has not accepted it yet.
    sent_at: Option<Timestamp>,
}

/// One person.
#[utoipa::path(
    get, path = "/admin/people/{id}", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = PersonDetails)),
)]
pub async fn find_person(
    State(app): State<AppState>,
    Admin(by): Admin,
    Path(id): Path<UserId>,
) -> ApiResult<Json<PersonDetails>> {
    let mut tx = app.db.read().await?;
    Ok(Json(read(&app, &mut tx, id, by.now).await?))
}

/// Fails with 404 when there is no such person.
pub(super) async fn require(tx: &mut Tx, id: UserId) -> ApiResult<()> {
    account(tx, id).await.map(drop)
}

async fn account(tx: &mut Tx, id: UserId) -> ApiResult<PersonAccount> {
    let account = tx.optional("SELECT * FROM users WHERE id = $1", (id,)).await?;
    account.ok_or_else(|| ApiError::not_found("There is no such account."))
}

pub(super) async fn read(
    app: &AppState,
    tx: &mut Tx,
    id: UserId,
    now: Timestamp,
) -> ApiResult<PersonDetails> {
    let account = account(tx, id).await?;
    let emails = emails(tx, &account.email).await?;
    Ok(PersonDetails {
        account,
        subscription: subscription::read(&app.config.shop, tx, id, now).await?,
        orders: money::orders(tx, id).await?,
        payments: money::payments(tx, id).await?,
        transactions: money::transactions(tx, id).await?,
        receipts: receipts_of(tx, id).await?,
        incidents: incidents::of_person(tx, id).await?,
        emails,
        events: events::read(tx, id).await?,
    })
}

async fn receipts_of(tx: &mut Tx, user_id: UserId) -> DbResult<Vec<PersonReceipt>> {
    tx.all(
        "SELECT id, kind, number, issued_at, cancelled_at, total_cents AS total, order_id FROM receipts \
         WHERE user_id = $1 ORDER BY issued_at DESC, id DESC LIMIT 400",
        (user_id,),
    )
    .await
}

async fn emails(tx: &mut Tx, recipient: &str) -> DbResult<Vec<PersonEmail>> {
    tx.all(
        "SELECT id, subject, created_at, sent_at FROM emails WHERE recipient = $1 \
         ORDER BY created_at DESC, id DESC LIMIT $2",
        (recipient, EMAILS),
    )
    .await
}

/// Sends an email at once that waits for another attempt.
#[utoipa::path(
    post, path = "/admin/emails/{id}/resend", params(("id" = uuid::Uuid, Path)),
    responses((status = 204), (status = 409, description = "The mail server has accepted it already, or it is being sent now")),
)]
pub async fn resend_email(
    State(app): State<AppState>,
    _: Admin,
    Path(id): Path<EmailId>,
) -> ApiResult<StatusCode> {
    if email::resend(&app.db, Some(id), app.clock.now()).await? == 0 {
        return Err(ApiError::new(Code::Conflict, "The email is being sent now."));
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Sends a receipt or a credit note again, to the account's current address.
#[utoipa::path(
    post, path = "/admin/receipts/{id}/send", params(("id" = uuid::Uuid, Path)),
    responses((status = 204)),
)]
pub async fn send_receipt_again(
    State(app): State<AppState>,
    _: Admin,
    Path(id): Path<ReceiptId>,
) -> ApiResult<StatusCode> {
    receipts::send_again(&app, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
