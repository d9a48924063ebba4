//! The one transition that returns, notifications and reconciliation all lead to.
//!
//! It holds the transaction's row from the first statement to the commit, so that reports of one transaction come one
//! after the other whatever node they reach, and each is compared with what the last one left.

use heliriiul_db::{OrderId, SubscriptionPaymentId, Timestamp, Tx};
use heliriiul_makecommerce::{CURRENCY, Report, Status};
use serde_json::json;

use super::{
    ledger::{self, Cause, Event, IncidentKind, PaymentIncident},
    reconcile,
};
use crate::{
    error::ApiError,
    money::Cents,
    orders::{self, OrderStatus, Payment},
    state::AppState,
    subscriptions::{self, PaymentStatus, Received},
};

/// How things stand after a report.
#[derive(Clone, Copy, Debug)]
pub struct Settled {
    /// Of the transaction, as the store holds it.
    pub status: Status,
    pub order_id: Option<OrderId>,
    pub subscription_payment_id: Option<SubscriptionPaymentId>,
}

#[derive(sqlx::FromRow)]
struct Row {
    order_id: Option<OrderId>,
    subscription_payment_id: Option<SubscriptionPaymentId>,
    amount_cents: Cents,
    status: Status,
    created_at: Timestamp,
    checks: i64,
}

/// Applies a report, in any order, any number of times. `None` when the store does not know the transaction.
pub async fn settle(
    app: &AppState,
    tx: &mut Tx,
    report: &Report,
    cause: Cause,
    now: Timestamp,
) -> Result<Option<Settled>, ApiError> {
    // Writing nothing new takes the row's lock on both databases.
    let row: Option<Row> = tx
        .optional(
            "UPDATE transactions SET updated_at = updated_at WHERE id = $1 \
             RETURNING order_id, subscription_payment_id, amount_cents, status, created_at, checks",
            (&report.transaction_id,),
        )
        .await?;
    let Some(row) = row else { return Ok(None) };
    let settled = |status| {
        Ok(Some(Settled {
            status,
            order_id: row.order_id,
            subscription_payment_id: row.subscription_payment_id,
        }))
    };
    if let Some(difference) = difference(app, report, row.amount_cents) {
        refuse(tx, report, &row, &difference, cause, now).await?;
        return settled(row.status);
    }
    let status = report.status;
    if !status.follows(row.status) {
        return settled(row.status);
    }
    tx.execute(
        "UPDATE transactions SET status = $2, updated_at = $3, next_check_at = $4 WHERE id = $1",
        (&report.transaction_id, status, now, reconcile::next_check(status, row.created_at, row.checks, now)),
    )
    .await?;
    ledger::append(
        tx,
        Event {
            kind: "transaction-changed",
            user_id: None,
            order_id: row.order_id,
            transaction_id: Some(&report.transaction_id),
            cause,
            detail: json!({ "before": row.status, "after": status }),
        },
        now,
    )
    .await?;
    metrics::counter!("transactions_changed_total", "cause" => cause.name()).increment(1);
    if status == Status::Refunded {
        ledger::refunds_done(tx, &report.transaction_id, now).await?;
    }
    if let Some(order_id) = row.order_id {
        let payment =
            Payment { order_id, transaction: Some((&report.transaction_id, row.amount_cents)), cause };
        match status {
            Status::Completed | Status::PartRefunded if !row.status.was_paid() => {
                orders::fulfil(app, tx, &payment, now).await?;
            }
            Status::Refunded => orders::refund(tx, &payment, now).await?,
            Status::Cancelled => orders::close(tx, order_id, OrderStatus::Cancelled, cause, now).await?,
            Status::Failed => orders::close(tx, order_id, OrderStatus::Failed, cause, now).await?,
            Status::Expired => orders::close(tx, order_id, OrderStatus::Expired, cause, now).await?,
            _ => {}
        }
    }
    if let Some(payment_id) = row.subscription_payment_id {
        let received = Received { transaction: Some((&report.transaction_id, row.amount_cents)), cause };
        let over = match status {
            Status::Completed | Status::PartRefunded if !row.status.was_paid() => {
                subscriptions::paid(app, tx, payment_id, received, now).await?;
                None
            }
            Status::Refunded => {
                subscriptions::refunded(tx, payment_id, received, now).await?;
                None
            }
            Status::Cancelled => Some(PaymentStatus::Cancelled),
            Status::Failed => Some(PaymentStatus::Failed),
            Status::Expired => Some(PaymentStatus::Expired),
            _ => None,
        };
        if let Some(over) = over {
            subscriptions::not_paid(app, tx, payment_id, over, cause, now).await?;
        }
    }
    settled(status)
}

/// What a report says otherwise than was asked for.
fn difference(app: &AppState, report: &Report, asked: Cents) -> Option<String> {
    if report.amount != asked {
        Some(format!("amount {} instead of {asked}", report.amount))
    } else if report.currency != CURRENCY {
        Some(format!("currency {} instead of {CURRENCY}", report.currency))
    } else {
        let shop = report.shop.as_ref().filter(|shop| **shop != app.payments.account.shop_id)?;
        Some(format!("shop {shop} instead of {}", app.payments.account.shop_id))
    }
}

async fn refuse(
    tx: &mut Tx,
    report: &Report,
    row: &Row,
    difference: &str,
    cause: Cause,
    now: Timestamp,
) -> Result<(), ApiError> {
    let transaction_id = Some(report.transaction_id.as_str());
    let trouble = PaymentIncident {
        unique_key: format!("differs:{}:{difference}", report.transaction_id),
        trouble: IncidentKind::AmountDiffers,
        order_id: row.order_id,
        transaction_id,
        amount: Some(report.amount),
        detail: format!("{:?} was reported with {difference}; nothing is delivered on it.", report.status),
    };
    if ledger::record_incident(tx, trouble, now).await? {
        let event = Event {
            kind: "report-refused",
            user_id: None,
            order_id: row.order_id,
            transaction_id,
            cause,
            detail: json!({ "status": report.status, "difference": difference }),
        };
        ledger::append(tx, event, now).await?;
    }
    Ok(())
}
