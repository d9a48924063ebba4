//! All rows that the checks compare.

use std::collections::HashMap;

use heliriiul_db::{
    BookId, Cents, Db, DiscountId, GiftCardId, OrderId, Row, SubscriptionPaymentId, Timestamp, UserId,
};
use serde_json::Value;

/// A transaction as the provider knows it.
pub struct Provided {
    pub status: String,
    pub amount: i64,
    /// The number of the order or the payment.
    pub reference: String,
}

impl Provided {
    pub fn is_paid(&self) -> bool {
        self.status == "COMPLETED"
    }
}

#[derive(sqlx::FromRow)]
pub struct Transaction {
    pub id: String,
    pub order_id: Option<OrderId>,
    pub subscription_payment_id: Option<SubscriptionPaymentId>,
    pub amount_cents: i64,
    pub status: String,
}

#[derive(sqlx::FromRow)]
pub struct Order {
    pub id: OrderId,
    pub number: String,
    pub user_id: UserId,
    pub status: String,
    pub total_cents: i64,
    pub discount_id: Option<DiscountId>,
    pub receipt_number: Option<i64>,
}

#[derive(sqlx::FromRow)]
pub struct Line {
    pub order_id: OrderId,
    pub book_id: BookId,
    pub price_cents: i64,
}

#[derive(sqlx::FromRow)]
#[expect(clippy::struct_field_names, reason = "these are the names of the columns")]
pub struct Entry {
    pub user_id: UserId,
    pub book_id: BookId,
    pub order_id: Option<OrderId>,
}

#[derive(sqlx::FromRow)]
pub struct Payment {
    pub id: SubscriptionPaymentId,
    pub number: String,
    pub user_id: UserId,
    pub purpose: String,
    pub amount_cents: i64,
    pub discount_id: Option<DiscountId>,
    pub period_start: Option<i64>,
    pub status: String,
    pub receipt_number: Option<i64>,
}

#[derive(sqlx::FromRow)]
pub struct Period {
    pub user_id: UserId,
    pub source: String,
    pub starts_at: i64,
    pub ends_at: i64,
    pub payment_id: Option<SubscriptionPaymentId>,
    pub gift_card_id: Option<GiftCardId>,
}

#[derive(sqlx::FromRow)]
pub struct Refund {
    pub transaction_id: String,
    pub amount_cents: i64,
}

#[derive(sqlx::FromRow)]
pub struct Incident {
    pub kind: String,
    pub transaction_id: Option<String>,
    pub detail: String,
    pub resolved_at: Option<i64>,
}

#[derive(sqlx::FromRow)]
pub struct Event {
    pub at: Timestamp,
    pub kind: String,
    pub user_id: Option<UserId>,
    pub transaction_id: Option<String>,
}

#[derive(sqlx::FromRow)]
#[expect(clippy::struct_field_names, reason = "these are the names of the columns")]
pub struct Code {
    pub id: DiscountId,
    pub code: String,
    pub max_uses: Option<i64>,
    pub uses: i64,
}

#[derive(sqlx::FromRow)]
pub struct ActivatedCode {
    pub user_id: UserId,
    pub discount_id: DiscountId,
    pub reserved: bool,
    pub payments: i64,
}

#[derive(sqlx::FromRow)]
pub struct GiftCard {
    pub id: GiftCardId,
    pub code_hash: String,
    pub months: i64,
    pub activated_by: Option<UserId>,
}

pub struct Rows {
    /// By the transaction's id.
    pub provided: HashMap<String, Provided>,
    pub transactions: Vec<Transaction>,
    pub orders: Vec<Order>,
    pub lines: Vec<Line>,
    /// Bought books.
    pub library: Vec<Entry>,
    pub payments: Vec<Payment>,
    pub periods: Vec<Period>,
    /// Planned refunds.
    pub refunds: Vec<Refund>,
    pub incidents: Vec<Incident>,
    pub events: Vec<Event>,
    pub codes: Vec<Code>,
    /// The code of each order that reserves or has used one.
    pub code_uses: Vec<DiscountId>,
    pub activated_codes: Vec<ActivatedCode>,
    pub gift_cards: Vec<GiftCard>,
    pub users: HashMap<String, UserId>,
    /// The users whose subscription renews.
    pub renewing: Vec<UserId>,
    pub last_receipt: i64,
    /// The numbers on the receipts that were sent.
    pub receipt_emails: i64,
}

impl Rows {
    pub async fn read(db: &Db, bank: &Db) -> Self {
        let provided: Vec<(String, String, String)> =
            bank.all("SELECT id, request, status FROM sandbox_transactions", ()).await.unwrap();
        let provided = provided.into_iter().map(|(id, request, status)| {
            let request: Value = serde_json::from_str(&request).unwrap();
            let transaction = &request["transaction"];
            let amount: Cents = serde_json::from_value(transaction["amount"].clone()).unwrap();
            let reference = transaction["reference"].as_str().unwrap().to_owned();
            (id, Provided { status, amount: amount.get(), reference })
        });
        let users = all::<(String, UserId)>(db, "SELECT email, id FROM users").await;
        let renewing = all::<(UserId,)>(db, "SELECT user_id FROM subscriptions WHERE renews").await;
        let code_uses = all::<(DiscountId,)>(db, "SELECT discount_id FROM discount_uses").await;
        Self {
            provided: provided.collect(),
            transactions: all(db, "SELECT * FROM transactions").await,
            orders: all(
                db,
                "SELECT o.*, r.number AS receipt_number FROM orders o \
                 LEFT JOIN receipts r ON r.order_id = o.id AND r.kind = 'receipt'",
            )
            .await,
            lines: all(db, "SELECT * FROM order_lines").await,
            library: all(db, "SELECT * FROM library WHERE source = 'purchase'").await,
            payments: all(
                db,
                "SELECT p.*, r.number AS receipt_number FROM subscription_payments p \
                 LEFT JOIN receipts r ON r.subscription_payment_id = p.id AND r.kind = 'receipt'",
            )
            .await,
            periods: all(db, "SELECT * FROM billing_periods ORDER BY starts_at").await,
            refunds: all(db, "SELECT * FROM refunds WHERE status = 'planned'").await,
            incidents: all(db, "SELECT * FROM payment_incidents").await,
            events: all(db, "SELECT * FROM ledger_events ORDER BY at, id").await,
            codes: all(db, "SELECT * FROM discounts").await,
            code_uses: code_uses.into_iter().map(|(id,)| id).collect(),
            activated_codes: all(db, "SELECT * FROM subscription_discounts").await,
            gift_cards: all(db, "SELECT * FROM gift_cards").await,
            users: users.into_iter().collect(),
            renewing: renewing.into_iter().map(|(id,)| id).collect(),
            last_receipt: db
                .scalar("SELECT value FROM counters WHERE name = 'receipt-number'", ())
                .await
                .unwrap(),
            receipt_emails: db
                .scalar("SELECT COUNT(*) FROM emails WHERE subject LIKE 'Kviitung%'", ())
                .await
                .unwrap(),
        }
    }

    /// The planned refunds of a transaction, in cents.
    pub fn planned(&self, transaction: &str) -> i64 {
        let planned = self.refunds.iter().filter(|refund| refund.transaction_id == transaction);
        planned.map(|refund| refund.amount_cents).sum()
    }

    pub fn order(&self, id: OrderId) -> &Order {
        self.orders.iter().find(|order| order.id == id).unwrap()
    }

    pub fn payment(&self, id: SubscriptionPaymentId) -> &Payment {
        self.payments.iter().find(|payment| payment.id == id).unwrap()
    }

    /// The transactions of the store that are paid.
    pub fn paid(&self) -> impl Iterator<Item = &Transaction> {
        self.transactions.iter().filter(|transaction| transaction.status == "COMPLETED")
    }
}

async fn all<T: Row>(db: &Db, sql: &'static str) -> Vec<T> {
    db.all(sql, ()).await.unwrap()
}
