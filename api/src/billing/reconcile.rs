//! Asks the provider about open transactions. It finds the payments whose messages were lost or came while the store
//! was down.

use heliriiul_db::Tx;
use heliriiul_makecommerce::Status;

use super::{
    charge::charge_verified_card,
    refunds,
    reports::receive,
    transactions::{self, Subject},
};
use crate::{error::ApiResult, ledger::Cause, state::AppState};

/// How many transactions one run checks. The next run continues.
const BATCH: i64 = 20;

/// Runs the reconciling job. The next check is scheduled even if this check fails.
pub async fn reconcile_job(app: &AppState) -> ApiResult<Tx> {
    for transaction in transactions::find_due(&app.db, app.clock.now(), BATCH).await? {
        // Schedule before the call, so that a transaction whose call never ends does not block the others.
        transactions::count_check(&app.db, &transaction, app.clock.now()).await?;
        let report = match app.payments.client.transaction(&transaction.id).await {
            Ok(answer) => answer.report(),
            Err(error) if error.is_not_found() => {
                let id = transaction.id;
                tracing::error!(id, "the provider does not know a transaction that it created");
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
