//! The states of refunds: comparing them with the provider, and what follows from each change.

use std::time::Duration;

use heliriiul_db::{DbResult, OrderId, RecordId, Timestamp, Tx};
use heliriiul_makecommerce::{ProviderError, Status, Transaction};
use serde_json::json;

use super::{
    reports::{fetch_report, receive},
    transactions::Transaction as StoredTransaction,
};
use crate::{
    error::{ApiError, ApiResult, Code},
    ledger::{
        Cause, Event, EventKind, IncidentKind, PaymentIncident, Refund, RefundStatus,
        refunds::{self, NewRefund, lock_refunds},
    },
    money::Cents,
    orders, receipts,
    state::AppState,
};

/// Longer than any call can take. A call that began earlier has ended.
const IN_FLIGHT_MARGIN: Duration = Duration::from_secs(45);

/// How often an open refund is checked.
const CHECK_EVERY: Duration = Duration::from_hours(1);

const BATCH: i64 = 20;

/// The result of a refund.
pub struct Refunded {
    pub amount: Cents,
    pub status: RefundStatus,
    /// The same refund was sent before. This call has sent nothing.
    pub is_repeat: bool,
}

/// The provider cannot tell the outcome of a call that may still be running.
fn refuse_in_flight(app: &AppState, rows: &[Refund]) -> ApiResult<()> {
    let in_flight = Duration::from_secs(app.config.payments.timeout_seconds) + IN_FLIGHT_MARGIN;
    let since = app.clock.now().minus(in_flight);
    let runs = rows.iter().any(|row| row.status == RefundStatus::Sending && row.updated_at > since);
    if runs { Err(in_progress()) } else { Ok(()) }
}

pub(super) fn in_progress() -> ApiError {
    let detail = "A refund of this transaction is under way. Try again after a minute.";
    ApiError::new(Code::RefundInProgress, detail)
}

pub(super) fn conflict(detail: impl Into<String>) -> ApiError {
    ApiError::new(Code::Conflict, detail.into())
}

/// The amount in cents.
pub(super) fn sum(rows: &[Refund], which: impl Fn(RefundStatus) -> bool) -> i64 {
    rows.iter().filter(|row| which(row.status)).map(|row| row.amount_cents.get()).sum()
}

/// Updates the rows to the amount that the provider has refunded. Returns the transaction's amount, and the refund
/// whose call had no response, if the provider has received it.
pub(super) async fn synchronize(
    app: &AppState,
    transaction_id: &str,
    cause: Cause,
) -> ApiResult<(Cents, Option<Refund>)> {
    let mut tx = app.db.write().await?;
    let rows = lock_refunds(&mut tx, transaction_id).await?;
    tx.commit().await?;
    refuse_in_flight(app, &rows)?;
    for row in rows.iter().filter(|row| row.status.is_open()) {
        check(app, row).await;
    }
    let transaction = app.payments.client.transaction(transaction_id).await?;
    let whole = transaction.amount.ok_or(ProviderError::Incomplete)?;
    if !transaction.status.was_paid() {
        return Err(conflict(format!("The transaction is {:?}.", transaction.status)));
    }
    let arrived = compare(app, &transaction, whole, cause).await?;
    let report = transaction.report().ok_or(ProviderError::Incomplete)?;
    receive(app, &report, cause).await?;
    Ok((whole, arrived))
}

/// Compares the amount that the provider has refunded with the rows.
async fn compare(
    app: &AppState,
    transaction: &Transaction,
    whole: Cents,
    cause: Cause,
) -> ApiResult<Option<Refund>> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let rows = lock_refunds(&mut tx, &transaction.id).await?;
    // A refund that began after the provider was asked is not in the provider's amount.
    refuse_in_flight(app, &rows)?;
    let sending = rows.iter().find(|row| row.status == RefundStatus::Sending);
    let refunded = match (transaction.refunded_amount, transaction.status) {
        (Some(amount), _) => amount.get(),
        (None, Status::Refunded) => whole.get(),
        (None, Status::Completed) => 0,
        _ if sending.is_none() => return Ok(None),
        _ => return Err(undecidable()),
    };
    // The provider does not document whether its amount counts the open refunds.
    let completed = sum(&rows, |status| status == RefundStatus::Settled);
    let open = sum(&rows, RefundStatus::is_open);
    let mut beyond = refunded - completed - open;
    let mut arrived = None;
    if let Some(row) = sending {
        let amount = row.amount_cents;
        if beyond >= amount.get() {
            beyond -= amount.get();
            apply(app, &mut tx, row, RefundStatus::Settled, None, cause, now).await?;
            arrived = Some(row.clone());
        } else if refunded - completed < amount.get() {
            apply(app, &mut tx, row, RefundStatus::Lost, None, cause, now).await?;
        } else {
            return Err(undecidable());
        }
    }
    if beyond > 0 {
        record_found(app, &mut tx, &transaction.id, Cents::new(beyond), cause, now).await?;
    }
    tx.commit().await?;
    Ok(arrived)
}

/// Records a refund that was made in the provider's own portal.
async fn record_found(
    app: &AppState,
    tx: &mut Tx,
    transaction_id: &str,
    amount: Cents,
    cause: Cause,
    now: Timestamp,
) -> ApiResult<()> {
    let event = Event::new(EventKind::RefundFound, cause, json!({ "amount": amount }));
    event.transaction(transaction_id).append(tx, now).await?;
    let (status, comment) = (RefundStatus::Sending, "Made at the provider");
    let new = NewRefund { transaction_id, amount, status, comment, book_id: None };
    let id = refunds::insert(tx, new, now).await?;
    let Some(row) = refunds::find(tx, id).await? else { return Ok(()) };
    apply(app, tx, &row, RefundStatus::Settled, None, cause, now).await
}

/// Records that the provider has refunded a whole transaction, so that no refund of it stays planned. What no row of
/// the store explains was refunded in the provider's own portal. The caller has locked the transaction.
pub async fn complete(
    app: &AppState,
    tx: &mut Tx,
    transaction: &StoredTransaction,
    cause: Cause,
    now: Timestamp,
) -> ApiResult<()> {
    let rows = lock_refunds(tx, &transaction.id).await?;
    let mut left = transaction.amount_cents.get() - sum(&rows, RefundStatus::is_paid_out);
    for row in rows.iter().filter(|row| row.status == RefundStatus::Planned) {
        if row.amount_cents.get() <= left {
            left -= row.amount_cents.get();
            apply(app, tx, row, RefundStatus::Settled, None, cause, now).await?;
        } else {
            apply(app, tx, row, RefundStatus::Covered, None, cause, now).await?;
        }
    }
    if left > 0 {
        record_found(app, tx, &transaction.id, Cents::new(left), cause, now).await?;
    }
    Ok(())
}

fn undecidable() -> ApiError {
    conflict(
        "The provider's answer does not show whether an earlier refund arrived. Nothing was sent; check the \
         merchant portal and try again when the refunds there are settled.",
    )
}

/// Applies the outcome of a refund, unless another process has done so.
pub(super) async fn set_outcome(
    app: &AppState,
    id: RecordId,
    before: RefundStatus,
    after: RefundStatus,
    provider_id: Option<&str>,
    cause: Cause,
) -> ApiResult<()> {
    let mut tx = app.db.write().await?;
    if let Some(row) = refunds::find(&mut tx, id).await?.filter(|row| row.status == before) {
        apply(app, &mut tx, &row, after, provider_id, cause, app.clock.now()).await?;
    }
    Ok(tx.commit().await?)
}

/// Changes the status of a refund. No other function makes a refund accepted or failed, so that the plans, the
/// incidents and the credit notes follow every refund.
async fn apply(
    app: &AppState,
    tx: &mut Tx,
    row: &Refund,
    status: RefundStatus,
    provider_id: Option<&str>,
    cause: Cause,
    now: Timestamp,
) -> ApiResult<()> {
    let before = row.status;
    if !refunds::set_status(tx, row.id, before, status, provider_id, now).await? || status == before {
        return Ok(());
    }
    let transaction_id = row.transaction_id.as_str();
    let amount = row.amount_cents;
    let detail = json!({ "amount": amount, "before": before.name(), "after": status.name() });
    let event = Event::new(EventKind::RefundChanged, cause, detail);
    event.transaction(transaction_id).append(tx, now).await?;
    receipts::follow_refund(&app.config.shop, &app.mailer, tx, row, status, now).await?;
    let was_sending = before == RefundStatus::Sending;
    if matches!(before, RefundStatus::Planned | RefundStatus::Sending) && status.is_paid_out() {
        return_book(tx, row, cause, now).await?;
    }
    match status {
        RefundStatus::Refused | RefundStatus::Lost => Ok(()),
        RefundStatus::Failed => {
            if !was_sending {
                // The rejected refund had covered a planned refund, which is planned again.
                let why = format!("Failed at the provider: {}", row.comment);
                let status = RefundStatus::Planned;
                let new = NewRefund { transaction_id, amount, status, comment: &why, book_id: row.book_id };
                refunds::insert(tx, new, now).await?;
            }
            let detail = "The provider could not give this back; its balance may not suffice.";
            let incident = PaymentIncident::new(IncidentKind::RefundFailed, row.id, detail);
            incident.transaction(transaction_id).amount(amount).record(tx, now).await?;
            Ok(())
        }
        _ if was_sending => Ok(refunds::cover_planned(tx, transaction_id, amount, now).await?),
        _ => Ok(()),
    }
}

/// The book of a refund that the provider has accepted leaves the library, so that it can be bought again.
async fn return_book(tx: &mut Tx, row: &Refund, cause: Cause, now: Timestamp) -> DbResult<()> {
    let Some(book_id) = row.book_id else { return Ok(()) };
    let sql = "SELECT order_id FROM transactions WHERE id = $1";
    let order_id: Option<OrderId> = tx.scalar(sql, (&row.transaction_id,)).await?;
    let Some(order_id) = order_id else { return Ok(()) };
    if !orders::remove_book(tx, order_id, book_id).await? {
        return Ok(());
    }
    let event = Event::new(EventKind::BookReturned, cause, json!({ "bookId": book_id }));
    event.order(order_id).transaction(row.transaction_id.as_str()).append(tx, now).await
}

/// Updates the order or the payment at once: the provider's notification may not arrive.
pub(super) async fn refresh_transaction(app: &AppState, transaction_id: &str, cause: Cause) -> ApiResult<()> {
    let report = fetch_report(app, transaction_id).await?;
    receive(app, &report, cause).await.map(drop)
}

/// Checks the open refunds; a bank may still reject one.
pub async fn check_open(app: &AppState) -> ApiResult<()> {
    let before = app.clock.now().minus(CHECK_EVERY);
    for row in refunds::find_unchecked(&app.db, before, BATCH).await? {
        check(app, &row).await;
    }
    Ok(())
}

/// Without a response the row does not change until the next check.
async fn check(app: &AppState, row: &Refund) {
    let Some(provider_id) = &row.provider_id else { return };
    let answer = app.payments.client.refund_state(provider_id).await;
    let status = answer.map_or(row.status, |refund| refund.status.into());
    if let Err(error) = set_outcome(app, row.id, row.status, status, None, Cause::Reconcile).await {
        tracing::warn!(%error, transaction_id = row.transaction_id, "a refund cannot be checked now");
    }
}
