//! Asks the provider about open transactions. It finds the payments whose messages were lost or came while the store
//! was down.

use heliriiul_db::Tx;

use super::{
    charge::charge_verified_card,
    refund_states,
    reports::receive,
    transactions::{self, Subject, Transaction},
};
use crate::{
    error::ApiResult,
    ledger::{Cause, IncidentKind, PaymentIncident},
    state::AppState,
};

/// How many transactions one run checks. The next run continues.
const BATCH: i64 = 20;

/// Runs the reconciling job. The next check is scheduled even if this check fails.
pub async fn reconcile_job(app: &AppState) -> ApiResult<Tx> {
    for transaction in transactions::find_due(&app.db, app.clock.now(), BATCH).await? {
        check(app, &transaction).await?;
    }
    refund_states::check_open(app).await?;
    Ok(app.db.write().await?)
}

/// Asks about one transaction, applies the report, and charges a verified card that waits for it.
pub async fn check(app: &AppState, transaction: &Transaction) -> ApiResult<()> {
    // Schedule before the call, so that a transaction whose call never ends does not block the others.
    transactions::begin_check(&app.db, transaction, app.clock.now()).await?;
    let id = transaction.id.as_str();
    let report = match app.payments.client.transaction(id).await {
        Ok(answer) => answer.report(),
        Err(error) if error.is_not_found() => {
            let detail = "The provider does not know this transaction, which it has created.";
            return record_lost(app, transaction, detail).await;
        }
        Err(error) => return Err(error.into()),
    };
    let Some(report) = report else {
        return record_lost(app, transaction, "The provider left out the amount or the currency.").await;
    };
    receive(app, &report, Cause::Reconcile).await?;
    if let (true, Subject::Subscription(payment_id)) = (report.status.is_open(), transaction.subject()?) {
        charge_verified_card(app, id, payment_id).await?;
    }
    Ok(transactions::end_check(&app.db, transaction, report.status, app.clock.now()).await?)
}

async fn record_lost(app: &AppState, transaction: &Transaction, detail: &str) -> ApiResult<()> {
    let id = transaction.id.as_str();
    let mut tx = app.db.write().await?;
    let incident = PaymentIncident::new(IncidentKind::TransactionLost, id, detail);
    incident.transaction(id).amount(transaction.amount_cents).record(&mut tx, app.clock.now()).await?;
    Ok(tx.commit().await?)
}
