//! The receipt of an order, an email queued in the transaction that marks the order paid.

use std::collections::BTreeMap;

use heliriiul_db::{OrderId, Timestamp, Tx, UserId};
use minijinja::{Value, context};

use crate::{
    config::Shop,
    email::Mailer,
    error::ApiResult,
    format::{date, euro},
    ledger::next_receipt_number,
    money::Cents,
    vat, withdrawal_right,
};

#[derive(sqlx::FromRow)]
struct Line {
    title: String,
    author: String,
    list_cents: Cents,
    price_cents: Cents,
    vat_basis_points: i64,
    vat_cents: Cents,
}

/// Gives the order its receipt number and queues the email.
pub async fn queue(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    order_id: OrderId,
    user_id: UserId,
    now: Timestamp,
) -> ApiResult<()> {
    let number = next_receipt_number(tx).await?;
    let (order_number, total, discount_code, consent_at): (String, Cents, Option<String>, Option<Timestamp>) =
        tx.one(
            "UPDATE orders SET receipt_number = $2 WHERE id = $1 \
             RETURNING number, total_cents, discount_code, immediate_access_consent_at",
            (order_id, number),
        )
        .await?;
    let sql = "SELECT * FROM order_lines WHERE order_id = $1 ORDER BY position";
    let lines: Vec<Line> = tx.all(sql, (order_id,)).await?;
    let context = context! {
        number,
        withdrawal => withdrawal_right::email_context(shop, &order_number, now, consent_at),
        orderNumber => order_number,
        paidOn => date(now),
        vat => vat_rows(&lines),
        lines => lines.into_iter().map(line_context).collect::<Vec<_>>(),
        total => euro(total),
        discountCode => discount_code,
    };
    Ok(mailer.queue(tx, user_id, "receipt", order_id, context, now).await?)
}

fn line_context(line: Line) -> Value {
    let Line { title, author, list_cents, price_cents, .. } = line;
    let list_price = (list_cents != price_cents).then(|| euro(list_cents));
    context! { title, author, price => euro(price_cents), listPrice => list_price }
}

/// One row for each rate.
fn vat_rows(lines: &[Line]) -> Vec<Value> {
    let mut by_rate: BTreeMap<i64, (Cents, Cents)> = BTreeMap::new();
    for line in lines {
        let (gross, vat) = by_rate.entry(line.vat_basis_points).or_default();
        *gross = gross.plus(line.price_cents);
        *vat = vat.plus(line.vat_cents);
    }
    let row = |(basis_points, (gross, vat)): (i64, (Cents, Cents))| {
        let net = Cents::new(gross.get() - vat.get());
        context! { rate => vat::percent(basis_points), net => euro(net), vat => euro(vat) }
    };
    by_rate.into_iter().map(row).collect()
}
