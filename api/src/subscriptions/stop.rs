//! Stopping a subscription.

use std::time::Duration;

use axum::extract::State;
use heliriiul_db::{DbResult, Timestamp, Tx, UserId};
use minijinja::context;
use serde_json::json;

use super::{
    Subscription, lifecycle, payment, schedule,
    subscription::{find, lock_active, lock_subscriber},
};
use crate::{
    accounts::{User, user_view},
    auth::{CurrentUser, Now},
    email::Mailer,
    error::{ApiResult, responses::SessionRequired},
    extract::Json,
    format::date,
    ledger::{Cause, Event, EventKind},
    state::AppState,
};

/// How long a stop waits for a charge in progress.
const MAX_WAIT: Duration = Duration::from_secs(25);

const POLL: Duration = Duration::from_millis(200);

/// Stops the subscription: it stays active until its end and is not renewed.
#[utoipa::path(
    post, path = "/unsubscribe", tag = "subscriptions",
    responses(
        (status = 200, body = User), SessionRequired,
        (status = 403, description = "There is no active subscription"),
    ),
)]
pub async fn unsubscribe(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
) -> ApiResult<Json<User>> {
    let deadline = tokio::time::Instant::now() + MAX_WAIT;
    let mut tx = loop {
        let mut tx = app.db.write().await?;
        lock_subscriber(&mut tx, user.id).await?;
        // A charge in progress was sent before the stop. Wait for its outcome, so that the response has the real end.
        let is_charging = payment::is_any_in_flight(&mut tx, user.id, app.clock.now()).await?;
        if !is_charging || tokio::time::Instant::now() >= deadline {
            break tx;
        }
        drop(tx);
        tokio::time::sleep(POLL).await;
    };
    let subscription = lock_active(&mut tx, user.id, now).await?;
    if subscription.renews || subscription.stopped_at.is_none() {
        stop(&app.mailer, &mut tx, &subscription, Cause::Subscriber, now).await?;
    }
    let view = user_view(&mut tx, user.id, user.token, now).await?;
    tx.commit().await?;
    Ok(Json(view))
}

pub(super) async fn stop(
    mailer: &Mailer,
    tx: &mut Tx,
    subscription: &Subscription,
    cause: Cause,
    now: Timestamp,
) -> ApiResult<()> {
    let Subscription { user_id, plan, paid_until, .. } = *subscription;
    // The outcome of a charge that was sent before decides whether there is another month. Until then access lasts.
    let is_charging = payment::has_unanswered_renewal(tx, user_id).await?;
    end_renewal(tx, user_id, is_charging, now).await?;
    let detail = json!({ "until": paid_until });
    let event = Event::new(EventKind::SubscriptionStopped, cause, detail);
    event.user(user_id).append(tx, now).await?;
    let key = format!("{user_id}:{}", now.millis());
    let context =
        context! { plan => plan.title(), day => date(paid_until.max(now)), isCharging => is_charging };
    mailer.queue(tx, user_id, "subscription-stopped", key, context, now).await?;
    if is_charging {
        return Ok(());
    }
    if paid_until > now {
        return Ok(schedule::end_reminder(tx, user_id, paid_until, now).await?);
    }
    match find(tx, user_id, now).await? {
        Some(subscription) => lifecycle::end(mailer, tx, &subscription, now).await,
        None => Ok(()),
    }
}

/// Ends the renewal. A declined charge is not retried.
pub(super) async fn end_renewal(
    tx: &mut Tx,
    user_id: UserId,
    keeps_grace: bool,
    now: Timestamp,
) -> DbResult<()> {
    tx.execute(
        "UPDATE subscriptions SET renews = FALSE, stopped_at = $2, failed_attempts = 0, updated_at = $2, \
         grace_until = CASE WHEN $3 THEN grace_until ELSE NULL END WHERE user_id = $1",
        (user_id, now, keeps_grace),
    )
    .await?;
    tx.execute(
        "UPDATE subscription_payments SET status = 'cancelled', updated_at = $2 \
         WHERE user_id = $1 AND purpose = 'renewal' AND status IN ('open', 'declined')",
        (user_id, now),
    )
    .await
    .map(drop)
}
