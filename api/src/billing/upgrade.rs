//! The charge of an upgrade to the unlimited plan.

use heliriiul_db::{Timestamp, Tx, UserId};

use super::charge::{Charge, ChargeOutcome, charge, close_payment, fetch_outcome, saved_token};
use crate::{
    error::{ApiError, ApiResult, Code},
    money::Cents,
    state::AppState,
    subscriptions::{
        PaymentPurpose, PaymentStatus, Plan, Subscription, SubscriptionPayment,
        payment::{self, NewPayment, Price, set_status},
    },
};

/// Charges the price of an upgrade to the saved card. A declined charge changes nothing.
pub async fn charge_upgrade(
    app: &AppState,
    mut tx: Tx,
    user_id: UserId,
    subscription: &Subscription,
    amount: Cents,
    now: Timestamp,
) -> ApiResult<()> {
    let token = saved_token(&mut tx, &app.payments.vault, user_id).await?;
    let token = token.ok_or_else(|| {
        ApiError::new(Code::CardMissing, "No card is saved to charge the missing amount to.")
    })?;
    if let Some(earlier) = payment::find_unfinished(&mut tx, user_id, PaymentPurpose::Upgrade).await? {
        drop(tx);
        return finish_earlier(app, &earlier, now).await;
    }
    let new = NewPayment {
        user_id,
        purpose: PaymentPurpose::Upgrade,
        plan: Some(Plan::Unlimited),
        price: Price::without_discount(amount),
        period_start: Some(subscription.period_start),
        status: PaymentStatus::Charging,
    };
    let payment = payment::insert(&app.config.shop, &mut tx, &new, now).await?;
    let email: String = tx.scalar("SELECT email FROM users WHERE id = $1", (user_id,)).await?;
    tx.commit().await?;
    match charge(app, &Charge::of(&payment, &email, &token)).await? {
        ChargeOutcome::Settled => require_paid(app, &payment).await,
        ChargeOutcome::Declined => {
            close_payment(app, payment.id, PaymentStatus::Failed).await?;
            Err(declined())
        }
        ChargeOutcome::NotReceived => {
            close_payment(app, payment.id, PaymentStatus::Failed).await?;
            Err(ApiError::new(Code::ProviderUnavailable, "The payment provider took no charge."))
        }
        ChargeOutcome::Unknown => Err(unknown()),
    }
}

/// Nothing is charged while the outcome of an earlier charge is unknown. Reconciliation asks about its transaction too.
async fn finish_earlier(app: &AppState, earlier: &SubscriptionPayment, now: Timestamp) -> ApiResult<()> {
    match fetch_outcome(app, earlier.id).await? {
        ChargeOutcome::Settled => require_paid(app, earlier).await,
        ChargeOutcome::NotReceived => {
            let mut tx = app.db.write().await?;
            let from = [PaymentStatus::Charging, PaymentStatus::Open];
            set_status(&mut tx, earlier.id, &from, PaymentStatus::Cancelled, now).await?;
            tx.commit().await?;
            Err(unknown())
        }
        ChargeOutcome::Declined | ChargeOutcome::Unknown => Err(unknown()),
    }
}

async fn require_paid(app: &AppState, payment: &SubscriptionPayment) -> ApiResult<()> {
    let mut tx = app.db.read().await?;
    let status: PaymentStatus =
        tx.scalar("SELECT status FROM subscription_payments WHERE id = $1", (payment.id,)).await?;
    if status.was_paid() { Ok(()) } else { Err(declined()) }
}

fn declined() -> ApiError {
    ApiError::new(Code::ChargeDeclined, "The card was declined; nothing has changed.")
}

fn unknown() -> ApiError {
    ApiError::new(Code::ChargeUnanswered, "The provider has not said yet what came of it.")
}
