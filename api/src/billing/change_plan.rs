//! Changes of the plan.

use axum::{extract::State, http::HeaderMap};
use heliriiul_db::{Timestamp, Tx, UserId};
use heliriiul_makecommerce::Vault;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::{charge::saved_token, upgrade::charge_upgrade};
use crate::{
    auth::{self, Now},
    error::{ApiError, ApiResult, Code, responses::SessionRequired},
    extract::Json,
    ledger::{Cause, Event, EventKind},
    money::Cents,
    state::AppState,
    subscriptions::{Plan, Subscription, lifecycle, lock_subscriber, require_active},
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
        (status = 409, description = "Only at the end of the period, or no card is saved"),
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
    lock_subscriber(&mut tx, user.id).await?;
    let subscription = require_active(&mut tx, user.id, now).await?;
    let in_grace = subscription.is_in_grace(now);
    let result = |changed, amount, effective_at| {
        Json(Changed { changed, subscription_type: wanted, amount, effective_at })
    };
    if wanted == subscription.plan && !in_grace {
        let changed = keep_plan(&app.payments.vault, &mut tx, user.id, &subscription, wanted, now).await?;
        tx.commit().await?;
        return Ok(result(changed, Cents::ZERO, now));
    }
    if body.at_period_end || in_grace {
        lifecycle::set_next_plan(&mut tx, user.id, wanted, now).await?;
        let detail = json!({ "plan": wanted, "from": subscription.paid_until });
        append_event(&mut tx, user.id, EventKind::PlanChangeScheduled, detail, now).await?;
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
    let amount = subscription.upgrade_price(now);
    if amount.is_zero() {
        lifecycle::upgrade(&mut tx, user.id, &subscription, now).await?;
        let detail = json!({ "amount": amount });
        append_event(&mut tx, user.id, EventKind::SubscriptionUpgraded, detail, now).await?;
        tx.commit().await?;
    } else {
        charge_upgrade(&app, tx, user.id, &subscription, amount, now).await?;
    }
    Ok(result(Change::Now, amount, now))
}

/// Continues with the present plan: cancels a scheduled change and takes back a stop.
async fn keep_plan(
    vault: &Vault,
    tx: &mut Tx,
    user_id: UserId,
    subscription: &Subscription,
    plan: Plan,
    now: Timestamp,
) -> ApiResult<Change> {
    lifecycle::set_next_plan(tx, user_id, plan, now).await?;
    if subscription.renews {
        append_event(tx, user_id, EventKind::PlanChangeCancelled, json!({ "plan": plan }), now).await?;
        return Ok(Change::Unbooked);
    }
    if saved_token(tx, vault, user_id).await?.is_none() {
        return Err(ApiError::new(Code::CardMissing, "No card is saved to continue the subscription with."));
    }
    lifecycle::resume(tx, user_id, subscription, now).await?;
    Ok(Change::Resumed)
}

async fn append_event(
    tx: &mut Tx,
    user_id: UserId,
    kind: EventKind,
    detail: Value,
    now: Timestamp,
) -> ApiResult<()> {
    Ok(Event::new(kind, Cause::Subscriber, detail).user(user_id).append(tx, now).await?)
}
