//! The emails of receipts and credit notes.

use std::fmt::Display;

use heliriiul_db::{ReceiptId, Timestamp, Tx};
use minijinja::{Value, context};

use super::issue::{Receipt, ReceiptKind, find};
use crate::{
    email::Mailer,
    error::ApiResult,
    format::{date, euro},
    state::AppState,
    vat,
};

/// The context of the template `receipt-content`.
pub fn context(receipt: &Receipt) -> Value {
    let content = &receipt.content;
    let lines = content.lines.iter().map(|line| {
        let list_price = (line.list_price != line.price).then(|| euro(line.list_price));
        context! { text => line.text.as_str(), price => euro(line.price), listPrice => list_price }
    });
    let vat = content.vat.iter().map(|total| {
        context! { rate => vat::percent(total.rate.get()), net => euro(total.net), vat => euro(total.vat) }
    });
    let credited = content
        .credited
        .as_ref()
        .map(|credited| context! { number => credited.number, issuedOn => date(credited.issued_at) });
    context! {
        isCreditNote => receipt.kind == ReceiptKind::CreditNote,
        number => receipt.number,
        issuedOn => date(receipt.issued_at),
        cancelledOn => receipt.cancelled_at.map(date),
        isOrder => receipt.order_id.is_some(),
        reference => content.reference.as_str(),
        seller => context! {
            name => content.seller.name.as_str(),
            registryCode => content.seller.registry_code.as_str(),
            vatNumber => content.seller.vat_number.as_str(),
            address => content.seller.address.as_str(),
        },
        buyer => context! { name => content.buyer.name.as_str(), email => content.buyer.email.as_str() },
        discountCode => content.discount_code.as_deref(),
        credited,
        lines => lines.collect::<Vec<_>>(),
        vat => vat.collect::<Vec<_>>(),
        total => euro(receipt.total),
        path => format!("/konto/kviitung/{}", receipt.id),
    }
}

/// Queues an email that needs nothing but the receipt.
pub(super) async fn queue(
    mailer: &Mailer,
    tx: &mut Tx,
    receipt: &Receipt,
    template: &'static str,
    key: impl Display + Send,
    now: Timestamp,
) -> ApiResult<()> {
    let context = context! { receipt => context(receipt) };
    Ok(mailer.queue(tx, receipt.user_id, template, key, context, now).await?)
}

/// Sends a receipt or a credit note again, to the account's current address. The caller has checked who asks.
pub async fn send_again(app: &AppState, id: ReceiptId) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let receipt = find(&mut tx, id, None).await?;
    let key = format!("{id}:{}", now.millis());
    queue(&app.mailer, &mut tx, &receipt, "receipt-again", key, now).await?;
    Ok(tx.commit().await?)
}
