//! Payments by card that the buyer makes in the provider's dialog: the trial, the first month, and another card.

use axum::{extract::State, http::HeaderMap};
use heliriiul_db::{DbResult, Timestamp, Tx, UserId};
use heliriiul_makecommerce::CURRENCY;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{
    open_payment::{PaymentRequest, find_open_payment, open_payment},
    reconcile,
    transactions::{self, Subject},
};
use crate::{
    auth::{self, Now},
    calendar::add_days,
    config::Shop,
    error::responses::{ServiceAway, SessionRequired},
    error::{ApiError, ApiResult, Code},
    extract::{BrowserBase, Json},
    ledger::{Cause, Event, EventKind},
    money::Cents,
    rate_limit::ClientAddress,
    state::AppState,
    subscriptions::{
        PaymentPurpose, PaymentStatus, Plan, Subscription, SubscriptionPayment, TRIAL_DAYS, discounts, lock,
        lock_active,
        payment::{self, NewPayment, Price, set_status},
        prices_at,
    },
};

/// The plan to pay for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChoosePlan {
    /// The api token, for callers that send neither header.
    #[schema(max_length = 128)]
    api_token: Option<String>,
    subscription_type: Plan,
    /// Whether the buyer agrees to get access at once and to lose the right of withdrawal. Without it the payment keeps
    /// what an earlier call said, at first no.
    immediate_access_consent: Option<bool>,
}

/// Whose card to change.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeCard {
    /// The api token, for callers that send neither header.
    #[schema(max_length = 128)]
    api_token: Option<String>,
}

/// The parameters of the provider's card dialog.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentStart {
    /// The dialog's script.
    url: String,
    /// The publishable key.
    key: String,
    transaction_id: String,
    amount: Cents,
    /// The amount of the next charges that the activated code reduces; null without one.
    discounted_amount: Option<Cents>,
    /// How many charges after this payment it reduces; null: all.
    discounted_payments: Option<i64>,
    #[schema(example = "EUR")]
    currency: &'static str,
    email: String,
    client_name: String,
}

/// Starts the free trial: a payment of 0 EUR by the card that the later months are charged to.
#[utoipa::path(
    post, path = "/start-trial", tag = "subscriptions", security(("api_token" = []), ("bearer" = []), ()),
    responses(
        (status = 200, body = PaymentStart), SessionRequired,
        (status = 409, description = "A subscription is active, the trial has been used, or another payment is being made"), ServiceAway,
    ),
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
    let plan = body.subscription_type;
    check_unanswered(&app, user.id, PaymentPurpose::Trial, now).await?;
    let (tx, subscription) = lock_inactive(&app, user.id, now).await?;
    if subscription.is_some_and(|subscription| subscription.trial_used_at.is_some()) {
        return Err(ApiError::new(Code::TrialUsed, "The trial is for once."));
    }
    let price = Price::without_discount(Cents::ZERO);
    let new = new_payment(user.id, PaymentPurpose::Trial, plan, price);
    start(&app, tx, &new, body.immediate_access_consent, from, &base, now).await
}

/// Starts the payment of a plan's first month.
#[utoipa::path(
    post, path = "/checkout-subscription", tag = "subscriptions",
    security(("api_token" = []), ("bearer" = []), ()),
    responses(
        (status = 200, body = PaymentStart), SessionRequired,
        (status = 409, description = "A subscription is active, or another payment is being made"), ServiceAway,
    ),
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
    let plan = body.subscription_type;
    check_unanswered(&app, user.id, PaymentPurpose::Join, now).await?;
    let (mut tx, _) = lock_inactive(&app, user.id, now).await?;
    let discount = discounts::active(&mut tx, user.id, now).await?;
    let prices = prices_at(&app.config.shop, now);
    let price = Price::of_month(prices, plan, discount.as_ref());
    let new = new_payment(user.id, PaymentPurpose::Join, plan, price);
    start(&app, tx, &new, body.immediate_access_consent, from, &base, now).await
}

/// Starts the change of the card: a payment of 0 EUR by the new one.
#[utoipa::path(
    post, path = "/change-card-details", tag = "subscriptions",
    security(("api_token" = []), ("bearer" = []), ()),
    responses(
        (status = 200, body = PaymentStart), SessionRequired,
        (status = 403, description = "There is no active subscription"),
        (status = 409, description = "Another payment is being made"), ServiceAway,
    ),
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
    check_unanswered(&app, user.id, PaymentPurpose::Card, now).await?;
    let mut tx = app.db.write().await?;
    let plan = lock_active(&mut tx, user.id, now).await?.next_plan;
    let price = Price::without_discount(Cents::ZERO);
    let new = new_payment(user.id, PaymentPurpose::Card, plan, price);
    start(&app, tx, &new, None, from, &base, now).await
}

/// Asks about an earlier charge that ended without an outcome, so that it blocks nobody.
async fn check_unanswered(
    app: &AppState,
    user_id: UserId,
    purpose: PaymentPurpose,
    now: Timestamp,
) -> ApiResult<()> {
    match transactions::find_unanswered(&app.db, user_id, purpose, now).await? {
        Some(transaction) => reconcile::check(app, &transaction).await,
        None => Ok(()),
    }
}

/// Locks the subscriber and returns the ended subscription, if there is one. An active one is a conflict.
async fn lock_inactive(
    app: &AppState,
    user_id: UserId,
    now: Timestamp,
) -> ApiResult<(Tx, Option<Subscription>)> {
    let mut tx = app.db.write().await?;
    match lock(&mut tx, user_id, now).await? {
        Some(active) if active.is_active(now) => {
            Err(ApiError::new(Code::SubscriptionActive, "A subscription is active already.")
                .with("expiresAt", active.expires_at)
                .with("renews", active.renews))
        }
        ended => Ok((tx, ended)),
    }
}

fn new_payment(user_id: UserId, purpose: PaymentPurpose, plan: Plan, price: Price) -> NewPayment {
    NewPayment { user_id, purpose, plan, price, period_start: None }
}

/// Finds the payment of an earlier click, or inserts one, and opens its transaction.
async fn start(
    app: &AppState,
    mut tx: Tx,
    new: &NewPayment,
    consent: Option<bool>,
    from: ClientAddress,
    browser_base: &BrowserBase,
    now: Timestamp,
) -> ApiResult<Json<PaymentStart>> {
    payment::require_none_in_flight(&mut tx, new.user_id, now).await?;
    let payment = find_or_insert(app, &mut tx, new, now).await?;
    if let Some(consent) = consent {
        payment::set_consent(&app.config.shop, &mut tx, &payment, consent, now).await?;
    }
    let subject = Subject::Subscription(payment.id);
    let open = find_open_payment(&mut tx, subject).await?;
    let (discounted_amount, discounted_payments) =
        next_discount(&app.config.shop, &mut tx, new, now).await?.unzip();
    let (email, first_name, last_name): (String, String, String) =
        tx.one("SELECT email, first_name, last_name FROM users WHERE id = $1", (new.user_id,)).await?;
    tx.commit().await?;
    let open = if let Some(open) = open {
        open
    } else {
        let request = PaymentRequest {
            subject,
            number: &payment.number,
            amount: payment.amount_cents,
            email: &email,
            ip: from.ipv4(),
            saves_card: true,
            return_base: browser_base.as_str(),
        };
        open_payment(app, &request).await?
    };
    Ok(Json(PaymentStart {
        url: app.payments.checkout_script(browser_base),
        key: app.payments.publishable_key.clone(),
        transaction_id: open.transaction_id,
        amount: payment.amount_cents,
        discounted_amount,
        discounted_payments: discounted_payments.flatten(),
        currency: CURRENCY,
        email,
        client_name: format!("{first_name} {last_name}"),
    }))
}

/// Returns the reduced amount of the charges after a payment, and how many of them are reduced.
async fn next_discount(
    shop: &Shop,
    tx: &mut Tx,
    new: &NewPayment,
    now: Timestamp,
) -> DbResult<Option<(Cents, Option<i64>)>> {
    let (first_at, already_used) = match new.purpose {
        PaymentPurpose::Trial => (add_days(now, TRIAL_DAYS), 0),
        PaymentPurpose::Join => (now, 1),
        PaymentPurpose::Card | PaymentPurpose::Renewal | PaymentPurpose::Upgrade => return Ok(None),
    };
    let discount = discounts::active(tx, new.user_id, first_at).await?;
    Ok(discount.and_then(|discount| {
        let payments = discount.covered_payments(first_at).map(|payments| payments - already_used);
        let amount = Price::of_month(prices_at(shop, first_at), new.plan, Some(&discount)).amount;
        (payments != Some(0)).then_some((amount, payments))
    }))
}

async fn find_or_insert(
    app: &AppState,
    tx: &mut Tx,
    new: &NewPayment,
    now: Timestamp,
) -> ApiResult<SubscriptionPayment> {
    if let Some(payment) = payment::find_unfinished(tx, new.user_id, new.purpose).await? {
        let is_same = payment.plan == new.plan
            && payment.amount_cents == new.price.amount
            && payment.discount_id == new.price.discount_id
            && payment.paid_at.is_none();
        if is_same && can_continue(tx, &payment).await? {
            return Ok(payment);
        }
        if !set_status(tx, payment.id, &[PaymentStatus::Open], PaymentStatus::Cancelled, now).await? {
            return Err(ApiError::new(Code::ChargeUnanswered, "An earlier payment is being charged."));
        }
        discounts::release_unused(tx, new.user_id).await?;
    }
    let payment = payment::insert(&app.config.shop, tx, new, now).await?;
    let detail = json!({ "purpose": new.purpose, "payment": payment.number, "amount": payment.amount_cents });
    let event = Event::new(EventKind::SubscriptionPaymentStarted, Cause::Checkout, detail);
    event.user(new.user_id).append(tx, now).await?;
    Ok(payment)
}

/// Returns whether the payment has no transaction yet, or an open one.
async fn can_continue(tx: &mut Tx, payment: &SubscriptionPayment) -> DbResult<bool> {
    let (all, open): (i64, i64) = tx
        .one(
            "SELECT COUNT(*), COUNT(CASE WHEN status IN ('CREATED', 'PENDING', 'APPROVED') THEN 1 END) \
             FROM transactions WHERE subscription_payment_id = $1",
            (payment.id,),
        )
        .await?;
    Ok(all == 0 || open > 0)
}
