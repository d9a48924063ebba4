//! Renewals: the kept card is charged for the next month, once a period, by whichever node claims the job.
//!
//! The payment is noted as being charged, and that is committed, before the provider is asked for money. Whoever
//! finds such a payment later asks the provider what came of it, and charges again only when the provider says that
//! no charge has arrived or that the attempt is closed.

use std::time::Duration;

use heliriiul_db::{DbError, SubscriptionPaymentId, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};

use super::{
    Subscription, cards, codes, lifecycle,
    lifecycle::Received,
    payments::{self, NewPayment, PaymentStatus, Price, Purpose, SubscriptionPayment, set_status},
    subscription,
    subscription::lock,
};
use crate::{
    error::{ApiError, ApiResult, Code},
    jobs::{self, JobKind},
    payments::{
        Charged, ToCharge, charge,
        ledger::{self, Cause, IncidentKind, PaymentIncident},
    },
    state::AppState,
};

/// A charge that began longer ago has been left by a node that died: no call lasts so long.
pub const IN_FLIGHT: Duration = Duration::from_secs(75);

/// How long the end of a charge is waited for before a person is told.
const WAIT_FOR_AN_END: Duration = Duration::from_hours(24);

/// The payload of [`JobKind::RenewSubscription`].
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Renew {
    user_id: UserId,
    /// The first moment of the month to pay for, which is the end of all that is paid.
    period_start: i64,
}

/// Plans the charge for the month from `period_start`.
pub async fn enqueue(
    tx: &mut Tx,
    user_id: UserId,
    period_start: Timestamp,
    run_at: Timestamp,
    now: Timestamp,
) -> Result<(), DbError> {
    let key = format!("renewal:{user_id}:{}:{}", period_start.millis(), run_at.millis());
    let payload = Renew { user_id, period_start: period_start.millis() };
    jobs::enqueue(tx, JobKind::RenewSubscription, &key, &payload, run_at, now).await
}

/// Another card has been shown while a declined charge waits: it is tried at once.
pub async fn enqueue_extra(
    tx: &mut Tx,
    user_id: UserId,
    by: SubscriptionPaymentId,
    now: Timestamp,
) -> ApiResult<()> {
    let Some(member) = subscription(tx, user_id, now).await? else { return Ok(()) };
    let key = format!("renewal:{user_id}:{}:card:{by}", member.paid_until.millis());
    let payload = Renew { user_id, period_start: member.paid_until.millis() };
    Ok(jobs::enqueue(tx, JobKind::RenewSubscription, &key, &payload, now, now).await?)
}

/// What is to be done about a period.
enum Step {
    /// It is paid, or nobody pays for it any more.
    Nothing,
    Charge(Box<SubscriptionPayment>, String),
    /// Nobody knows what came of the last charge.
    Ask(Box<SubscriptionPayment>),
    NoCard(Box<SubscriptionPayment>),
}

/// The work of [`JobKind::RenewSubscription`].
pub async fn renew_job(app: &AppState, job: &Renew) -> Result<Tx, ApiError> {
    let now = app.clock.now();
    let period_start = Timestamp::from_millis(job.period_start);
    let mut tx = app.db.write().await?;
    let step = next_step(app, &mut tx, job.user_id, period_start, now).await?;
    match step {
        Step::Nothing => Ok(tx),
        Step::NoCard(payment) => {
            lifecycle::declined(app, &mut tx, &payment, Cause::Renewal, now).await?;
            Ok(tx)
        }
        Step::Charge(payment, token) => {
            tx.commit().await?;
            run(app, &payment, &token).await?;
            Ok(app.db.write().await?)
        }
        Step::Ask(payment) => {
            drop(tx);
            if asked_to_charge_again(app, &payment).await? {
                return Err(ApiError::new(
                    Code::Unavailable,
                    "The charge has not arrived; it is made again.",
                ));
            }
            Ok(app.db.write().await?)
        }
    }
}

async fn next_step(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    period_start: Timestamp,
    now: Timestamp,
) -> ApiResult<Step> {
    lock(tx, user_id).await?;
    let payment: Option<SubscriptionPayment> = tx
        .optional(
            "SELECT * FROM subscription_payments WHERE user_id = $1 AND period_start = $2 AND purpose = 'renewal'",
            (user_id, period_start),
        )
        .await?;
    if let Some(payment) = &payment {
        match payment.status {
            PaymentStatus::Charging if now.since(payment.updated_at) < in_flight() => {
                return Err(ApiError::new(Code::Unavailable, "A charge is under way."));
            }
            PaymentStatus::Charging => return Ok(Step::Ask(Box::new(payment.clone()))),
            PaymentStatus::Open | PaymentStatus::Declined => {}
            _ => return Ok(Step::Nothing),
        }
    }
    let member = subscription(tx, user_id, now).await?;
    let due =
        member.filter(|member| member.renews && member.paid_until == period_start && period_start <= now);
    let Some(member) = due else {
        if let Some(payment) = payment {
            let from = [PaymentStatus::Open, PaymentStatus::Declined];
            set_status(tx, payment.id, &from, PaymentStatus::Cancelled, now).await?;
        }
        return Ok(Step::Nothing);
    };
    let payment = priced(app, tx, user_id, &member, payment, now).await?;
    if payment.amount_cents.is_zero() {
        let received = Received { transaction: None, cause: Cause::Renewal };
        lifecycle::paid(app, tx, payment.id, received, now).await?;
        return Ok(Step::Nothing);
    }
    let Some(token) = cards::token(app, tx, user_id).await? else {
        return Ok(Step::NoCard(Box::new(payment)));
    };
    let from = [PaymentStatus::Open, PaymentStatus::Declined];
    if set_status(tx, payment.id, &from, PaymentStatus::Charging, now).await? {
        Ok(Step::Charge(Box::new(payment), token))
    } else {
        Ok(Step::Nothing)
    }
}

/// The payment of the period at the price of today's plan and code.
async fn priced(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    member: &Subscription,
    payment: Option<SubscriptionPayment>,
    now: Timestamp,
) -> ApiResult<SubscriptionPayment> {
    let code = codes::active(tx, user_id, now).await?;
    let price = Price::of_month(member.plan, code.as_ref());
    if let Some(payment) = payment {
        return Ok(payments::reprice(tx, &payment, member.plan, price, now).await?);
    }
    let new = NewPayment {
        user_id,
        purpose: Purpose::Renewal,
        kind: Some(member.plan),
        price,
        period_start: Some(member.paid_until),
        status: PaymentStatus::Open,
    };
    payments::insert(app, tx, &new, now).await
}

/// Charges a payment that is noted as being charged. An error leaves it so, and the next attempt asks first.
pub async fn run(app: &AppState, payment: &SubscriptionPayment, token: &str) -> ApiResult<()> {
    let email = email_of(app, payment.user_id).await?;
    let to_charge = ToCharge {
        payment_id: payment.id,
        number: &payment.number,
        amount: payment.amount_cents,
        email: &email,
        token,
    };
    match charge(app, &to_charge).await? {
        Charged::Settled => Ok(()),
        Charged::Declined => {
            let now = app.clock.now();
            let mut tx = app.db.write().await?;
            lifecycle::not_paid(app, &mut tx, payment.id, PaymentStatus::Failed, Cause::Renewal, now).await?;
            Ok(tx.commit().await?)
        }
        Charged::NotArrived => {
            let mut tx = app.db.write().await?;
            payments::give_up_charge(&mut tx, payment.id, app.clock.now()).await?;
            tx.commit().await?;
            Err(ApiError::new(Code::ProviderUnavailable, "The payment provider took no charge."))
        }
        Charged::Unanswered => {
            Err(ApiError::new(Code::ChargeUnanswered, "The payment provider did not answer the charge."))
        }
    }
}

/// Asks what came of a charge that nobody knows the end of. Whether it may be made again.
async fn asked_to_charge_again(app: &AppState, payment: &SubscriptionPayment) -> ApiResult<bool> {
    let asked = crate::payments::ask_about_charge(app, payment.id).await;
    if matches!(asked, Err(_) | Ok(Charged::Unanswered)) {
        tell_a_person(app, payment).await?;
    }
    match asked? {
        Charged::Settled => Ok(false),
        Charged::Declined => {
            let now = app.clock.now();
            let mut tx = app.db.write().await?;
            lifecycle::not_paid(app, &mut tx, payment.id, PaymentStatus::Failed, Cause::Renewal, now).await?;
            tx.commit().await?;
            Ok(false)
        }
        Charged::NotArrived => {
            let mut tx = app.db.write().await?;
            payments::give_up_charge(&mut tx, payment.id, app.clock.now()).await?;
            tx.commit().await?;
            Ok(true)
        }
        Charged::Unanswered => Err(ApiError::new(Code::ChargeUnanswered, "The charge is still under way.")),
    }
}

/// After a day it is no longer a matter of waiting.
async fn tell_a_person(app: &AppState, payment: &SubscriptionPayment) -> Result<(), DbError> {
    let now = app.clock.now();
    if payment.updated_at > now.minus(WAIT_FOR_AN_END) {
        return Ok(());
    }
    let mut tx = app.db.write().await?;
    let case = PaymentIncident {
        unique_key: format!("charge-unanswered:{}", payment.id),
        trouble: IncidentKind::ChargeUnanswered,
        order_id: None,
        transaction_id: None,
        amount: Some(payment.amount_cents),
        detail: format!(
            "Nobody knows what came of the charge of payment {}; it is not made again.",
            payment.number
        ),
    };
    ledger::record_incident(&mut tx, case, now).await?;
    tx.commit().await
}

async fn email_of(app: &AppState, user_id: UserId) -> Result<String, DbError> {
    let mut tx = app.db.read().await?;
    tx.scalar("SELECT email FROM users WHERE id = $1", (user_id,)).await
}

fn in_flight() -> i64 {
    i64::try_from(IN_FLIGHT.as_millis()).unwrap_or(i64::MAX)
}
