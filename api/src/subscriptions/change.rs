//! Changing and stopping a package.

use std::time::Duration;

use axum::{extract::State, http::HeaderMap};
use heliriiul_db::{Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{
    Plan, Subscription,
    calendar::add_days,
    cards, emails,
    emails::Note,
    lifecycle::{self, GRACE_DAYS},
    payments::{self, NewPayment, PaymentStatus, Price, Purpose, SubscriptionPayment, set_status},
    plans::upgrade_price,
    renewal,
    start::active,
    subscription,
    subscription::lock,
};
use crate::{
    accounts::{User, user_view},
    auth::{self, CurrentUser, Now},
    error::responses::{JsonBody, SessionRequired},
    error::{ApiError, ApiResult, Code, Problem},
    extract::Json,
    money::Cents,
    payments::{
        Charged, ToCharge, charge,
        ledger::{self, Cause, Event},
    },
    state::AppState,
};

/// How long a stop waits for a charge that is under way.
const STOP_WAITS: Duration = Duration::from_secs(25);

/// The package to go on with.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePlan {
    /// For callers that send it neither as `Api-Token` nor as bearer.
    #[schema(max_length = 128)]
    api_token: Option<String>,
    subscription_type: Plan,
    /// Books the change for the end of what is paid, the only way from the unlimited to the flexible package.
    #[serde(default)]
    at_period_end: bool,
}

/// What a change came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The running period is of the new package.
    Now,
    /// The next period will be.
    PeriodEnd,
    /// A stop has been taken back.
    Resumed,
    /// A booked change has been taken back.
    Unbooked,
}

/// How the package goes on.
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

/// Changes the package.
///
/// From the flexible to the unlimited one at once, for the missing amount of the running period; the other way at the
/// end of what is paid. The present package takes back a booked change or a stop.
#[utoipa::path(
    post, path = "/change-subscription", tag = "subscriptions", security(("api_token" = []), ("bearer" = []), ()),
    request_body = ChangePlan,
    responses(
        (status = 200, body = Changed),
        JsonBody, SessionRequired,
        (status = 402, description = "The card was declined; nothing has changed", body = Problem),
        (status = 403, description = "There is no active package", body = Problem),
        (status = 409, description = "Only at the end of the period, or no card is kept", body = Problem),
        (status = 503, description = "Nobody knows yet whether the card was charged", body = Problem),
    )
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
    lock(&mut tx, user.id).await?;
    let member = active(&mut tx, user.id, now).await?;
    let answer = |changed, amount, effective_at| {
        Json(Changed { changed, subscription_type: wanted, amount, effective_at })
    };
    if wanted == member.kind && !member.is_in_grace(now) {
        let changed = keep(&app, &mut tx, user.id, &member, wanted, now).await?;
        tx.commit().await?;
        return Ok(answer(changed, Cents::ZERO, now));
    }
    if body.at_period_end || member.is_in_grace(now) {
        lifecycle::book(&mut tx, user.id, wanted, now).await?;
        note(&mut tx, user.id, "change-booked", json!({ "plan": wanted, "from": member.paid_until }), now)
            .await?;
        tx.commit().await?;
        return Ok(answer(Change::PeriodEnd, Cents::ZERO, member.paid_until));
    }
    if wanted == Plan::Limited {
        return Err(ApiError::new(
            Code::DowngradeAtPeriodEnd,
            "The flexible package can follow the unlimited one when the paid period ends.",
        )
        .with("effectiveAt", member.paid_until));
    }
    let amount =
        if member.trial { Cents::ZERO } else { upgrade_price(member.period_start, member.period_end, now) };
    if amount.is_zero() {
        lifecycle::upgrade(&mut tx, user.id, &member, now).await?;
        note(&mut tx, user.id, "package-upgraded", json!({ "amount": amount }), now).await?;
        tx.commit().await?;
        return Ok(answer(Change::Now, amount, now));
    }
    upgrade(&app, tx, user.id, &member, amount, now).await?;
    Ok(answer(Change::Now, amount, now))
}

/// The present package goes on: a booked change and a stop are taken back.
async fn keep(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    member: &Subscription,
    plan: Plan,
    now: Timestamp,
) -> ApiResult<Change> {
    lifecycle::book(tx, user_id, plan, now).await?;
    if member.renews {
        note(tx, user_id, "change-unbooked", json!({ "plan": plan }), now).await?;
        return Ok(Change::Unbooked);
    }
    if cards::token(app, tx, user_id).await?.is_none() {
        return Err(ApiError::new(Code::CardMissing, "No card is kept that the package could go on with."));
    }
    tx.execute(
        "UPDATE subscriptions SET renews = TRUE, stopped_at = NULL, failed_attempts = 0, grace_until = $2, \
         updated_at = $3 WHERE user_id = $1",
        (user_id, add_days(member.paid_until, GRACE_DAYS), now),
    )
    .await?;
    // The key holds the moment, since the job of the time before the stop may be there still.
    renewal::enqueue(tx, user_id, member.paid_until, member.paid_until, now).await?;
    note(tx, user_id, "package-resumed", json!({ "renewsAt": member.paid_until }), now).await?;
    Ok(Change::Resumed)
}

/// Charges the missing amount to the kept card. A declined charge changes nothing.
async fn upgrade(
    app: &AppState,
    mut tx: Tx,
    user_id: UserId,
    member: &Subscription,
    amount: Cents,
    now: Timestamp,
) -> ApiResult<()> {
    let token = cards::token(app, &mut tx, user_id).await?;
    let token = token.ok_or_else(|| {
        ApiError::new(Code::CardMissing, "No card is kept that the missing amount could be charged to.")
    })?;
    let unanswered =
        || ApiError::new(Code::ChargeUnanswered, "The provider has not said yet what came of it.");
    let earlier = payments::unfinished(&mut tx, user_id, Purpose::Upgrade).await?;
    if let Some(earlier) = earlier {
        // Its transaction is asked about by reconciliation; nothing is charged while its end is unknown.
        drop(tx);
        return match crate::payments::ask_about_charge(app, earlier.id).await? {
            Charged::NotArrived => {
                let mut tx = app.db.write().await?;
                let from = [PaymentStatus::Charging, PaymentStatus::Open];
                set_status(&mut tx, earlier.id, &from, PaymentStatus::Cancelled, now).await?;
                tx.commit().await?;
                Err(unanswered())
            }
            Charged::Settled => finished(app, &earlier).await,
            _ => Err(unanswered()),
        };
    }
    let new = NewPayment {
        user_id,
        purpose: Purpose::Upgrade,
        kind: Some(Plan::Unlimited),
        price: Price::plain(amount),
        period_start: Some(member.period_start),
        status: PaymentStatus::Charging,
    };
    let payment = payments::insert(app, &mut tx, &new, now).await?;
    let email: String = tx.scalar("SELECT email FROM users WHERE id = $1", (user_id,)).await?;
    tx.commit().await?;
    let to_charge =
        ToCharge { payment_id: payment.id, number: &payment.number, amount, email: &email, token: &token };
    match charge(app, &to_charge).await? {
        Charged::Settled => finished(app, &payment).await,
        Charged::Declined => {
            close(app, &payment, PaymentStatus::Failed).await?;
            Err(declined())
        }
        Charged::NotArrived => {
            close(app, &payment, PaymentStatus::Failed).await?;
            Err(ApiError::new(Code::ProviderUnavailable, "The payment provider took no charge."))
        }
        Charged::Unanswered => Err(unanswered()),
    }
}

fn declined() -> ApiError {
    ApiError::new(Code::ChargeDeclined, "The card was declined; nothing has changed.")
}

async fn finished(app: &AppState, payment: &SubscriptionPayment) -> ApiResult<()> {
    let mut tx = app.db.read().await?;
    let status: PaymentStatus =
        tx.scalar("SELECT status FROM subscription_payments WHERE id = $1", (payment.id,)).await?;
    if status.was_paid() { Ok(()) } else { Err(declined()) }
}

async fn close(app: &AppState, payment: &SubscriptionPayment, status: PaymentStatus) -> ApiResult<()> {
    let mut tx = app.db.write().await?;
    lifecycle::not_paid(app, &mut tx, payment.id, status, Cause::Renewal, app.clock.now()).await?;
    Ok(tx.commit().await?)
}

async fn note(
    tx: &mut Tx,
    user_id: UserId,
    kind: &'static str,
    detail: serde_json::Value,
    now: Timestamp,
) -> ApiResult<()> {
    let event = Event {
        kind,
        user_id: Some(user_id),
        order_id: None,
        transaction_id: None,
        cause: Cause::Member,
        detail,
    };
    Ok(ledger::append(tx, event, now).await?)
}

/// Stops the package: it stays active until its end, and nothing is charged any more.
#[utoipa::path(
    post, path = "/unsubscribe", tag = "subscriptions", security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = User),
        SessionRequired,
        (status = 403, description = "There is no active package", body = Problem),
    )
)]
pub async fn unsubscribe(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
) -> ApiResult<Json<User>> {
    let deadline = tokio::time::Instant::now() + STOP_WAITS;
    let mut tx = loop {
        let mut tx = app.db.write().await?;
        lock(&mut tx, user.id).await?;
        // A charge that is under way was sent before the stop; its end is waited for, so that the answer names the
        // day to which the package really runs.
        let charging: bool = tx.scalar(
            "SELECT EXISTS (SELECT 1 FROM subscription_payments WHERE user_id = $1 AND status = 'charging' \
             AND updated_at > $2)",
            (user.id, app.clock.now().minus(renewal::IN_FLIGHT)),
).await?;
        if !charging || tokio::time::Instant::now() >= deadline {
            break tx;
        }
        drop(tx);
        tokio::time::sleep(Duration::from_millis(200)).await;
    };
    let member = active(&mut tx, user.id, now).await?;
    if member.renews || member.stopped_at.is_none() {
        stop(&app, &mut tx, user.id, &member, now).await?;
    }
    let view = user_view(&mut tx, user.id, user.token, now).await?;
    tx.commit().await?;
    Ok(Json(view))
}

async fn stop(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    member: &Subscription,
    now: Timestamp,
) -> ApiResult<()> {
    tx.execute(
        "UPDATE subscriptions SET renews = FALSE, stopped_at = $2, grace_until = NULL, failed_attempts = 0, \
         plan = $3, updated_at = $2 WHERE user_id = $1",
        (user_id, now, member.kind),
    )
    .await?;
    // What had been declined is not tried again.
    tx.execute(
        "UPDATE subscription_payments SET status = 'cancelled', updated_at = $2 \
         WHERE user_id = $1 AND purpose = 'renewal' AND status IN ('open', 'declined')",
        (user_id, now),
    )
    .await?;
    note(tx, user_id, "package-stopped", json!({ "until": member.paid_until }), now).await?;
    let key = format!("{user_id}:{}", now.millis());
    emails::queue(
        app,
        tx,
        user_id,
        Note::new("package-stopped", key, member.kind, member.paid_until.max(now)),
        now,
    )
    .await?;
    if member.paid_until <= now {
        let received = subscription(tx, user_id, now).await?;
        if let Some(member) = received {
            lifecycle::ended(app, tx, user_id, &member, now).await?;
        }
        return Ok(());
    }
    emails::when_ended(tx, user_id, member.paid_until, now).await
}
