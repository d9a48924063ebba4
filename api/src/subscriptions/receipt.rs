//! The receipt of a payment for a subscription, an email queued in the transaction that marks the payment paid.

use heliriiul_db::{Timestamp, Tx};
use minijinja::context;

use super::SubscriptionPayment;
use crate::{
    config::Shop,
    email::Mailer,
    error::ApiResult,
    format::{date, euro},
    ledger::next_receipt_number,
    money::Cents,
    vat, withdrawal_right,
};

/// Gives a paid payment its receipt number and queues the email. `until` is the end of the paid period.
pub async fn queue(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    what: String,
    until: Timestamp,
    now: Timestamp,
) -> ApiResult<()> {
    let number = next_receipt_number(tx).await?;
    let sql = "UPDATE subscription_payments SET receipt_number = $2 WHERE id = $1";
    tx.execute(sql, (payment.id, number)).await?;
    let SubscriptionPayment { amount_cents: amount, list_cents: list, vat_cents: vat, .. } = *payment;
    let context = context! {
        number,
        withdrawal => withdrawal_right::email_context(shop, &payment.number, now, payment.immediate_access_consent_at),
        paymentNumber => payment.number.as_str(),
        paidOn => date(now),
        what,
        price => euro(amount),
        listPrice => (list != amount).then(|| euro(list)),
        vatRate => vat::percent(payment.vat_basis_points),
        vat => euro(vat),
        net => euro(Cents::new(amount.get() - vat.get())),
        until => date(until),
    };
    Ok(mailer.queue(tx, payment.user_id, "subscription-receipt", payment.id, context, now).await?)
}
