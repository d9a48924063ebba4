//! Renewals: the saved card is charged for the next period, once for each period, by the node that claims the job.
//!
//! The payment is committed as `charging` before the provider is asked for money. Later code that finds such a payment
//! asks the provider about its outcome. It charges again only when the provider has no charge or has closed the
//! attempt.

use std::time::Duration;

use heliriiul_db::{DbResult, Timestamp, Tx};

use super::charge::{ChargeOutcome, charge, close_payment, fetch_outcome, release_charge, saved_token};
use crate::{
    error::{ApiError, ApiResult, Code},
    ledger::{Cause, IncidentKind, IncomingPayment, PaymentIncident},
    state::AppState,
    subscriptions::{
        self, NextCharge, PaymentPurpose, PaymentStatus, Renewal, Subscription, SubscriptionPayment,
        lifecycle, next_charge,
        payment::{self, NewPayment, set_status},
    },
};

/// How long the outcome of a charge may be unknown before it becomes an incident.
const UNKNOWN_FOR: Duration = Duration::from_hours(24);

/// Runs [`crate::jobs::JobKind::RenewSubscription`].
pub async fn renew_job(app: &AppState, job: &Renewal) -> ApiResult<Tx> {
    let now = app.clock.now();
    let Renewal { user_id, period_start } = *job;
    let mut tx = app.db.write().await?;
    let subscription = subscriptions::lock(&mut tx, user_id, now).await?.filter(|subscription| {
        subscription.renews && subscription.paid_until == period_start && period_start <= now
    });
    if subscription.is_some() {
        lifecycle::extend_grace(&mut tx, user_id, now).await?;
    }
    let payment: Option<SubscriptionPayment> = tx
        .optional(
            "SELECT * FROM subscription_payments WHERE user_id = $1 AND period_start = $2 AND purpose = 'renewal'",
            (user_id, period_start),
        )
        .await?;
    match &payment {
        Some(payment) if payment.status == PaymentStatus::Charging => {
            if payment.is_in_flight(now) {
                return Err(ApiError::new(Code::PaymentInProgress, "The charge is under way."));
            }
            tx.commit().await?;
            fetch_unknown_outcome(app, payment).await?;
            return Ok(app.db.write().await?);
        }
        Some(payment) if !payment.status.is_chargeable() => return Ok(tx),
        _ => {}
    }
    let chargeable = [PaymentStatus::Open, PaymentStatus::Declined];
    let Some(subscription) = subscription else {
        if let Some(payment) = payment
            && set_status(&mut tx, payment.id, &chargeable, PaymentStatus::Cancelled, now).await?
        {
            lifecycle::end_uncharged(&app.mailer, &mut tx, user_id, now).await?;
        }
        return Ok(tx);
    };
    payment::require_none_in_flight(&mut tx, user_id, now).await?;
    let payment = price(app, &mut tx, &subscription, payment, now).await?;
    if payment.amount_cents.is_zero() {
        let incoming = IncomingPayment { transaction: None, cause: Cause::Renewal, now };
        subscriptions::fulfil(&app.config.shop, &app.mailer, &mut tx, payment.id, incoming).await?;
        return Ok(tx);
    }
    let Some(token) = saved_token(&mut tx, &app.payments.vault, user_id).await? else {
        lifecycle::decline(&app.mailer, &mut tx, &payment, Cause::Renewal, now).await?;
        return Ok(tx);
    };
    if let Some(reserved_until) = payment::begin_charge(&mut tx, payment.id, now).await? {
        tx.commit().await?;
        // After an error the payment stays `charging`, and the next attempt asks the provider for the outcome.
        let outcome = charge(app, &payment, &token, reserved_until).await?;
        let not_received = ApiError::new(Code::ProviderUnavailable, "The payment provider took no charge.");
        end_charge(app, &payment, outcome, not_received, "The payment provider did not answer the charge.")
            .await?;
        tx = app.db.write().await?;
    }
    Ok(tx)
}

/// Inserts the payment of the period, at the price of the current plan and discount.
async fn price(
    app: &AppState,
    tx: &mut Tx,
    subscription: &Subscription,
    payment: Option<SubscriptionPayment>,
    now: Timestamp,
) -> ApiResult<SubscriptionPayment> {
    let NextCharge { plan, price, .. } = next_charge(&app.config.shop, tx, subscription).await?;
    if let Some(payment) = payment {
        return Ok(payment::set_price(tx, &payment, plan, price, now).await?);
    }
    let new = NewPayment {
        user_id: subscription.user_id,
        purpose: PaymentPurpose::Renewal,
        plan,
        price,
        period_start: Some(subscription.paid_until),
    };
    payment::insert(&app.config.shop, tx, &new, now).await
}

/// Asks for the outcome of an earlier charge. The error makes the job run again while there is something to do.
async fn fetch_unknown_outcome(app: &AppState, payment: &SubscriptionPayment) -> ApiResult<()> {
    let outcome = fetch_outcome(app, payment.id).await;
    if matches!(outcome, Err(_) | Ok(ChargeOutcome::Unknown)) {
        record_long_unknown(app, payment).await?;
    }
    let not_received = ApiError::new(Code::Unavailable, "The charge has not arrived; it is made again.");
    end_charge(app, payment, outcome?, not_received, "The charge is still under way.").await
}

async fn end_charge(
    app: &AppState,
    payment: &SubscriptionPayment,
    outcome: ChargeOutcome,
    not_received: ApiError,
    unknown: &'static str,
) -> ApiResult<()> {
    match outcome {
        ChargeOutcome::Recorded => Ok(()),
        ChargeOutcome::Declined => close_payment(app, payment.id, PaymentStatus::Failed).await,
        ChargeOutcome::NotReceived => {
            release_charge(app, payment.id).await?;
            Err(not_received)
        }
        ChargeOutcome::Unknown => Err(ApiError::new(Code::ChargeUnanswered, unknown)),
    }
}

async fn record_long_unknown(app: &AppState, payment: &SubscriptionPayment) -> DbResult<()> {
    let now = app.clock.now();
    if payment.updated_at > now.minus(UNKNOWN_FOR) {
        return Ok(());
    }
    let number = &payment.number;
    let detail = format!("The outcome of the charge of payment {number} is unknown; it is not made again.");
    let incident = PaymentIncident::new(IncidentKind::ChargeUnanswered, payment.id, detail);
    let mut tx = app.db.write().await?;
    incident.amount(payment.amount_cents).record(&mut tx, now).await?;
    tx.commit().await
}
