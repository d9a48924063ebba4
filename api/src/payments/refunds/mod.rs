//! Giving money back at the provider. It knows no idempotency key, so a refund is noted before the call, and whoever
//! comes after a call that nobody heard the end of asks what has been given back before anything is sent.

mod rows;

use std::time::Duration;

use heliriiul_db::{RecordId, Timestamp, Tx};
use heliriiul_makecommerce::{ProviderError, Report, Status, Transaction};
use serde_json::json;

use self::rows::Row;
use super::{
    ledger::{self, Cause, Event, IncidentKind, PaymentIncident},
    receive,
};
use crate::{
    error::{ApiError, ApiResult, Code},
    money::Cents,
    state::AppState,
};

/// Beyond the time that one call may take: an older one is over, whatever became of it.
const IN_FLIGHT_MARGIN: Duration = Duration::from_secs(45);

/// How often a refund that is on its way is asked about.
const ASK_EVERY: Duration = Duration::from_hours(1);

const BATCH: i64 = 20;

const LONGEST_COMMENT: usize = 200;

/// What a refund came to.
pub struct Refunded {
    pub amount: Cents,
    /// The provider's: CREATED, SENT, SETTLED or FAILED.
    pub status: String,
    /// It had been sent before this call, which has sent nothing.
    pub earlier: bool,
}

/// Gives `amount` of a transaction back, or all that is left of it. The same amount with the same comment is the same
/// refund, so that a command whose answer was not seen can be given again.
pub async fn refund(
    app: &AppState,
    transaction_id: &str,
    amount: Option<Cents>,
    comment: &str,
) -> ApiResult<Refunded> {
    let comment = comment.trim();
    if comment.is_empty() || comment.chars().count() > LONGEST_COMMENT {
        return Err(ApiError::new(Code::Conflict, "The comment must have 1 to 200 characters."));
    }
    let (whole, unanswered) = catch_up(app, transaction_id).await?;
    if let Some(arrived) = unanswered {
        return Ok(arrived);
    }
    let (id, amount) = match begin(app, transaction_id, whole, amount, comment).await? {
        Begun::Earlier(refunded) => return Ok(refunded),
        Begun::New(id, amount) => (id, amount),
    };
    match app.payments.client.refund(transaction_id, amount, comment).await {
        Ok(refund) => {
            let status = refund.status.name();
            conclude(app, id, "sending", status, Some(&refund.id), Cause::Cli).await?;
            if let Err(error) = tell_store(app, transaction_id).await {
                // The provider tells it too, by notification.
                tracing::warn!(%error, transaction_id, "the refund was made; its transaction cannot be asked about");
            }
            Ok(Refunded { amount, status: status.to_owned(), earlier: false })
        }
        Err(error) if error.is_unanswered() => Err(ApiError::new(
            Code::ProviderUnavailable,
            "The provider did not answer; it may have been done. Give the same command again after a minute: the \
             provider is asked before anything is sent.",
        )
        .caused_by(error)),
        Err(error) => {
            conclude(app, id, "sending", "refused", None, Cause::Cli).await?;
            let why = if error.is_processing() {
                "The payment is still being processed. Nothing was sent; try again later.".to_owned()
            } else {
                format!("Nothing was sent: {error}.")
            };
            Err(ApiError::new(Code::Conflict, why).caused_by(error))
        }
    }
}

enum Begun {
    New(RecordId, Cents),
    Earlier(Refunded),
}

/// Notes what is about to be sent. One refund of a transaction at a time.
async fn begin(
    app: &AppState,
    transaction_id: &str,
    whole: Cents,
    amount: Option<Cents>,
    comment: &str,
) -> ApiResult<Begun> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let rows = rows::locked(&mut tx, transaction_id).await?;
    if rows.iter().any(|row| row.status == "sending") {
        return Err(under_way());
    }
    let same = |row: &&Row| row.counts() && Some(row.amount_cents) == amount && row.comment == comment;
    if let Some(row) = rows.iter().find(same) {
        let (amount, status) = (row.amount_cents, row.status.clone());
        return Ok(Begun::Earlier(Refunded { amount, status, earlier: true }));
    }
    let left = Cents::new(whole.get() - sum(&rows, Row::counts));
    let amount = amount.unwrap_or(left);
    if amount <= Cents::ZERO || amount > left {
        return Err(ApiError::new(Code::Conflict, format!("{left} EUR is left to give back, of {whole}.")));
    }
    let id = rows::insert(&mut tx, transaction_id, amount, "sending", comment, now).await?;
    tx.commit().await?;
    Ok(Begun::New(id, amount))
}

/// What became of a call that may still be running cannot be told by asking.
fn refuse_in_flight(app: &AppState, rows: &[Row]) -> ApiResult<()> {
    let in_flight = Duration::from_secs(app.config.payments.timeout_seconds) + IN_FLIGHT_MARGIN;
    let since = app.clock.now().minus(in_flight);
    let runs = rows.iter().any(|row| row.status == "sending" && row.updated_at > since);
    if runs { Err(under_way()) } else { Ok(()) }
}

fn under_way() -> ApiError {
    ApiError::new(Code::Conflict, "A refund of this transaction is under way. Try again after a minute.")
}

fn sum(rows: &[Row], which: impl Fn(&Row) -> bool) -> i64 {
    rows.iter().filter(|row| which(row)).map(|row| row.amount_cents.get()).sum()
}

/// Brings the rows in line with what the provider says has been given back. Answers the transaction's amount, and the
/// refund that was left without an answer, if it turns out to have arrived.
async fn catch_up(app: &AppState, transaction_id: &str) -> ApiResult<(Cents, Option<Refunded>)> {
    let mut tx = app.db.write().await?;
    let rows = rows::locked(&mut tx, transaction_id).await?;
    tx.commit().await?;
    refuse_in_flight(app, &rows)?;
    for row in rows.iter().filter(|row| row.is_open()) {
        ask_about(app, row).await;
    }
    let transaction = app.payments.client.transaction(transaction_id).await?;
    let whole = transaction.amount.ok_or(ProviderError::Incomplete)?;
    if !transaction.status.was_paid() {
        return Err(ApiError::new(Code::Conflict, format!("The transaction is {:?}.", transaction.status)));
    }
    let arrived = compare(app, &transaction, whole).await?;
    let report = transaction.report().ok_or(ProviderError::Incomplete)?;
    receive(app, &report, Cause::Cli).await?;
    Ok((whole, arrived))
}

/// What the provider says it has given back, against the rows.
async fn compare(app: &AppState, transaction: &Transaction, whole: Cents) -> ApiResult<Option<Refunded>> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let rows = rows::locked(&mut tx, &transaction.id).await?;
    // Begun since the provider was asked, it is no part of what the provider said.
    refuse_in_flight(app, &rows)?;
    let sending = rows.iter().find(|row| row.status == "sending");
    let given_back = match (transaction.refunded_amount, transaction.status) {
        (Some(amount), _) => amount.get(),
        (None, Status::Refunded) => whole.get(),
        (None, Status::Completed) => 0,
        _ if sending.is_none() => return Ok(None),
        _ => return Err(untold()),
    };
    // Whether it counts those on their way nobody has written down.
    let settled = sum(&rows, |row| row.status == "SETTLED");
    let open = sum(&rows, Row::is_open);
    let mut beyond = given_back - settled - open;
    let mut arrived = None;
    if let Some(row) = sending {
        let amount = row.amount_cents;
        if beyond >= amount.get() {
            beyond -= amount.get();
            work_in(&mut tx, row, "SETTLED", None, Cause::Cli, now).await?;
            arrived = Some(Refunded { amount, status: "SETTLED".to_owned(), earlier: true });
        } else if given_back - settled < amount.get() {
            work_in(&mut tx, row, "lost", None, Cause::Cli, now).await?;
        } else {
            return Err(untold());
        }
    }
    if beyond > 0 {
        let amount = Cents::new(beyond);
        rows::insert(&mut tx, &transaction.id, amount, "SETTLED", "Made at the provider", now).await?;
        rows::take_off_planned(&mut tx, &transaction.id, amount, now).await?;
        let event = Event {
            kind: "refund-found",
            user_id: None,
            order_id: None,
            transaction_id: Some(&transaction.id),
            cause: Cause::Cli,
            detail: json!({ "amount": amount }),
        };
        ledger::append(&mut tx, event, now).await?;
    }
    tx.commit().await?;
    Ok(arrived)
}

fn untold() -> ApiError {
    ApiError::new(
        Code::Conflict,
        "Whether an earlier refund arrived cannot be told from what the provider says. Nothing was sent; look into \
         the merchant portal, and try again when the refunds there are settled.",
    )
}

/// What has become of a refund: the row, the fact, and what follows from it, in one step.
async fn conclude(
    app: &AppState,
    id: RecordId,
    before: &str,
    status: &str,
    provider_id: Option<&str>,
    cause: Cause,
) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    if let Some(row) = rows::find(&mut tx, id).await?.filter(|row| row.status == before) {
        work_in(&mut tx, &row, status, provider_id, cause, now).await?;
    }
    Ok(tx.commit().await?)
}

async fn work_in(
    tx: &mut Tx,
    row: &Row,
    status: &str,
    provider_id: Option<&str>,
    cause: Cause,
    now: Timestamp,
) -> ApiResult<()> {
    if !rows::set(tx, row.id, &row.status, status, provider_id, now).await? || status == row.status {
        return Ok(());
    }
    note(tx, row, status, cause, now).await?;
    let was_sending = row.status == "sending";
    match status {
        "refused" | "lost" => {}
        "FAILED" => {
            if !was_sending {
                // What had been planned was taken for given back.
                let why = format!("Failed at the provider: {}", row.comment);
                ledger::plan_refund(tx, &row.transaction_id, row.amount_cents, &why, now).await?;
            }
            let trouble = PaymentIncident {
                unique_key: format!("refund-failed:{}", row.id),
                trouble: IncidentKind::RefundFailed,
                order_id: None,
                transaction_id: Some(&row.transaction_id),
                amount: Some(row.amount_cents),
                detail: "The provider could not give this back; its balance may not suffice.".to_owned(),
            };
            ledger::record_incident(tx, trouble, now).await?;
        }
        _ if was_sending => {
            rows::take_off_planned(tx, &row.transaction_id, row.amount_cents, now).await?;
        }
        _ => {}
    }
    Ok(())
}

async fn note(tx: &mut Tx, row: &Row, status: &str, cause: Cause, now: Timestamp) -> ApiResult<()> {
    let event = Event {
        kind: "refund-changed",
        user_id: None,
        order_id: None,
        transaction_id: Some(&row.transaction_id),
        cause,
        detail: json!({ "amount": row.amount_cents, "before": row.status, "after": status }),
    };
    Ok(ledger::append(tx, event, now).await?)
}

/// The order or the payment hears of it even where the provider's notification cannot arrive.
async fn tell_store(app: &AppState, transaction_id: &str) -> ApiResult<()> {
    let report: Option<Report> = app.payments.client.transaction(transaction_id).await?.report();
    if let Some(report) = report {
        receive(app, &report, Cause::Cli).await?;
    }
    Ok(())
}

/// Asks about refunds that are on their way; a bank may still send one back.
pub async fn follow(app: &AppState) -> ApiResult<()> {
    let mut tx = app.db.read().await?;
    let open = rows::open_since(&mut tx, app.clock.now().minus(ASK_EVERY), BATCH).await?;
    drop(tx);
    for row in open {
        ask_about(app, &row).await;
    }
    Ok(())
}

/// Not being told leaves it as it is until the next time.
async fn ask_about(app: &AppState, row: &Row) {
    let Some(provider_id) = &row.provider_id else { return };
    let said = app.payments.client.refund_state(provider_id).await;
    let status = said.as_ref().map_or(row.status.as_str(), |refund| refund.status.name());
    if let Err(error) = conclude(app, row.id, &row.status, status, None, Cause::Reconcile).await {
        tracing::warn!(%error, transaction_id = row.transaction_id, "a refund cannot be followed now");
    }
}
