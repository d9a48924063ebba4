//! Renewals: the saved card is charged for the next period, once for each period, by the node that claims the job.
//!
//! The payment is committed as `charging` before the provider is asked for money. Later code that finds such a payment
//! asks the provider about its outcome. It charges again only when the provider has no charge or has closed the
//! attempt.

use std::time::Duration;

use heliriiul_db::{DbError, Timestamp, Tx, UserId};

use super::charge::{
    Charge, ChargeOutcome, charge, close_payment, fetch_outcome, release_charge, saved_token,
};
use crate::{
    error::{ApiError, ApiResult, Code},
    ledger::{Cause, IncidentKind, IncomingPayment, PaymentIncident},
    state::AppState,
    subscriptions::{
        self, PaymentPurpose, PaymentStatus, Renewal, Subscription, SubscriptionPayment, discounts,
        lifecycle, lock_subscriber,
        payment::{self, CHARGE_IN_FLIGHT, NewPayment, Price, set_status},
    },
};

/// How long the outcome of a charge may be unknown before it becomes an incident.
const UNKNOWN_FOR: Duration = Duration::from_hours(24);

/// What to do about a period.
enum Step {
    /// The period is paid, or the subscription does not continue.
    Nothing,
    Charge(Box<SubscriptionPayment>, String),
    /// The outcome of the last charge is unknown.
    FetchOutcome(Box<SubscriptionPayment>),
    NoCard(Box<SubscriptionPayment>),
}

/// Runs [`crate::jobs::JobKind::RenewSubscription`].
pub async fn renew_job(app: &AppState, job: &Renewal) -> Result<Tx, ApiError> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    match next_step(app, &mut tx, job, now).await? {
        Step::Nothing => return Ok(tx),
        Step::NoCard(payment) => {
            lifecycle::decline(&app.mailer, &mut tx, &payment, Cause::Renewal, now).await?;
            return Ok(tx);
        }
        Step::Charge(payment, token) => {
            tx.commit().await?;
            charge_payment(app, &payment, &token).await?;
        }
        Step::FetchOutcome(payment) => {
            drop(tx);
            fetch_unknown_outcome(app, &payment).await?;
        }
    }
    Ok(app.db.write().await?)
}

async fn next_step(app: &AppState, tx: &mut Tx, job: &Renewal, now: Timestamp) -> ApiResult<Step> {
    let Renewal { user_id, period_start } = *job;
    lock_subscriber(tx, user_id).await?;
    let payment: Option<SubscriptionPayment> = tx
        .optional(
            "SELECT * FROM subscription_payments WHERE user_id = $1 AND period_start = $2 AND purpose = 'renewal'",
            (user_id, period_start),
        )
        .await?;
    let payment = match payment {
        Some(payment) if payment.status == PaymentStatus::Charging => {
            if payment.updated_at > now.minus(CHARGE_IN_FLIGHT) {
                return Err(ApiError::new(Code::Unavailable, "A charge is under way."));
            }
            return Ok(Step::FetchOutcome(Box::new(payment)));
        }
        Some(payment) if !payment.status.is_chargeable() => return Ok(Step::Nothing),
        payment => payment,
    };
    let chargeable = [PaymentStatus::Open, PaymentStatus::Declined];
    let subscription = subscriptions::find(tx, user_id, now).await?.filter(|subscription| {
        subscription.renews && subscription.paid_until == period_start && period_start <= now
    });
    let Some(subscription) = subscription else {
        if let Some(payment) = payment {
            set_status(tx, payment.id, &chargeable, PaymentStatus::Cancelled, now).await?;
        }
        return Ok(Step::Nothing);
    };
    let payment = price(app, tx, user_id, &subscription, payment, now).await?;
    if payment.amount_cents.is_zero() {
        let incoming = IncomingPayment::without_transaction(Cause::Renewal);
        subscriptions::fulfil(&app.config, &app.mailer, tx, payment.id, incoming, now).await?;
        return Ok(Step::Nothing);
    }
    let Some(token) = saved_token(tx, &app.payments.vault, user_id).await? else {
        return Ok(Step::NoCard(Box::new(payment)));
    };
    if set_status(tx, payment.id, &chargeable, PaymentStatus::Charging, now).await? {
        Ok(Step::Charge(Box::new(payment), token))
    } else {
        Ok(Step::Nothing)
    }
}

/// Inserts the payment of the period, at the price of the current plan and discount.
async fn price(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    subscription: &Subscription,
    payment: Option<SubscriptionPayment>,
    now: Timestamp,
) -> ApiResult<SubscriptionPayment> {
    let plan = subscription.next_plan;
    let discount = discounts::active(tx, user_id, now).await?;
    let price = Price::of_month(plan, discount.as_ref());
    if let Some(payment) = payment {
        return Ok(payment::set_price(tx, &payment, plan, price, now).await?);
    }
    let new = NewPayment {
        user_id,
        purpose: PaymentPurpose::Renewal,
        plan: Some(plan),
        price,
        period_start: Some(subscription.paid_until),
        status: PaymentStatus::Open,
    };
    payment::insert(&app.config.shop, tx, &new, now).await
}

/// Charges a payment that is committed as `charging`. After an error it stays `charging`, and the next attempt asks the
/// provider for the outcome.
async fn charge_payment(app: &AppState, payment: &SubscriptionPayment, token: &str) -> ApiResult<()> {
    let mut tx = app.db.read().await?;
    let email: String = tx.scalar("SELECT email FROM users WHERE id = $1", (payment.user_id,)).await?;
    drop(tx);
    match charge(app, &Charge::of(payment, &email, token)).await? {
        ChargeOutcome::Settled => Ok(()),
        ChargeOutcome::Declined => close_payment(app, payment.id, PaymentStatus::Failed).await,
        ChargeOutcome::NotReceived => {
            release_charge(app, payment.id).await?;
            Err(ApiError::new(Code::ProviderUnavailable, "The payment provider took no charge."))
        }
        ChargeOutcome::Unknown => {
            Err(ApiError::new(Code::ChargeUnanswered, "The payment provider did not answer the charge."))
        }
    }
}

/// Asks for the outcome of an earlier charge. The error makes the job run again while there is something to do.
async fn fetch_unknown_outcome(app: &AppState, payment: &SubscriptionPayment) -> ApiResult<()> {
    let outcome = fetch_outcome(app, payment.id).await;
    if matches!(outcome, Err(_) | Ok(ChargeOutcome::Unknown)) {
        record_long_unknown(app, payment).await?;
    }
    match outcome? {
        ChargeOutcome::Settled => Ok(()),
        ChargeOutcome::Declined => close_payment(app, payment.id, PaymentStatus::Failed).await,
        ChargeOutcome::NotReceived => {
            release_charge(app, payment.id).await?;
            Err(ApiError::new(Code::Unavailable, "The charge has not arrived; it is made again."))
        }
        ChargeOutcome::Unknown => {
            Err(ApiError::new(Code::ChargeUnanswered, "The charge is still under way."))
        }
    }
}

async fn record_long_unknown(app: &AppState, payment: &SubscriptionPayment) -> Result<(), DbError> {
    let now = app.clock.now();
    if payment.updated_at > now.minus(UNKNOWN_FOR) {
        return Ok(());
    }
    let mut tx = app.db.write().await?;
    let incident = PaymentIncident {
        unique_key: format!("charge-unanswered:{}", payment.id),
        kind: IncidentKind::ChargeUnanswered,
        order_id: None,
        transaction_id: None,
        amount: Some(payment.amount_cents),
        detail: format!(
            "The outcome of the charge of payment {} is unknown; it is not made again.",
            payment.number
        ),
    };
    incident.record(&mut tx, now).await?;
    tx.commit().await
}
