//! Letters about a subscription. Each is written in the transaction of its cause; those of a later day are jobs that
//! look, when their day comes, whether they still have anything to say.

use heliriiul_db::{SubscriptionPaymentId, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};

use super::{
    Plan, calendar::add_days, cards, lifecycle, payments::SubscriptionPayment, subscription,
    subscription::lock,
};
use crate::{
    email::{self, NewEmail},
    error::{ApiError, ApiResult},
    format::{date, euro},
    jobs::{self, JobKind},
    money::Cents,
    orders::next_receipt_number,
    state::AppState,
};

/// Days before the end of the trial.
const TRIAL_NOTICE_DAYS: i64 = 3;

/// Days before the card's last day.
const CARD_NOTICE_DAYS: i64 = 30;

/// What all templates `mail/package-*` see beside `store`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Facts<'a> {
    first_name: &'a str,
    package: &'static str,
    /// The day that the letter is about, in Estonia.
    day: String,
    /// Where the member does something about it.
    link: String,
    amount: Option<String>,
    next_try: Option<String>,
    months: Option<i64>,
    has_card: bool,
}

#[derive(sqlx::FromRow)]
struct Person {
    email: String,
    first_name: String,
    last_name: String,
}

async fn person(tx: &mut Tx, user_id: UserId) -> Result<Person, heliriiul_db::DbError> {
    tx.one("SELECT email, first_name, last_name FROM users WHERE id = $1", (user_id,)).await
}

/// A letter to a member.
pub struct Note {
    pub template: &'static str,
    /// One letter a key, however often its cause is told.
    pub key: String,
    pub kind: Plan,
    pub day: Timestamp,
    /// A path of the store.
    pub path: &'static str,
    pub amount: Option<Cents>,
    pub next_try: Option<Timestamp>,
    pub months: Option<i64>,
    pub has_card: bool,
}

impl Note {
    pub fn new(template: &'static str, key: impl std::fmt::Display, kind: Plan, day: Timestamp) -> Self {
        Self {
            template,
            key: format!("{template}:{key}"),
            kind,
            day,
            path: "/konto",
            amount: None,
            next_try: None,
            months: None,
            has_card: true,
        }
    }
}

pub async fn queue(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    note: Note,
    now: Timestamp,
) -> ApiResult<()> {
    let person = person(tx, user_id).await?;
    let letter = NewEmail {
        dedupe_key: note.key,
        recipient: &person.email,
        template: note.template,
        context: Facts {
            first_name: &person.first_name,
            package: note.kind.name(),
            day: date(note.day),
            link: format!("{}{}", app.config.public_base(), note.path),
            amount: note.amount.map(euro),
            next_try: note.next_try.map(date),
            months: note.months,
            has_card: note.has_card,
        },
    };
    Ok(email::queue(tx, &app.mailer, letter, now).await?)
}

/// What the templates `mail/package-receipt.*` see.
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
    /// What the payment is good until.
    until: String,
    link: String,
}

#[derive(sqlx::FromRow)]
struct Money {
    list_cents: Cents,
    vat_basis_points: i64,
    vat_cents: Cents,
}

/// Gives a paid payment its receipt number and writes the letter; `until` is the end of what was paid.
pub async fn receipt(
    app: &AppState,
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    what: String,
    until: Timestamp,
    now: Timestamp,
) -> ApiResult<()> {
    let number = next_receipt_number(tx).await?;
    let money: Money = tx
        .one(
            "UPDATE subscription_payments SET receipt_number = $2 WHERE id = $1 \
             RETURNING list_cents, vat_basis_points, vat_cents",
            (payment.id, number),
        )
        .await?;
    let person = person(tx, payment.user_id).await?;
    let amount = payment.amount_cents;
    let letter = NewEmail {
        dedupe_key: format!("package-receipt:{}", payment.id),
        recipient: &person.email,
        template: "package-receipt",
        context: Receipt {
            number,
            payment_number: payment.number.clone(),
            paid_on: date(now),
            buyer: format!("{} {}", person.first_name, person.last_name),
            first_name: person.first_name,
            email: person.email.clone(),
            seller: app.config.shop.seller.clone(),
            what,
            price: euro(amount),
            list_price: (money.list_cents != amount).then(|| euro(money.list_cents)),
            vat_rate: crate::orders::vat_percent(money.vat_basis_points),
            vat: euro(money.vat_cents),
            net: euro(Cents::new(amount.get() - money.vat_cents.get())),
            until: date(until),
            link: format!("{}/konto", app.config.public_base()),
        },
    };
    Ok(email::queue(tx, &app.mailer, letter, now).await?)
}

/// A letter whose day is yet to come.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Reminder {
    TrialEnds,
    Ended,
    CardExpires,
}

/// The payload of [`JobKind::SubscriptionReminder`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Remind {
    user_id: UserId,
    reminder: Reminder,
    /// The moment that it is about.
    about: i64,
}

async fn remind(
    tx: &mut Tx,
    user_id: UserId,
    reminder: Reminder,
    about: Timestamp,
    run_at: Timestamp,
    now: Timestamp,
) -> ApiResult<()> {
    let key = format!("reminder:{user_id}:{reminder:?}:{}", about.millis());
    let payload = Remind { user_id, reminder, about: about.millis() };
    Ok(jobs::enqueue(tx, JobKind::SubscriptionReminder, &key, &payload, run_at, now).await?)
}

pub async fn before_trial_ends(
    tx: &mut Tx,
    user_id: UserId,
    end: Timestamp,
    now: Timestamp,
) -> ApiResult<()> {
    remind(tx, user_id, Reminder::TrialEnds, end, add_days(end, -TRIAL_NOTICE_DAYS), now).await
}

pub async fn when_ended(tx: &mut Tx, user_id: UserId, end: Timestamp, now: Timestamp) -> ApiResult<()> {
    remind(tx, user_id, Reminder::Ended, end, end, now).await
}

pub async fn before_card_expires(
    tx: &mut Tx,
    user_id: UserId,
    last_day: Timestamp,
    now: Timestamp,
) -> ApiResult<()> {
    remind(tx, user_id, Reminder::CardExpires, last_day, add_days(last_day, -CARD_NOTICE_DAYS).max(now), now)
        .await
}

/// The work of [`JobKind::SubscriptionReminder`].
pub async fn reminder_job(app: &AppState, job: &Remind) -> Result<Tx, ApiError> {
    let now = app.clock.now();
    let about = Timestamp::from_millis(job.about);
    let user_id = job.user_id;
    let mut tx = app.db.write().await?;
    lock(&mut tx, user_id).await?;
    let Some(member) = subscription(&mut tx, user_id, now).await? else { return Ok(tx) };
    let key = format!("{user_id}:{}", job.about);
    match job.reminder {
        Reminder::TrialEnds if member.trial && member.renews && member.period_end == about && about > now => {
            let mut note = Note::new("package-trial-ends", key, member.plan, about);
            let code = super::codes::active(&mut tx, user_id, now).await?;
            note.amount = Some(super::payments::Price::of_month(member.plan, code.as_ref()).amount);
            queue(app, &mut tx, user_id, note, now).await?;
        }
        Reminder::Ended if !member.renews && member.paid_until == about && !member.is_active(now) => {
            lifecycle::ended(app, &mut tx, user_id, &member, now).await?;
        }
        Reminder::CardExpires
            if member.renews && cards::expires_at(&mut tx, user_id).await? == Some(about) =>
        {
            let mut note = Note::new("package-card-expires", key, member.plan, about);
            note.path = "/kaardimakse/change-card-details/web";
            queue(app, &mut tx, user_id, note, now).await?;
        }
        _ => {}
    }
    Ok(tx)
}

/// For the keys of letters that are about a payment.
pub fn attempt_key(payment: SubscriptionPaymentId, attempt: i64) -> String {
    format!("{payment}:{attempt}")
}
