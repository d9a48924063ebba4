//! Changes of the plan, and the charge of an upgrade to the unlimited plan.

use axum::{extract::State, http::HeaderMap};
use heliriiul_db::{DbError, Timestamp, Tx};
use heliriiul_makecommerce::Vault;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::charge::{ChargeOutcome, charge, close_payment, fetch_outcome, saved_token};
use crate::{
    auth::{self, Now},
    error::{ApiError, ApiResult, Code, responses::SessionRequired},
    extract::Json,
    ledger::{Cause, Event, EventKind, IncidentKind},
    money::Cents,
    state::AppState,
    subscriptions::{
        PaymentPurpose, PaymentStatus, Plan, Subscription, SubscriptionPayment, lifecycle, lock_active,
        payment::{self, NewPayment, Price, set_status},
    },
};

/// The plan to change to.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePlan {
    /// The api token, for callers that send neither header.
    #[schema(max_length = 128)]
    api_token: Option<String>,
    subscription_type: Plan,
    /// Schedules the change for the end of the paid time, the only way from the unlimited to the flexible plan.
    #[serde(default)]
    at_period_end: bool,
}

/// The result of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The running period has the new plan.
    Now,
    /// The next period has the new plan.
    PeriodEnd,
    /// A stop was taken back.
    Resumed,
    /// A scheduled change was cancelled.
    Unbooked,
}

/// The subscription after a change.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the API names it so")]
#[serde(rename_all = "camelCase")]
pub struct Changed {
    changed: Change,
    subscription_type: Plan,
    /// What the card was charged.
    amount: Cents,
    effective_at: Timestamp,
}

/// Changes the plan.
///
/// From the flexible to the unlimited plan at once, for the price difference of the running period; the other way at the
/// end of the paid time. Choosing the current plan cancels a scheduled change or a stop.
#[utoipa::path(
    post, path = "/change-subscription", tag = "subscriptions",
    security(("api_token" = []), ("bearer" = []), ()),
    responses(
        (status = 200, body = Changed), SessionRequired,
        (status = 402, description = "The card was declined; nothing has changed"),
        (status = 403, description = "There is no active subscription"),
        (status = 409, description = "Only at the end of the period, no card is saved, another payment is being made, or the charge was confirmed after its period and is refunded: see `type`"),
        (status = 503, description = "The outcome of the charge is not known yet"),
    ),
)]
pub async fn change_subscription(
    State(app): State<AppState>,
    Now(now): Now,
    headers: HeaderMap,
    Json(body): Json<ChangePlan>,
) -> ApiResult<Json<Changed>> {
    let user = auth::caller(&app, &headers, body.api_token.as_deref()).await?;
    let wanted = body.subscription_type;
    let mut tx = app.db.write().await?;
    let subscription = lock_active(&mut tx, user.id, now).await?;
    let in_grace = subscription.is_in_grace(now);
    let result = |changed, amount, effective_at| {
        Json(Changed { changed, subscription_type: wanted, amount, effective_at })
    };
    let event = |kind, detail| Event::new(kind, Cause::Subscriber, detail).user(user.id);
    let resumes = !subscription.renews && wanted == subscription.next_plan;
    if (wanted == subscription.plan || resumes) && !in_grace {
        let changed = keep_plan(&app.payments.vault, &mut tx, &subscription, wanted, now).await?;
        tx.commit().await?;
        return Ok(result(changed, Cents::ZERO, now));
    }
    if body.at_period_end || in_grace {
        lifecycle::set_next_plan(&mut tx, user.id, wanted, now).await?;
        let detail = json!({ "plan": wanted, "from": subscription.paid_until });
        event(EventKind::PlanChangeScheduled, detail).append(&mut tx, now).await?;
        tx.commit().await?;
        return Ok(result(Change::PeriodEnd, Cents::ZERO, subscription.paid_until));
    }
    if wanted == Plan::Limited {
        return Err(ApiError::new(
            Code::DowngradeAtPeriodEnd,
            "The flexible plan can follow the unlimited plan when the paid period ends.",
        )
        .with("effectiveAt", subscription.paid_until));
    }
    let amount = subscription.upgrade_price(&app.config.shop, now);
    if amount.is_zero() {
        lifecycle::upgrade(&mut tx, &subscription, now).await?;
        let detail = json!({ "amount": amount });
        event(EventKind::SubscriptionUpgraded, detail).append(&mut tx, now).await?;
        tx.commit().await?;
    } else {
        charge_upgrade(&app, tx, &subscription, amount, now).await?;
    }
    Ok(result(Change::Now, amount, now))
}

/// Continues with the present plan: cancels a scheduled change and takes back a stop.
async fn keep_plan(
    vault: &Vault,
    tx: &mut Tx,
    subscription: &Subscription,
    plan: Plan,
    now: Timestamp,
) -> ApiResult<Change> {
    let user_id = subscription.user_id;
    lifecycle::set_next_plan(tx, user_id, plan, now).await?;
    if subscription.renews {
        let event = Event::new(EventKind::PlanChangeCancelled, Cause::Subscriber, json!({ "plan": plan }));
        event.user(user_id).append(tx, now).await?;
        return Ok(Change::Unbooked);
    }
    if saved_token(tx, vault, user_id).await?.is_none() {
        return Err(ApiError::new(Code::CardMissing, "No card is saved to continue the subscription with."));
    }
    lifecycle::resume(tx, subscription, now).await?;
    Ok(Change::Resumed)
}

/// Charges the price of an upgrade to the saved card. A declined charge changes nothing.
async fn charge_upgrade(
    app: &AppState,
    mut tx: Tx,
    subscription: &Subscription,
    amount: Cents,
    now: Timestamp,
) -> ApiResult<()> {
    let user_id = subscription.user_id;
    payment::require_none_in_flight(&mut tx, user_id, now).await?;
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
        plan: Plan::Unlimited,
        price: Price::without_discount(amount),
        period_start: Some(subscription.period_start),
    };
    let payment = payment::insert(&app.config.shop, &mut tx, &new, now).await?;
    let Some(reserved_until) = payment::begin_charge(&mut tx, payment.id, now).await? else {
        return Err(unknown());
    };
    tx.commit().await?;
    match charge(app, &payment, &token, reserved_until).await? {
        ChargeOutcome::Recorded => require_upgraded(app, &payment).await,
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
        ChargeOutcome::Recorded => require_upgraded(app, earlier).await,
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

/// Fails unless the payment was made and has upgraded its period.
async fn require_upgraded(app: &AppState, payment: &SubscriptionPayment) -> ApiResult<()> {
    let (status, is_undelivered): (PaymentStatus, bool) = app
        .db
        .optional(
            "SELECT status, EXISTS (SELECT 1 FROM payment_incidents i JOIN transactions t ON t.id = i.transaction_id \
             WHERE t.subscription_payment_id = p.id AND i.kind = $2) FROM subscription_payments p WHERE p.id = $1",
            (payment.id, IncidentKind::NothingToDeliver),
        )
        .await?
        .ok_or(DbError::RowNotFound)?;
    match (status.was_paid(), is_undelivered) {
        (true, false) => Ok(()),
        (true, true) => Err(ApiError::new(
            Code::UpgradeTooLate,
            "The charge was confirmed after its period had ended; the amount is to be refunded.",
        )
        .with("amount", payment.amount_cents)),
        (false, _) => Err(declined()),
    }
}

fn declined() -> ApiError {
    ApiError::new(Code::ChargeDeclined, "The card was declined; nothing has changed.")
}

fn unknown() -> ApiError {
    ApiError::new(Code::ChargeUnanswered, "The provider has not said yet what came of it.")
}
