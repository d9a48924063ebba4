//! The receipt of an order, an email queued in the transaction that marks the order paid.

use std::collections::BTreeMap;

use heliriiul_db::{OrderId, Timestamp, Tx};
use serde::Serialize;

use crate::{
    config::Config,
    email::{self, Mailer, NewEmail},
    error::ApiError,
    format::{date, euro},
    ledger::next_receipt_number,
    money::Cents,
    vat,
};

/// The context of the templates `email/receipt.*`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Receipt {
    number: i64,
    order_number: String,
    /// The day in Estonia.
    paid_on: String,
    first_name: String,
    buyer: String,
    email: String,
    seller: String,
    lines: Vec<ReceiptLine>,
    /// One row for each rate.
    vat: Vec<VatRow>,
    total: String,
    discount_code: Option<String>,
    library_link: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReceiptLine {
    title: String,
    author: String,
    price: String,
    /// Before reductions, when there were any.
    list_price: Option<String>,
}

#[derive(Serialize)]
struct VatRow {
    /// Such as `9%`.
    rate: String,
    net: String,
    vat: String,
}

#[derive(sqlx::FromRow)]
struct OrderRow {
    number: String,
    receipt_number: i64,
    total_cents: Cents,
    discount_code: Option<String>,
    email: String,
    first_name: String,
    last_name: String,
}

#[derive(sqlx::FromRow)]
struct LineRow {
    title: String,
    author: String,
    list_cents: Cents,
    price_cents: Cents,
    vat_basis_points: i64,
    vat_cents: Cents,
}

/// Gives the order its receipt number and queues the email.
pub async fn queue(
    config: &Config,
    mailer: &Mailer,
    tx: &mut Tx,
    order_id: OrderId,
    now: Timestamp,
) -> Result<(), ApiError> {
    let number = next_receipt_number(tx).await?;
    tx.execute("UPDATE orders SET receipt_number = $2 WHERE id = $1", (order_id, number)).await?;
    let order: OrderRow = tx
        .one(
            "SELECT o.number, o.receipt_number, o.total_cents, o.discount_code, \
             u.email, u.first_name, u.last_name FROM orders o JOIN users u ON u.id = o.user_id \
             WHERE o.id = $1",
            (order_id,),
        )
        .await?;
    let lines: Vec<LineRow> = tx
        .all(
            "SELECT title, author, list_cents, price_cents, vat_basis_points, vat_cents \
             FROM order_lines WHERE order_id = $1 ORDER BY position",
            (order_id,),
        )
        .await?;
    let recipient = order.email.clone();
    let email = NewEmail {
        dedupe_key: format!("receipt:{order_id}"),
        recipient: &recipient,
        template: "receipt",
        context: receipt(config, order, &lines, now),
    };
    Ok(email::queue(tx, mailer, email, now).await?)
}

fn receipt(config: &Config, order: OrderRow, lines: &[LineRow], now: Timestamp) -> Receipt {
    Receipt {
        number: order.receipt_number,
        order_number: order.number,
        paid_on: date(now),
        buyer: format!("{} {}", order.first_name, order.last_name),
        first_name: order.first_name,
        email: order.email,
        seller: config.shop.seller.clone(),
        vat: vat_rows(lines),
        lines: lines
            .iter()
            .map(|line| ReceiptLine {
                title: line.title.clone(),
                author: line.author.clone(),
                price: euro(line.price_cents),
                list_price: (line.list_cents != line.price_cents).then(|| euro(line.list_cents)),
            })
            .collect(),
        total: euro(order.total_cents),
        discount_code: order.discount_code,
        library_link: format!("{}/", config.public_base()),
    }
}

fn vat_rows(lines: &[LineRow]) -> Vec<VatRow> {
    let mut by_rate: BTreeMap<i64, (Cents, Cents)> = BTreeMap::new();
    for line in lines {
        let (gross, vat) = by_rate.entry(line.vat_basis_points).or_default();
        *gross = gross.plus(line.price_cents);
        *vat = vat.plus(line.vat_cents);
    }
    by_rate
        .into_iter()
        .map(|(basis_points, (gross, vat))| VatRow {
            rate: vat::percent(basis_points),
            net: euro(Cents::new(gross.get() - vat.get())),
            vat: euro(vat),
        })
        .collect()
}
