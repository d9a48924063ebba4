//! The caller's subscription and its payments.

use axum::{extract::State, http::HeaderMap};
use heliriiul_db::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Plan, Subscription, discounts,
    next_charge::next_charge,
    payment::{PaymentPurpose, PaymentStatus},
    saved_card,
    subscription::find,
};
use crate::{
    auth::{self, CurrentUser, Now},
    error::responses::{NoSuchId, SessionRequired},
    error::{ApiError, ApiResult},
    extract::{Json, Path},
    money::{Cents, Percent},
    state::AppState,
    withdrawal_right::withdrawable_until,
};

/// State of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubscriptionStatus {
    /// There has never been one.
    None,
    Trial,
    Active,
    /// Active until it expires, without renewal.
    Stopped,
    /// Active after the last paid period, while a declined charge is retried.
    Grace,
    Ended,
}

impl SubscriptionStatus {
    pub fn of(subscription: Option<&Subscription>, now: Timestamp) -> Self {
        let Some(subscription) = subscription else { return Self::None };
        match subscription {
            ended if !ended.is_active(now) => Self::Ended,
            active if active.is_in_grace(now) => Self::Grace,
            active if active.stopped_at.is_some() => Self::Stopped,
            active if active.trial => Self::Trial,
            _ => Self::Active,
        }
    }
}

/// The caller's subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionDetails {
    status: SubscriptionStatus,
    subscription_type: Option<Plan>,
    /// The plan of a scheduled change.
    next_subscription_type: Option<Plan>,
    period_start: Option<Timestamp>,
    expires_at: Option<Timestamp>,
    /// When the card is charged next.
    renews_at: Option<Timestamp>,
    /// What the card is charged next; of a stopped subscription, what it would be charged if it continued.
    next_amount: Option<Cents>,
    trial_available: bool,
    has_card: bool,
    /// The last day of the card.
    #[schema(format = Date, example = "2028-06-30")]
    payment_token_expiry: Option<String>,
    /// The price of an upgrade to the unlimited plan now.
    upgrade_amount: Option<Cents>,
    active_discount_percentage: Percent,
    /// The latest first.
    payments: Vec<PaidSubscriptionPayment>,
}

/// A paid payment for the subscription.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PaidSubscriptionPayment {
    number: String,
    purpose: PaymentPurpose,
    #[serde(rename = "subscriptionType")]
    plan: Option<Plan>,
    #[serde(rename = "amount")]
    amount_cents: Cents,
    status: PaymentStatus,
    paid_at: Timestamp,
    /// When the buyer withdrew from it.
    withdrawn_at: Option<Timestamp>,
    #[serde(skip)]
    immediate_access_consent_at: Option<Timestamp>,
    /// The last moment of the right of withdrawal; null without one.
    #[sqlx(skip)]
    withdrawable_until: Option<Timestamp>,
}

/// The caller's subscription: its state, how it continues, and its payments.
#[utoipa::path(
    get, path = "/subscription", tag = "subscriptions",
    responses((status = 200, body = SubscriptionDetails), SessionRequired),
)]
pub async fn get_subscription(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
) -> ApiResult<Json<SubscriptionDetails>> {
    let mut tx = app.db.read().await?;
    let subscription = find(&mut tx, user.id, now).await?;
    let discount = discounts::active(&mut tx, user.id, now).await?;
    let card = saved_card::valid_until(&mut tx, user.id).await?;
    let active = subscription.as_ref().filter(|subscription| subscription.is_active(now));
    let next = match active.filter(|active| active.renews || card.is_some()) {
        Some(active) => Some(next_charge(&app.config.shop, &mut tx, active).await?),
        None => None,
    };
    let mut payments: Vec<PaidSubscriptionPayment> = tx
        .all(
            "SELECT number, purpose, plan, amount_cents, status, paid_at, immediate_access_consent_at, \
             (SELECT withdrawn_at FROM withdrawals w WHERE w.subscription_payment_id = subscription_payments.id) \
             AS withdrawn_at FROM subscription_payments \
             WHERE user_id = $1 AND status IN ('paid', 'refunded') AND (amount_cents > 0 OR purpose = 'trial') \
             ORDER BY paid_at DESC, id DESC LIMIT 100",
            (user.id,),
        )
        .await?;
    drop(tx);
    for payment in &mut payments {
        let consent_at = payment.immediate_access_consent_at;
        payment.withdrawable_until = withdrawable_until(&app.config.shop, payment.paid_at, consent_at)
            .filter(|until| {
                payment.status == PaymentStatus::Paid && payment.withdrawn_at.is_none() && *until >= now
            });
    }
    let status = SubscriptionStatus::of(subscription.as_ref(), now);
    let renews = active.is_some_and(|active| active.renews);
    let trial_used = subscription.as_ref().is_some_and(|subscription| subscription.trial_used_at.is_some());
    Ok(Json(SubscriptionDetails {
        status,
        subscription_type: subscription.as_ref().map(|subscription| subscription.plan),
        next_subscription_type: active
            .filter(|active| active.next_plan != active.plan)
            .map(|active| active.next_plan),
        period_start: active.map(|active| active.period_start),
        expires_at: subscription.as_ref().map(|subscription| subscription.expires_at),
        renews_at: next.as_ref().filter(|_| renews).map(|next| next.at),
        next_amount: next.map(|next| next.price.amount),
        trial_available: active.is_none() && !trial_used,
        has_card: card.is_some(),
        payment_token_expiry: card.flatten(),
        upgrade_amount: active
            .filter(|active| active.plan == Plan::Limited && !active.is_in_grace(now))
            .map(|active| active.upgrade_price(&app.config.shop, now)),
        active_discount_percentage: discount.map_or(Percent::ZERO, |discount| discount.percent),
        payments,
    }))
}

/// The last day of the caller's card.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentTokenExpiry {
    /// Null without a card.
    #[schema(format = Date, example = "2028-06-30")]
    payment_token_expiry: Option<String>,
}

/// The last day of the saved card.
#[utoipa::path(
    get, path = "/payment-token-expiry", tag = "subscriptions",
    responses((status = 200, body = PaymentTokenExpiry), SessionRequired),
)]
pub async fn get_payment_token_expiry(
    State(app): State<AppState>,
    user: CurrentUser,
) -> ApiResult<Json<PaymentTokenExpiry>> {
    let day = saved_card::valid_until(&mut app.db.read().await?, user.id).await?.flatten();
    Ok(Json(PaymentTokenExpiry { payment_token_expiry: day }))
}

/// The state of a payment for the subscription.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionPaymentState {
    transaction_id: String,
    purpose: PaymentPurpose,
    status: PaymentStatus,
    subscription_type: Option<Plan>,
    amount: Cents,
}

/// The state of a payment for the caller's subscription.
#[utoipa::path(
    get, path = "/subscription-payments/{transactionId}", tag = "subscriptions",
    params(("transactionId" = String, Path, description = "As returned by the start of the payment", max_length = 64)),
    responses((status = 200, body = SubscriptionPaymentState), SessionRequired, NoSuchId),
)]
pub async fn get_subscription_payment(
    State(app): State<AppState>,
    headers: HeaderMap,
    Path(transaction_id): Path<String>,
) -> ApiResult<Json<SubscriptionPaymentState>> {
    let user = auth::caller(&app, &headers, None).await?;
    let state = app
        .db
        .optional(
            "SELECT t.id AS transaction_id, p.purpose, p.status, p.plan AS subscription_type, \
             p.amount_cents AS amount FROM subscription_payments p \
             JOIN transactions t ON t.subscription_payment_id = p.id WHERE t.id = $1 AND p.user_id = $2",
            (transaction_id, user.id),
        )
        .await?;
    state.map(Json).ok_or_else(|| ApiError::not_found("There is no such payment."))
}
