//! New prices: the email to each subscriber 30 days before, and the moment at which the pages show them.

use heliriiul_db::{ChangeKind, Db, DbResult, RecordId, Timestamp, Tx, UserId, append_change};
use minijinja::context;
use serde_json::json;

use super::{
    Subscription,
    payment::Price,
    prices::{NOTICE_DAYS, prices_at},
    subscription::lock,
};
use crate::{
    calendar::{add_days, day_of, next_end, parse_day, start_of_day},
    config::{PlanPrices, Shop},
    error::ApiResult,
    format::{date, euro},
    jobs::{self, JobKind},
    ledger::{Cause, Event, EventKind},
    state::AppState,
};

/// How many subscribers one run announces to. The next run continues.
const BATCH: i64 = 200;

/// Schedules that the pages show prices on their first day.
pub async fn schedule_prices(db: &Db, shop: &Shop, now: Timestamp) -> DbResult<()> {
    for prices in &shop.plan_prices {
        let Some(first) = first_moment(prices).filter(|first| *first > now) else { continue };
        let mut tx = db.write().await?;
        let key = format!("publish-prices:{}", prices.from);
        jobs::enqueue(&mut tx, JobKind::PublishPrices, &key, &(), first, now).await?;
        tx.commit().await?;
    }
    Ok(())
}

fn first_moment(prices: &PlanPrices) -> Option<Timestamp> {
    parse_day(&prices.from).ok().and_then(start_of_day)
}

/// Runs [`JobKind::PublishPrices`]: the change makes every node render its pages again.
pub async fn publish_prices_job(app: &AppState) -> ApiResult<Tx> {
    let mut tx = app.db.write().await?;
    append_change(&mut tx, ChangeKind::Content, RecordId::new().uuid(), app.clock.now()).await?;
    Ok(tx)
}

/// Runs [`JobKind::AnnouncePrices`].
pub async fn announce_prices_job(app: &AppState) -> ApiResult<Tx> {
    let now = app.clock.now();
    // The prices of the day on which an email of today takes effect.
    let prices = prices_at(&app.config.shop, add_days(now, NOTICE_DAYS));
    let mut tx = app.db.read().await?;
    let due: Vec<UserId> = tx
        .scalars(
            "SELECT user_id FROM subscriptions WHERE renews AND prices_from < $1 \
             AND (price_notice_from IS NULL OR price_notice_from < $1) ORDER BY user_id LIMIT $2",
            (&prices.from, BATCH),
        )
        .await?;
    drop(tx);
    for user_id in due {
        announce(app, user_id, prices, now).await?;
    }
    Ok(app.db.write().await?)
}

async fn announce(app: &AppState, user_id: UserId, prices: &PlanPrices, now: Timestamp) -> ApiResult<()> {
    let mut tx = app.db.write().await?;
    let Some(subscription) = lock(&mut tx, user_id, now).await? else { return Ok(()) };
    let announced = tx
        .execute(
            "UPDATE subscriptions SET price_notice_from = $2, price_notice_at = $3 WHERE user_id = $1 \
             AND renews AND (price_notice_from IS NULL OR price_notice_from < $2)",
            (user_id, &prices.from, now),
        )
        .await?;
    if announced > 0 {
        queue_email(app, &mut tx, &subscription, prices, now).await?;
    }
    Ok(tx.commit().await?)
}

/// Nothing is sent when the subscriber's price stays the same.
async fn queue_email(
    app: &AppState,
    tx: &mut Tx,
    subscription: &Subscription,
    prices: &PlanPrices,
    now: Timestamp,
) -> ApiResult<()> {
    let Subscription { user_id, next_plan: plan, paid_until, .. } = *subscription;
    let before = super::next_charge(&app.config.shop, tx, subscription).await?.price.list;
    let after = Price::of_month(prices, plan, None).amount;
    if before == after {
        return Ok(());
    }
    let anchor: Timestamp =
        tx.scalar("SELECT anchor_at FROM subscriptions WHERE user_id = $1", (user_id,)).await?;
    let mut first_charge = paid_until;
    while first_charge < add_days(now, NOTICE_DAYS) || day_of(first_charge) < prices.from {
        first_charge = next_end(anchor, first_charge);
    }
    let key = format!("{user_id}:{}", prices.from);
    let context = context! {
        plan => plan.title(),
        before => euro(before),
        after => euro(after),
        day => date(first_charge),
    };
    app.mailer.queue(tx, user_id, "subscription-price-changes", key, context, now).await?;
    let detail = json!({ "before": before, "after": after, "from": first_charge });
    let event = Event::new(EventKind::PriceAnnounced, Cause::Renewal, detail);
    Ok(event.user(user_id).append(tx, now).await?)
}
