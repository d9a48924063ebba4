//! Starting a payment by card: the trial, the first month, and another card. Each answers what the provider's card
//! dialog needs.

use axum::{extract::State, http::HeaderMap};
use heliriiul_db::{DbError, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{
    Plan, Subscription, codes,
    payments::{self, NewPayment, PaymentStatus, Price, Purpose, SubscriptionPayment, set_status},
    subscription,
    subscription::lock,
};
use crate::{
    auth::{self, Now},
    error::responses::{JsonBody, ServiceAway, SessionRequired},
    error::{ApiError, ApiResult, Code, Problem},
    extract::{BrowserBase, Json},
    money::Cents,
    payments::{CardPayment, ledger, open_card_payment, start_card_payment},
    rate_limit::ClientAddress,
    state::AppState,
};

/// Which package to pay for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChoosePlan {
    /// For callers that send it neither as `Api-Token` nor as bearer.
    #[schema(max_length = 128)]
    api_token: Option<String>,
    subscription_type: Plan,
}

/// Whose card to change.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeCard {
    /// For callers that send it neither as `Api-Token` nor as bearer.
    #[schema(max_length = 128)]
    api_token: Option<String>,
}

/// What the provider's card dialog is opened with.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentStart {
    /// Of the dialog's script.
    url: String,
    /// The publishable key.
    key: String,
    transaction_id: String,
    amount: Cents,
    #[schema(example = "EUR")]
    currency: &'static str,
    email: String,
    client_name: String,
}

#[derive(sqlx::FromRow)]
struct Buyer {
    email: String,
    first_name: String,
    last_name: String,
}

/// Starts the free trial: a payment of 0 EUR by the card that the months after it are charged to.
#[utoipa::path(
    post, path = "/start-trial", tag = "subscriptions", security(("api_token" = []), ("bearer" = []), ()),
    request_body = ChoosePlan,
    responses(
        (status = 200, body = PaymentStart),
        JsonBody, SessionRequired,
        (status = 409, description = "A package runs, or the trial has been used", body = Problem),
        ServiceAway,
    )
)]
pub async fn start_trial(
    State(app): State<AppState>,
    Now(now): Now,
    headers: HeaderMap,
    from: ClientAddress,
    base: BrowserBase,
    Json(body): Json<ChoosePlan>,
) -> ApiResult<Json<PaymentStart>> {
    let user = auth::caller(&app, &headers, body.api_token.as_deref()).await?;
    let kind = body.subscription_type;
    let mut tx = app.db.write().await?;
    lock(&mut tx, user.id).await?;
    let member = subscription(&mut tx, user.id, now).await?;
    none_runs(member.as_ref(), now)?;
    if member.is_some_and(|member| member.trial_used_at.is_some()) {
        return Err(ApiError::new(Code::TrialUsed, "The trial is for once."));
    }
    let price = Price::plain(Cents::ZERO);
    start(&app, tx, user.id, Purpose::Trial, Some(kind), price, from, &base, now).await
}

/// Starts the payment of a package's first month, which further months follow.
#[utoipa::path(
    post, path = "/checkout-subscription", tag = "subscriptions", security(("api_token" = []), ("bearer" = []), ()),
    request_body = ChoosePlan,
    responses(
        (status = 200, body = PaymentStart),
        JsonBody, SessionRequired,
        (status = 409, description = "A package runs", body = Problem),
        ServiceAway,
    )
)]
pub async fn checkout_subscription(
    State(app): State<AppState>,
    Now(now): Now,
    headers: HeaderMap,
    from: ClientAddress,
    base: BrowserBase,
    Json(body): Json<ChoosePlan>,
) -> ApiResult<Json<PaymentStart>> {
    let user = auth::caller(&app, &headers, body.api_token.as_deref()).await?;
    let kind = body.subscription_type;
    let mut tx = app.db.write().await?;
    lock(&mut tx, user.id).await?;
    none_runs(subscription(&mut tx, user.id, now).await?.as_ref(), now)?;
    let code = codes::active(&mut tx, user.id, now).await?;
    let price = Price::of_month(kind, code.as_ref());
    start(&app, tx, user.id, Purpose::Join, Some(kind), price, from, &base, now).await
}

/// Starts the change of the card: a payment of 0 EUR by the new one.
#[utoipa::path(
    post, path = "/change-card-details", tag = "subscriptions", security(("api_token" = []), ("bearer" = []), ()),
    request_body = ChangeCard,
    responses(
        (status = 200, body = PaymentStart),
        JsonBody, SessionRequired,
        (status = 403, description = "There is no active package", body = Problem),
        ServiceAway,
    )
)]
pub async fn change_card_details(
    State(app): State<AppState>,
    Now(now): Now,
    headers: HeaderMap,
    from: ClientAddress,
    base: BrowserBase,
    Json(body): Json<ChangeCard>,
) -> ApiResult<Json<PaymentStart>> {
    let user = auth::caller(&app, &headers, body.api_token.as_deref()).await?;
    let mut tx = app.db.write().await?;
    lock(&mut tx, user.id).await?;
    let member = active(&mut tx, user.id, now).await?;
    let price = Price::plain(Cents::ZERO);
    start(&app, tx, user.id, Purpose::Card, Some(member.plan), price, from, &base, now).await
}

fn none_runs(member: Option<&Subscription>, now: Timestamp) -> ApiResult<()> {
    match member.filter(|member| member.is_active(now)) {
        Some(member) => Err(ApiError::new(Code::SubscriptionActive, "A package runs already.")
            .with("expiresAt", member.expires_at)
            .with("renews", member.renews)),
        None => Ok(()),
    }
}

/// The active subscription of a user, or 403.
pub async fn active(tx: &mut Tx, user_id: UserId, now: Timestamp) -> ApiResult<Subscription> {
    let member = subscription(tx, user_id, now).await?.filter(|member| member.is_active(now));
    member.ok_or_else(|| ApiError::new(Code::SubscriptionRequired, "There is no active package."))
}

/// Finds the payment of an earlier click, or makes one, and the transaction that its dialog opens.
#[expect(clippy::too_many_arguments, reason = "what a payment is, and who asks for it")]
async fn start(
    app: &AppState,
    mut tx: Tx,
    user_id: UserId,
    purpose: Purpose,
    kind: Option<Plan>,
    price: Price,
    from: ClientAddress,
    browser_base: &BrowserBase,
    now: Timestamp,
) -> ApiResult<Json<PaymentStart>> {
    let payment = find_or_make(app, &mut tx, user_id, purpose, kind, price, now).await?;
    let open = open_card_payment(&mut tx, payment.id).await?;
    let buyer: Buyer =
        tx.one("SELECT email, first_name, last_name FROM users WHERE id = $1", (user_id,)).await?;
    tx.commit().await?;
    let transaction_id = if let Some(id) = open {
        id
    } else {
        let card_payment = CardPayment {
            payment_id: payment.id,
            number: &payment.number,
            amount: payment.amount_cents,
            email: &buyer.email,
            ip: from.ipv4(),
            browser_base,
        };
        start_card_payment(app, &card_payment).await?
    };
    Ok(Json(PaymentStart {
        url: app.payments.checkout_script(browser_base),
        key: app.payments.publishable_key().to_owned(),
        transaction_id,
        amount: payment.amount_cents,
        currency: "EUR",
        client_name: format!("{} {}", buyer.first_name, buyer.last_name),
        email: buyer.email,
    }))
}

async fn find_or_make(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    purpose: Purpose,
    kind: Option<Plan>,
    price: Price,
    now: Timestamp,
) -> ApiResult<SubscriptionPayment> {
    if let Some(payment) = payments::unfinished(tx, user_id, purpose).await? {
        let same = payment.kind == kind
            && payment.amount_cents == price.amount
            && payment.discount_id == price.discount.map(|(id, _)| id)
            && payment.paid_at.is_none();
        if same && may_go_on(tx, &payment).await? {
            return Ok(payment);
        }
        if !set_status(tx, payment.id, &[PaymentStatus::Open], PaymentStatus::Cancelled, now).await? {
            return Err(ApiError::new(Code::ChargeUnanswered, "An earlier payment is being charged."));
        }
    }
    let new = NewPayment { user_id, purpose, kind, price, period_start: None, status: PaymentStatus::Open };
    let payment = payments::insert(app, tx, &new, now).await?;
    let event = ledger::Event {
        kind: "package-payment-started",
        user_id: Some(user_id),
        order_id: None,
        transaction_id: None,
        cause: ledger::Cause::Checkout,
        detail: json!({ "purpose": purpose, "payment": payment.number, "amount": payment.amount_cents }),
    };
    ledger::append(tx, event, now).await?;
    Ok(payment)
}

/// Not when each of its transactions has ended: that is told by one that has, with none open.
async fn may_go_on(tx: &mut Tx, payment: &SubscriptionPayment) -> Result<bool, DbError> {
    let (all, open): (i64, i64) = tx
        .one(
            "SELECT COUNT(*), COUNT(CASE WHEN status IN ('CREATED', 'PENDING', 'APPROVED') THEN 1 END) \
             FROM transactions WHERE subscription_payment_id = $1",
            (payment.id,),
        )
        .await?;
    Ok(all == 0 || open > 0)
}
