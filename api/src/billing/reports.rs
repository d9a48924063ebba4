//! Reports of transactions: returns, notifications and reconciliation all call [`receive`].
//!
//! It locks the transaction's row from the first statement to the commit. So reports of one transaction come one after
//! the other on any number of nodes, and each is compared with the result of the last one.

use heliriiul_db::{DbResult, Timestamp, Tx};
use heliriiul_makecommerce::{CURRENCY, ProviderError, Report, Status};
use serde_json::json;

use super::{
    refund_states,
    transactions::{self, Subject, Transaction},
};
use crate::{
    error::ApiResult,
    ledger::{Cause, Event, EventKind, IncidentKind, IncomingPayment, PaymentIncident},
    orders::{self, OrderStatus},
    state::AppState,
    subscriptions::{self, PaymentStatus, lifecycle},
};

/// A transaction after a report.
#[derive(Clone, Copy, Debug)]
pub struct TransactionState {
    /// As the store knows it.
    pub status: Status,
    pub subject: Subject,
}

/// Fetches the provider's current report of a transaction.
pub async fn fetch_report(app: &AppState, transaction_id: &str) -> Result<Report, ProviderError> {
    let transaction = app.payments.client.transaction(transaction_id).await?;
    transaction.report().ok_or(ProviderError::Incomplete)
}

/// Fetches an unfinished transaction of the store from the provider and applies its report. Returns `None` when the
/// store does not know the transaction.
pub async fn fetch_and_receive(
    app: &AppState,
    transaction_id: &str,
    cause: Cause,
) -> ApiResult<Option<TransactionState>> {
    let known = transactions::find(&mut app.db.read().await?, transaction_id).await?;
    let Some(transaction) = known else { return Ok(None) };
    if !transaction.status.is_open() {
        return Ok(Some(TransactionState { status: transaction.status, subject: transaction.subject()? }));
    }
    let report = fetch_report(app, transaction_id).await?;
    receive(app, &report, cause).await
}

/// Applies a verified report. Returns `None` when the report belongs to no order or payment of the store.
pub async fn receive(app: &AppState, report: &Report, cause: Cause) -> ApiResult<Option<TransactionState>> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let mut transaction = transactions::lock(&mut tx, &report.transaction_id).await?;
    if transaction.is_none() && insert_by_reference(&mut tx, report, now).await? {
        transaction = transactions::lock(&mut tx, &report.transaction_id).await?;
    }
    let state = match &transaction {
        Some(transaction) => Some(apply(app, &mut tx, report, transaction, cause, now).await?),
        None => None,
    };
    tx.commit().await?;
    Ok(state)
}

/// Inserts a transaction that the store created at the provider but could not store before a crash. The number of the
/// order or payment identifies it. A paid transaction without such a number becomes an incident.
async fn insert_by_reference(tx: &mut Tx, report: &Report, now: Timestamp) -> DbResult<bool> {
    let id = report.transaction_id.as_str();
    let number = report.reference.as_deref().unwrap_or("");
    let known = match orders::find_by_number(tx, number).await? {
        Some((order_id, total)) => Some((Subject::Order(order_id), total)),
        None => subscriptions::payment::find_by_number(tx, number)
            .await?
            .map(|(payment_id, amount)| (Subject::Subscription(payment_id), amount)),
    };
    if let Some((subject, amount)) = known {
        transactions::insert(tx, id, subject, number, amount, None, now).await?;
        return Ok(true);
    }
    if report.status.was_paid() {
        let detail = format!("Paid with reference {number:?}, which is no order or payment of this store.");
        let incident = PaymentIncident::new(IncidentKind::UnknownTransaction, id, detail);
        incident.transaction(id).amount(report.amount).record(tx, now).await?;
    }
    Ok(false)
}

/// Applies a report to its transaction. Reports may arrive in any order and any number of times.
async fn apply(
    app: &AppState,
    tx: &mut Tx,
    report: &Report,
    transaction: &Transaction,
    cause: Cause,
    now: Timestamp,
) -> ApiResult<TransactionState> {
    let subject = transaction.subject()?;
    let before = transaction.status;
    if let Some(difference) = difference(&app.payments.account.shop_id, report, transaction) {
        refuse(tx, report, subject, &difference, cause, now).await?;
        return Ok(TransactionState { status: before, subject });
    }
    let status = report.status;
    if !status.follows(before) {
        return Ok(TransactionState { status: before, subject });
    }
    transactions::set_status(tx, transaction, status, now).await?;
    let detail = json!({ "before": before, "after": status });
    let event = Event::new(EventKind::TransactionChanged, cause, detail);
    event.order(subject.order_id()).transaction(transaction.id.as_str()).append(tx, now).await?;
    metrics::counter!("transactions_changed_total", "cause" => cause.name()).increment(1);
    let payment =
        IncomingPayment { transaction: Some((&transaction.id, transaction.amount_cents)), cause, now };
    let (shop, mailer) = (&app.config.shop, &app.mailer);
    match (status, subject) {
        (Status::Completed | Status::PartRefunded, _) if before.was_paid() => {}
        (Status::Completed | Status::PartRefunded, Subject::Order(id)) => {
            orders::fulfil(shop, mailer, tx, id, payment).await?;
        }
        (Status::Completed | Status::PartRefunded, Subject::Subscription(id)) => {
            subscriptions::fulfil(shop, mailer, tx, id, payment).await?;
        }
        (Status::Refunded, subject) => {
            refund_states::complete(app, tx, transaction, cause, now).await?;
            match subject {
                Subject::Order(id) => orders::refund(tx, id, payment).await?,
                Subject::Subscription(id) => subscriptions::refund(tx, id, payment).await?,
            }
        }
        (Status::Cancelled | Status::Failed | Status::Expired, subject) => {
            let (order_status, payment_status) = match status {
                Status::Cancelled => (OrderStatus::Cancelled, PaymentStatus::Cancelled),
                Status::Failed => (OrderStatus::Failed, PaymentStatus::Failed),
                _ => (OrderStatus::Expired, PaymentStatus::Expired),
            };
            match subject {
                Subject::Order(id) => orders::close_after_attempt(tx, id, order_status, cause, now).await?,
                Subject::Subscription(id) => {
                    lifecycle::close_payment(mailer, tx, id, payment_status, cause, now).await?;
                }
            }
        }
        (Status::Created | Status::Pending | Status::Approved | Status::Unknown, _) => {}
    }
    Ok(TransactionState { status, subject })
}

/// Returns how a report differs from the requested payment.
fn difference(shop_id: &str, report: &Report, transaction: &Transaction) -> Option<String> {
    let requested = transaction.amount_cents;
    if report.amount != requested {
        Some(format!("amount {} instead of {requested}", report.amount))
    } else if report.currency != CURRENCY {
        Some(format!("currency {} instead of {CURRENCY}", report.currency))
    } else {
        let shop = report.shop.as_ref().filter(|shop| *shop != shop_id)?;
        Some(format!("shop {shop} instead of {shop_id}"))
    }
}

async fn refuse(
    tx: &mut Tx,
    report: &Report,
    subject: Subject,
    difference: &str,
    cause: Cause,
    now: Timestamp,
) -> DbResult<()> {
    let Report { transaction_id: id, status, amount, .. } = report;
    let detail = format!("{status:?} was reported with {difference}; nothing is delivered on it.");
    let incident = PaymentIncident::new(IncidentKind::AmountDiffers, format!("{id}:{difference}"), detail)
        .order(subject.order_id())
        .transaction(id.as_str())
        .amount(*amount);
    if !incident.record(tx, now).await? {
        return Ok(());
    }
    let event =
        Event::new(EventKind::ReportRefused, cause, json!({ "status": status, "difference": difference }));
    event.order(subject.order_id()).transaction(id.as_str()).append(tx, now).await
}
