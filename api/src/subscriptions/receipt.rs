//! The receipt of a payment for a subscription, issued and sent in the transaction that marks the payment paid.

use heliriiul_db::{Timestamp, Tx};
use minijinja::context;

use super::SubscriptionPayment;
use crate::{
    config::Shop,
    email::Mailer,
    error::ApiResult,
    format::date,
    ledger::PaidFor,
    money::Cents,
    receipts::{self, NewReceipt, ReceiptLine},
    withdrawal_right,
};

/// Issues the receipt of a paid payment and queues the email. `until` is the end of the paid period.
pub async fn queue(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    what: String,
    until: Timestamp,
    now: Timestamp,
) -> ApiResult<()> {
    let line = ReceiptLine {
        position: Some(1),
        text: what,
        book_id: None,
        list_price: payment.list_cents,
        price: payment.amount_cents,
        vat_rate: Cents::new(payment.vat_basis_points),
        vat: payment.vat_cents,
    };
    let new = NewReceipt {
        user_id: payment.user_id,
        paid_for: PaidFor::Subscription(payment.id),
        reference: payment.number.clone(),
        discount_code: None,
        lines: vec![line],
    };
    let receipt = receipts::issue(shop, tx, new, now).await?;
    let consent_at = payment.immediate_access_consent_at;
    let context = context! {
        receipt => receipts::context(&receipt),
        withdrawal => withdrawal_right::email_context(shop, &payment.number, now, consent_at),
        until => date(until),
    };
    Ok(mailer.queue(tx, payment.user_id, "subscription-receipt", payment.id, context, now).await?)
}
