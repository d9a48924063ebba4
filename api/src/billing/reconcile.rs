//! Asks the provider about open transactions. It finds the payments whose messages were lost or came while the store
//! was down.

use heliriiul_db::Tx;
use heliriiul_makecommerce::Status;

use super::{
    charge::charge_verified_card,
    refunds,
    settle::receive,
    transactions::{self, Subject},
};
use crate::{error::ApiError, ledger::Cause, state::AppState};

/// How many transactions one run checks. The next run continues.
const BATCH: i64 = 20;

/// Runs the reconciling job. The next check is scheduled even if this check fails.
pub async fn reconcile_job(app: &AppState) -> Result<Tx, ApiError> {
    let mut tx = app.db.read().await?;
    let due = transactions::find_due(&mut tx, app.clock.now(), BATCH).await?;
    drop(tx);
    for transaction in due {
        // Schedule before the call, so that a transaction whose call never ends does not block the others.
        let mut tx = app.db.write().await?;
        transactions::count_check(&mut tx, &transaction, app.clock.now()).await?;
        tx.commit().await?;
        let report = match app.payments.client.transaction(&transaction.id).await {
            Ok(answer) => answer.report(),
            Err(error) if error.is_not_found() => {
                tracing::error!(
                    id = transaction.id,
                    "the provider does not know a transaction that it created"
                );
                continue;
            }
            // The other calls would fail too.
            Err(error) => return Err(error.into()),
        };
        let Some(report) = report else {
            tracing::error!(id = transaction.id, "the provider left out amount or currency");
            continue;
        };
        receive(app, &report, Cause::Reconcile).await?;
        if let (Status::Pending | Status::Approved, Subject::Subscription(payment_id)) =
            (report.status, transaction.subject()?)
        {
            charge_verified_card(app, &transaction.id, payment_id).await?;
        }
    }
    refunds::check_open(app).await?;
    Ok(app.db.write().await?)
}
