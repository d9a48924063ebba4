//! How a subscription stands, as its owner sees it.

use axum::{extract::State, http::HeaderMap};
use heliriiul_db::{DbError, SubscriptionPaymentId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    Plan, cards, codes,
    payments::{PaymentStatus, Price, Purpose},
    plans::upgrade_price,
    subscription,
};
use crate::{
    auth::{self, CurrentUser, Now},
    error::responses::{NoSuchId, SessionRequired},
    error::{ApiError, ApiResult},
    extract::{Json, Path},
    money::{Cents, Percent},
    state::AppState,
};

/// State of a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubscriptionStatus {
    /// There never was one.
    None,
    Trial,
    Active,
    /// Active until it expires, without renewal.
    Stopped,
    /// Active though the last month is over: a declined charge is tried again.
    Grace,
    Ended,
}

/// The caller's subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionView {
    status: SubscriptionStatus,
    subscription_type: Option<Plan>,
    /// The package that a booked change brings.
    next_subscription_type: Option<Plan>,
    period_start: Option<Timestamp>,
    expires_at: Option<Timestamp>,
    /// When the card is charged next.
    renews_at: Option<Timestamp>,
    next_amount: Option<Cents>,
    trial_available: bool,
    has_card: bool,
    /// The last day of the card.
    #[schema(format = Date, example = "2028-06-30")]
    payment_token_expiry: Option<String>,
    /// What going to the unlimited package costs now.
    upgrade_amount: Option<Cents>,
    active_discount_percentage: Percent,
    /// The latest first.
    payments: Vec<PaidPayment>,
}

/// A payment for the package.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PaidPayment {
    number: String,
    purpose: Purpose,
    #[serde(rename = "subscriptionType")]
    kind: Option<Plan>,
    #[serde(rename = "amount")]
    amount_cents: Cents,
    status: PaymentStatus,
    paid_at: Timestamp,
}

/// The caller's subscription: its state, how it goes on, and its payments.
#[utoipa::path(
    get, path = "/subscription", tag = "subscriptions", security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = SubscriptionView),
        SessionRequired,
    )
)]
pub async fn get_subscription(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
) -> ApiResult<Json<SubscriptionView>> {
    let mut tx = app.db.read().await?;
    let member = subscription(&mut tx, user.id, now).await?;
    let code = codes::active(&mut tx, user.id, now).await?;
    let card = cards::valid_until(&mut tx, user.id).await?;
    let payments: Vec<PaidPayment> = tx
        .all(
            "SELECT number, purpose, kind, amount_cents, status, paid_at FROM subscription_payments \
             WHERE user_id = $1 AND status IN ('paid', 'refunded') AND amount_cents > 0 \
             ORDER BY paid_at DESC, id DESC LIMIT 100",
            (user.id,),
        )
        .await?;
    drop(tx);
    let active = member.as_ref().filter(|member| member.is_active(now));
    let status = match (&member, active) {
        (None, _) => SubscriptionStatus::None,
        (_, None) => SubscriptionStatus::Ended,
        (_, Some(member)) if member.is_in_grace(now) => SubscriptionStatus::Grace,
        (_, Some(member)) if member.stopped_at.is_some() => SubscriptionStatus::Stopped,
        (_, Some(member)) if member.trial => SubscriptionStatus::Trial,
        _ => SubscriptionStatus::Active,
    };
    let renewing = active.filter(|member| member.renews);
    let upgradable = active.filter(|member| member.kind == Plan::Limited && !member.is_in_grace(now));
    Ok(Json(SubscriptionView {
        status,
        subscription_type: member.as_ref().map(|member| member.kind),
        next_subscription_type: active.filter(|member| member.plan != member.kind).map(|member| member.plan),
        period_start: active.map(|member| member.period_start),
        expires_at: member.as_ref().map(|member| member.expires_at),
        renews_at: renewing.map(|member| member.paid_until),
        next_amount: renewing.map(|member| Price::of_month(member.plan, code.as_ref()).amount),
        trial_available: active.is_none()
            && member.as_ref().is_none_or(|member| member.trial_used_at.is_none()),
        has_card: card.is_some(),
        payment_token_expiry: card.flatten(),
        upgrade_amount: upgradable.map(|member| {
            if member.trial {
                Cents::ZERO
            } else {
                upgrade_price(member.period_start, member.period_end, now)
            }
        }),
        active_discount_percentage: code.map(|code| code.percent).unwrap_or_default(),
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

/// Until when the kept card can be charged.
#[utoipa::path(
    get, path = "/payment-token-expiry", tag = "subscriptions", security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = PaymentTokenExpiry),
        SessionRequired,
    )
)]
pub async fn get_payment_token_expiry(
    State(app): State<AppState>,
    user: CurrentUser,
) -> ApiResult<Json<PaymentTokenExpiry>> {
    let mut tx = app.db.read().await?;
    let day = cards::valid_until(&mut tx, user.id).await?.flatten();
    Ok(Json(PaymentTokenExpiry { payment_token_expiry: day }))
}

/// Where the buyer's browser goes after the provider's pages. Only a payment that went through looks like success.
pub async fn place_after(
    app: &AppState,
    payment_id: SubscriptionPaymentId,
    verified: bool,
) -> Result<String, DbError> {
    let mut tx = app.db.read().await?;
    let (purpose, status): (Purpose, PaymentStatus) =
        tx.one("SELECT purpose, status FROM subscription_payments WHERE id = $1", (payment_id,)).await?;
    let transaction: Option<String> = tx
        .scalar("SELECT MAX(id) FROM transactions WHERE subscription_payment_id = $1", (payment_id,))
        .await?;
    if verified && status == PaymentStatus::Paid {
        let place =
            if purpose == Purpose::Card { "/card-change-complete" } else { "/paketimakse-sooritatud" };
        return Ok(place.to_owned());
    }
    let endpoint = match purpose {
        Purpose::Trial => "start-trial",
        Purpose::Card => "change-card-details",
        _ => "checkout-subscription",
    };
    let transaction = transaction.unwrap_or_default();
    Ok(format!("/kaardimakse/{endpoint}/web?tehing={transaction}"))
}

/// How a payment for the package stands.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscriptionPaymentView {
    transaction_id: String,
    purpose: Purpose,
    status: PaymentStatus,
    subscription_type: Option<Plan>,
    amount: Cents,
}

/// How a payment of the caller's package stands.
#[utoipa::path(
    get, path = "/subscription-payments/{transactionId}", tag = "subscriptions",
    security(("api_token" = []), ("bearer" = [])),
    params(("transactionId" = String, Path, description = "As the start of the payment answered it", max_length = 64)),
    responses(
        (status = 200, body = SubscriptionPaymentView),
        SessionRequired, NoSuchId,
    )
)]
pub async fn get_subscription_payment(
    State(app): State<AppState>,
    headers: HeaderMap,
    Path(transaction_id): Path<String>,
) -> ApiResult<Json<SubscriptionPaymentView>> {
    let user = auth::caller(&app, &headers, None).await?;
    let mut tx = app.db.read().await?;
    let row: Option<(Purpose, PaymentStatus, Option<Plan>, Cents)> = tx
        .optional(
            "SELECT p.purpose, p.status, p.kind, p.amount_cents FROM subscription_payments p \
             JOIN transactions t ON t.subscription_payment_id = p.id WHERE t.id = $1 AND p.user_id = $2",
            (&transaction_id, user.id),
        )
        .await?;
    let (purpose, status, subscription_type, amount) =
        row.ok_or_else(|| ApiError::not_found("There is no such payment."))?;
    Ok(Json(SubscriptionPaymentView { transaction_id, purpose, status, subscription_type, amount }))
}
