//! Refunds at the provider. It has no idempotency key, so a refund is stored before the call. After a call without a
//! response, the store asks the provider for the refunded amount before it sends anything again.

use std::time::Duration;

use heliriiul_db::{RecordId, Timestamp, Tx};
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
    receipts,
    state::AppState,
};

/// Longer than any call can take. A call that began earlier has ended.
const IN_FLIGHT_MARGIN: Duration = Duration::from_secs(45);

/// How often an open refund is checked.
const CHECK_EVERY: Duration = Duration::from_hours(1);

const BATCH: i64 = 20;

const MAX_COMMENT_LENGTH: usize = 200;

/// The result of a refund.
pub struct Refunded {
    pub amount: Cents,
    pub status: RefundStatus,
    /// The same refund was sent before. This call has sent nothing.
    pub is_repeat: bool,
}

/// Refunds `amount` of a transaction, or all that is left of it. The same amount with the same comment is the same
/// refund, so that a command can be repeated when its response was lost.
pub async fn refund(
    app: &AppState,
    transaction_id: &str,
    amount: Option<Cents>,
    comment: &str,
) -> ApiResult<Refunded> {
    let comment = comment.trim();
    if comment.is_empty() || comment.chars().count() > MAX_COMMENT_LENGTH {
        return Err(conflict("The comment must have 1 to 200 characters."));
    }
    let (whole, arrived) = synchronize(app, transaction_id).await?;
    if let Some(arrived) = arrived {
        return Ok(arrived);
    }
    let mut tx = app.db.write().await?;
    let rows = lock_refunds(&mut tx, transaction_id).await?;
    if rows.iter().any(|row| row.status == RefundStatus::Sending) {
        return Err(in_progress());
    }
    let is_same = |row: &&Refund| {
        row.status.is_paid_out() && Some(row.amount_cents) == amount && row.comment == comment
    };
    if let Some(row) = rows.iter().find(is_same) {
        return Ok(Refunded { amount: row.amount_cents, status: row.status, is_repeat: true });
    }
    let left = Cents::new(whole.get() - sum(&rows, RefundStatus::is_paid_out));
    let amount = amount.unwrap_or(left);
    if amount <= Cents::ZERO || amount > left {
        return Err(conflict(format!("{left} EUR is left to give back, of {whole}.")));
    }
    let now = app.clock.now();
    let status = RefundStatus::Sending;
    // A refund of a planned amount gives back what the plan does.
    let is_plan = |row: &&Refund| row.status == RefundStatus::Planned && row.amount_cents == amount;
    let book_id = rows.iter().find(is_plan).and_then(|row| row.book_id);
    let new = NewRefund { transaction_id, amount, status, comment, book_id };
    let id = refunds::insert(&mut tx, new, now).await?;
    tx.commit().await?;
    let status = send(app, transaction_id, id, amount, comment).await?;
    Ok(Refunded { amount, status, is_repeat: false })
}

/// Sends a refund that is stored as `sending`. A transaction has one such refund at a time.
async fn send(
    app: &AppState,
    transaction_id: &str,
    id: RecordId,
    amount: Cents,
    comment: &str,
) -> ApiResult<RefundStatus> {
    match app.payments.client.refund(transaction_id, amount, comment).await {
        Ok(refund) => {
            let status = RefundStatus::from(refund.status);
            set_outcome(app, id, RefundStatus::Sending, status, Some(&refund.id), Cause::Cli).await?;
            if let Err(error) = refresh_transaction(app, transaction_id).await {
                // The provider also sends a notification of the refund.
                tracing::warn!(%error, transaction_id, "the refund was made; its transaction cannot be checked now");
            }
            Ok(status)
        }
        Err(error) if error.is_unanswered() => Err(ApiError::new(
            Code::ProviderUnavailable,
            "The provider did not answer; it may have been done. Give the same command again after a minute: the \
             provider is asked before anything is sent.",
        )
        .caused_by(error)),
        Err(error) => {
            set_outcome(app, id, RefundStatus::Sending, RefundStatus::Refused, None, Cause::Cli).await?;
            let why = if error.is_processing() {
                "The payment is still being processed. Nothing was sent; try again later.".to_owned()
            } else {
                format!("Nothing was sent: {error}.")
            };
            Err(conflict(why).caused_by(error))
        }
    }
}

/// The provider cannot tell the outcome of a call that may still be running.
fn refuse_in_flight(app: &AppState, rows: &[Refund]) -> ApiResult<()> {
    let in_flight = Duration::from_secs(app.config.payments.timeout_seconds) + IN_FLIGHT_MARGIN;
    let since = app.clock.now().minus(in_flight);
    let runs = rows.iter().any(|row| row.status == RefundStatus::Sending && row.updated_at > since);
    if runs { Err(in_progress()) } else { Ok(()) }
}

fn in_progress() -> ApiError {
    conflict("A refund of this transaction is under way. Try again after a minute.")
}

fn conflict(detail: impl Into<String>) -> ApiError {
    ApiError::new(Code::Conflict, detail.into())
}

/// The amount in cents.
fn sum(rows: &[Refund], which: impl Fn(RefundStatus) -> bool) -> i64 {
    rows.iter().filter(|row| which(row.status)).map(|row| row.amount_cents.get()).sum()
}

/// Updates the rows to the amount that the provider has refunded. Returns the transaction's amount, and the refund
/// whose call had no response, if the provider has received it.
async fn synchronize(app: &AppState, transaction_id: &str) -> ApiResult<(Cents, Option<Refunded>)> {
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
    let arrived = compare(app, &transaction, whole).await?;
    let report = transaction.report().ok_or(ProviderError::Incomplete)?;
    receive(app, &report, Cause::Cli).await?;
    Ok((whole, arrived))
}

/// Compares the amount that the provider has refunded with the rows.
async fn compare(app: &AppState, transaction: &Transaction, whole: Cents) -> ApiResult<Option<Refunded>> {
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
            apply(app, &mut tx, row, RefundStatus::Settled, None, Cause::Cli, now).await?;
            arrived = Some(Refunded { amount, status: RefundStatus::Settled, is_repeat: true });
        } else if refunded - completed < amount.get() {
            apply(app, &mut tx, row, RefundStatus::Lost, None, Cause::Cli, now).await?;
        } else {
            return Err(undecidable());
        }
    }
    if beyond > 0 {
        record_found(app, &mut tx, &transaction.id, Cents::new(beyond), Cause::Cli, now).await?;
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
async fn set_outcome(
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

/// Updates the order or the payment at once: the provider's notification may not arrive.
async fn refresh_transaction(app: &AppState, transaction_id: &str) -> ApiResult<()> {
    let report = fetch_report(app, transaction_id).await?;
    receive(app, &report, Cause::Cli).await.map(drop)
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
