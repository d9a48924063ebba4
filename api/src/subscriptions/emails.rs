//! Emails about a subscription. Each is queued in the transaction of its cause.

use heliriiul_db::{DbError, Timestamp, Tx, UserId};
use serde::Serialize;

use super::{Plan, SubscriptionPayment};
use crate::{
    config::Config,
    email::{self, Mailer, NewEmail},
    error::ApiResult,
    format::{date, euro},
    ledger::next_receipt_number,
    money::Cents,
    vat,
};

#[derive(sqlx::FromRow)]
struct Subscriber {
    email: String,
    first_name: String,
    last_name: String,
}

async fn subscriber(tx: &mut Tx, user_id: UserId) -> Result<Subscriber, DbError> {
    tx.one("SELECT email, first_name, last_name FROM users WHERE id = $1", (user_id,)).await
}

/// An email to a subscriber, and the context of its templates.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionEmail {
    #[serde(skip)]
    template: &'static str,
    /// Emails with the same key are sent once.
    #[serde(skip)]
    key: String,
    first_name: String,
    plan: &'static str,
    /// The day that the email is about, in Estonia.
    day: String,
    /// The page on which the subscriber can act.
    pub path: &'static str,
    pub amount: Option<String>,
    pub next_try: Option<String>,
    pub months: Option<i64>,
    pub has_card: bool,
}

impl SubscriptionEmail {
    pub fn new(template: &'static str, key: impl std::fmt::Display, plan: Plan, day: Timestamp) -> Self {
        Self {
            template,
            key: format!("{template}:{key}"),
            first_name: String::new(),
            plan: plan.name(),
            day: date(day),
            path: "/konto",
            amount: None,
            next_try: None,
            months: None,
            has_card: true,
        }
    }

    pub async fn queue(
        mut self,
        mailer: &Mailer,
        tx: &mut Tx,
        user_id: UserId,
        now: Timestamp,
    ) -> ApiResult<()> {
        let subscriber = subscriber(tx, user_id).await?;
        self.first_name = subscriber.first_name;
        let email = NewEmail {
            dedupe_key: std::mem::take(&mut self.key),
            recipient: &subscriber.email,
            template: self.template,
            context: self,
        };
        Ok(email::queue(tx, mailer, email, now).await?)
    }
}

/// The context of the templates `email/subscription-receipt.*`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Receipt {
    first_name: String,
    number: i64,
    payment_number: String,
    paid_on: String,
    buyer: String,
    email: String,
    seller: String,
    what: String,
    price: String,
    list_price: Option<String>,
    vat_rate: String,
    vat: String,
    net: String,
    /// The end of the paid period.
    until: String,
    link: String,
}

#[derive(sqlx::FromRow)]
struct Amounts {
    list_cents: Cents,
    vat_basis_points: i64,
    vat_cents: Cents,
}

/// Gives a paid payment its receipt number and queues the email. `until` is the end of the paid period.
pub async fn queue_receipt(
    config: &Config,
    mailer: &Mailer,
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    what: String,
    until: Timestamp,
    now: Timestamp,
) -> ApiResult<()> {
    let number = next_receipt_number(tx).await?;
    let amounts: Amounts = tx
        .one(
            "UPDATE subscription_payments SET receipt_number = $2 WHERE id = $1 \
             RETURNING list_cents, vat_basis_points, vat_cents",
            (payment.id, number),
        )
        .await?;
    let subscriber = subscriber(tx, payment.user_id).await?;
    let amount = payment.amount_cents;
    let email = NewEmail {
        dedupe_key: format!("subscription-receipt:{}", payment.id),
        recipient: &subscriber.email,
        template: "subscription-receipt",
        context: Receipt {
            number,
            payment_number: payment.number.clone(),
            paid_on: date(now),
            buyer: format!("{} {}", subscriber.first_name, subscriber.last_name),
            first_name: subscriber.first_name,
            email: subscriber.email.clone(),
            seller: config.shop.seller.clone(),
            what,
            price: euro(amount),
            list_price: (amounts.list_cents != amount).then(|| euro(amounts.list_cents)),
            vat_rate: vat::percent(amounts.vat_basis_points),
            vat: euro(amounts.vat_cents),
            net: euro(Cents::new(amount.get() - amounts.vat_cents.get())),
            until: date(until),
            link: format!("{}/konto", config.public_base()),
        },
    };
    Ok(email::queue(tx, mailer, email, now).await?)
}
