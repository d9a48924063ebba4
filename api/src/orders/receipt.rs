//! The receipt of an order, issued and sent in the transaction that marks the order paid.

use heliriiul_db::{BookId, OrderId, Timestamp, Tx, UserId};
use minijinja::context;

use crate::{
    config::Shop,
    email::Mailer,
    error::ApiResult,
    ledger::PaidFor,
    money::Cents,
    receipts::{self, NewReceipt, ReceiptLine},
    withdrawal_right,
};

#[derive(sqlx::FromRow)]
struct Line {
    position: i64,
    book_id: BookId,
    title: String,
    author: String,
    list_cents: Cents,
    price_cents: Cents,
    vat_basis_points: i64,
    vat_cents: Cents,
}

impl From<Line> for ReceiptLine {
    fn from(line: Line) -> Self {
        Self {
            position: Some(line.position + 1),
            text: format!("{} - {}", line.author, line.title),
            book_id: Some(line.book_id),
            list_price: line.list_cents,
            price: line.price_cents,
            vat_rate: Cents::new(line.vat_basis_points),
            vat: line.vat_cents,
        }
    }
}

/// Issues the receipt of the order and queues the email.
pub async fn queue(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    order_id: OrderId,
    user_id: UserId,
    now: Timestamp,
) -> ApiResult<()> {
    let (reference, discount_code, consent_at): (String, Option<String>, Option<Timestamp>) = tx
        .one(
            "SELECT number, discount_code, immediate_access_consent_at FROM orders WHERE id = $1",
            (order_id,),
        )
        .await?;
    let sql = "SELECT * FROM order_lines WHERE order_id = $1 ORDER BY position";
    let lines: Vec<Line> = tx.all(sql, (order_id,)).await?;
    let lines = lines.into_iter().map(ReceiptLine::from).collect();
    let withdrawal = withdrawal_right::email_context(shop, &reference, now, consent_at);
    let paid_for = PaidFor::Order(order_id);
    let new = NewReceipt { user_id, paid_for, reference, discount_code, lines };
    let receipt = receipts::issue(shop, tx, new, now).await?;
    let context = context! { receipt => receipts::context(&receipt), withdrawal };
    Ok(mailer.queue(tx, user_id, "receipt", order_id, context, now).await?)
}
