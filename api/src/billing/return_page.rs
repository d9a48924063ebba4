//! Chooses the page that the buyer's browser opens after the provider's pages. Only a verified, successful payment
//! opens a page of success.

use heliriiul_db::{DbResult, OrderId, SubscriptionPaymentId, Tx};
use heliriiul_makecommerce::Status;

use super::{reports::TransactionState, transactions::Subject};
use crate::{
    orders::{self, OrderStatus},
    subscriptions::{PaymentPurpose, PaymentStatus},
};

/// The page for a payment whose outcome is not known yet.
pub const PENDING: &str = "/ostukorv?makse=pending";

pub async fn return_page(tx: &mut Tx, state: Option<TransactionState>, verified: bool) -> DbResult<String> {
    match state {
        Some(TransactionState { status, subject: Subject::Order(id) }) => {
            order_page(tx, id, status, verified).await
        }
        Some(TransactionState { subject: Subject::Subscription(id), .. }) => {
            subscription_page(tx, id, verified).await
        }
        None => Ok(PENDING.to_owned()),
    }
}

async fn order_page(tx: &mut Tx, order_id: OrderId, status: Status, verified: bool) -> DbResult<String> {
    if verified && orders::status(tx, order_id).await? == OrderStatus::Paid {
        return Ok(format!("/makse-sooritatud?tellimus={order_id}"));
    }
    let result = match status {
        Status::Cancelled if verified => "cancelled",
        Status::Failed | Status::Expired | Status::Refunded if verified => "failed",
        _ => "pending",
    };
    Ok(format!("/ostukorv?makse={result}&tellimus={order_id}"))
}

async fn subscription_page(
    tx: &mut Tx,
    payment_id: SubscriptionPaymentId,
    verified: bool,
) -> DbResult<String> {
    let (purpose, status, transaction_id): (PaymentPurpose, PaymentStatus, String) = tx
        .one(
            "SELECT p.purpose, p.status, (SELECT MAX(id) FROM transactions WHERE subscription_payment_id = p.id) \
             FROM subscription_payments p WHERE p.id = $1",
            (payment_id,),
        )
        .await?;
    let is_paid = verified && status == PaymentStatus::Paid;
    let endpoint = match purpose {
        PaymentPurpose::Card if is_paid => return Ok("/card-change-complete".to_owned()),
        _ if is_paid => return Ok("/paketimakse-sooritatud".to_owned()),
        PaymentPurpose::Trial => "start-trial",
        PaymentPurpose::Card => "change-card-details",
        PaymentPurpose::Join | PaymentPurpose::Renewal | PaymentPurpose::Upgrade => "checkout-subscription",
    };
    Ok(format!("/kaardimakse/{endpoint}/web?tehing={transaction_id}"))
}
