//! Sales: one row for each Estonian day, kind, book or plan and VAT rate. Refunds are rows with negative amounts, on the
//! day of the refund.

use std::{collections::BTreeMap, ops::Range};

use heliriiul_db::{BookId, Db, DbResult, OrderId, Timestamp, text_enum};
use serde::Serialize;
use utoipa::ToSchema;

use super::finish;
use crate::{
    calendar::day_of,
    error::{ApiError, ApiResult},
    money::Cents,
    subscriptions::Plan,
};

text_enum! {
    /// What a row of the report is about.
    #[derive(Serialize, PartialOrd, Ord, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum SaleKind {
        Book = "book",
        Subscription = "subscription",
        /// Of a part of an order that is not a book of it.
        Refund = "refund",
    }
}

/// Sales of one day, thing and VAT rate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SalesRow {
    /// `YYYY-MM-DD`.
    pub day: String,
    pub kind: SaleKind,
    /// The title, the plan's name or the number of the order.
    pub name: String,
    pub isbn: String,
    pub publisher: String,
    /// Basis points.
    pub vat_rate: i64,
    /// Sold, less refunded.
    pub count: i64,
    pub gross: Cents,
    pub vat: Cents,
    pub net: Cents,
}

/// Writes the rows as CSV, amounts in euro.
pub fn sales_csv(rows: &[SalesRow]) -> ApiResult<String> {
    let header = ["day", "kind", "name", "isbn", "publisher", "vatRate", "count", "gross", "vat", "net"];
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header).map_err(ApiError::internal)?;
    for SalesRow { day, kind, name, isbn, publisher, vat_rate, count, gross, vat, net } in rows {
        let (vat_rate, count) = (vat_rate.to_string(), count.to_string());
        let [gross, vat, net] = [gross, vat, net].map(Cents::to_string);
        let record = [day, kind.name(), name, isbn, publisher, &vat_rate, &count, &gross, &vat, &net];
        writer.write_record(record).map_err(ApiError::internal)?;
    }
    finish(writer)
}

/// What rows are added up by.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    day: String,
    kind: SaleKind,
    name: String,
    isbn: String,
    publisher: String,
    vat_rate: i64,
}

#[derive(Default)]
struct Sum {
    count: i64,
    gross: i64,
    vat: i64,
}

#[derive(Default)]
struct Sums(BTreeMap<Key, Sum>);

impl Sums {
    fn add(&mut self, key: Key, count: i64, gross: Cents, vat: Cents) {
        let sum = self.0.entry(key).or_default();
        sum.count += count;
        sum.gross += count.signum() * gross.get();
        sum.vat += count.signum() * vat.get();
    }

    fn into_rows(self) -> Vec<SalesRow> {
        let row = |(key, sum): (Key, Sum)| {
            let Key { day, kind, name, isbn, publisher, vat_rate } = key;
            let (gross, vat) = (Cents::new(sum.gross), Cents::new(sum.vat));
            let net = Cents::new(sum.gross - sum.vat);
            SalesRow { day, kind, name, isbn, publisher, vat_rate, count: sum.count, gross, vat, net }
        };
        self.0.into_iter().map(row).collect()
    }
}

#[derive(sqlx::FromRow)]
struct OrderLine {
    paid_at: Timestamp,
    book_id: BookId,
    title: String,
    isbn: Option<String>,
    publisher: Option<String>,
    price_cents: Cents,
    vat_basis_points: i64,
    vat_cents: Cents,
}

impl OrderLine {
    fn key(&self, at: Timestamp) -> Key {
        Key {
            day: day_of(at),
            kind: SaleKind::Book,
            name: self.title.clone(),
            isbn: self.isbn.clone().unwrap_or_default(),
            publisher: self.publisher.clone().unwrap_or_default(),
            vat_rate: self.vat_basis_points,
        }
    }
}

#[derive(sqlx::FromRow)]
struct PlanPayment {
    paid_at: Timestamp,
    plan: Plan,
    amount_cents: Cents,
    vat_basis_points: i64,
    vat_cents: Cents,
}

fn plan_key(plan: Plan, vat_rate: i64, at: Timestamp) -> Key {
    let name = plan.title().to_owned();
    Key {
        day: day_of(at),
        kind: SaleKind::Subscription,
        name,
        isbn: String::new(),
        publisher: String::new(),
        vat_rate,
    }
}

/// A refund that the provider pays out, with what its transaction paid for.
#[derive(sqlx::FromRow)]
struct RefundRow {
    created_at: Timestamp,
    amount_cents: Cents,
    book_id: Option<BookId>,
    order_id: Option<OrderId>,
    order_number: Option<String>,
    total_cents: Option<Cents>,
    plan: Option<Plan>,
    vat_basis_points: Option<i64>,
}

macro_rules! lines {
    ($condition:literal) => {
        concat!(
            "SELECT o.paid_at, l.book_id, l.title, b.isbn, b.publisher, l.price_cents, l.vat_basis_points, l.vat_cents \
             FROM order_lines l JOIN orders o ON o.id = l.order_id LEFT JOIN books b ON b.id = l.book_id ",
            $condition
        )
    };
}

/// Returns the sales within a time, by day.
pub async fn sales(db: &Db, time: Range<Timestamp>) -> DbResult<Vec<SalesRow>> {
    let mut tx = db.read().await?;
    let mut sums = Sums::default();
    let sql = lines!("WHERE o.paid_at >= $1 AND o.paid_at < $2");
    let lines: Vec<OrderLine> = tx.all(sql, (time.start, time.end)).await?;
    for line in &lines {
        sums.add(line.key(line.paid_at), 1, line.price_cents, line.vat_cents);
    }
    let payments: Vec<PlanPayment> = tx
        .all(
            "SELECT paid_at, plan, amount_cents, vat_basis_points, vat_cents FROM subscription_payments \
             WHERE status IN ('paid', 'refunded') AND amount_cents > 0 AND paid_at >= $1 AND paid_at < $2",
            (time.start, time.end),
        )
        .await?;
    for payment in payments {
        let key = plan_key(payment.plan, payment.vat_basis_points, payment.paid_at);
        sums.add(key, 1, payment.amount_cents, payment.vat_cents);
    }
    let refunds: Vec<RefundRow> = tx
        .all(
            "SELECT r.created_at, r.amount_cents, r.book_id, t.order_id, o.number AS order_number, o.total_cents, p.plan, \
             p.vat_basis_points FROM refunds r JOIN transactions t ON t.id = r.transaction_id \
             LEFT JOIN orders o ON o.id = t.order_id \
             LEFT JOIN subscription_payments p ON p.id = t.subscription_payment_id \
             WHERE r.status IN ('CREATED', 'PENDING', 'SENT', 'SETTLED', 'sending') \
             AND r.created_at >= $1 AND r.created_at < $2",
            (time.start, time.end),
        )
        .await?;
    for refund in refunds {
        if let (Some(plan), Some(rate)) = (refund.plan, refund.vat_basis_points) {
            let key = plan_key(plan, rate, refund.created_at);
            sums.add(key, -1, refund.amount_cents, refund.amount_cents.vat_included(rate));
        } else if let Some(order_id) = refund.order_id {
            let sql = lines!("WHERE o.id = $1 ORDER BY l.position");
            let lines: Vec<OrderLine> = tx.all(sql, (order_id,)).await?;
            add_order_refund(&mut sums, &refund, &lines);
        }
    }
    Ok(sums.into_rows())
}

/// A refund of a whole order takes all its lines back, one of a book or of a line's price takes that line back.
fn add_order_refund(sums: &mut Sums, refund: &RefundRow, lines: &[OrderLine]) {
    let at = refund.created_at;
    let whole = refund.total_cents == Some(refund.amount_cents);
    let is_returned = |line: &&OrderLine| match refund.book_id {
        Some(book_id) => line.book_id == book_id,
        None => line.price_cents == refund.amount_cents,
    };
    let one = lines.iter().filter(is_returned);
    let returned: Vec<&OrderLine> = if whole { lines.iter().collect() } else { one.collect() };
    if whole || returned.len() == 1 {
        for line in returned {
            sums.add(line.key(at), -1, line.price_cents, line.vat_cents);
        }
        return;
    }
    let vat_rate = lines.first().map_or(0, |line| line.vat_basis_points);
    let key = Key {
        day: day_of(at),
        kind: SaleKind::Refund,
        name: refund.order_number.clone().unwrap_or_default(),
        isbn: String::new(),
        publisher: String::new(),
        vat_rate,
    };
    sums.add(key, -1, refund.amount_cents, refund.amount_cents.vat_included(vat_rate));
}
