//! What an operator can change in a person's subscription, and the undoing of the last change.
//!
//! Each change is an event of the ledger with the state before and after it. It can be undone while nothing else has
//! changed the state.

use heliriiul_db::{DbResult, GiftCardId, RecordId, SubscriptionPaymentId, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use time::Date;
use utoipa::ToSchema;

use super::{
    Plan, Subscription,
    billing_periods::{self, Source},
    lifecycle, payment, schedule,
    stop::{end_renewal, stop},
    subscription::{find, lock_subscriber},
};
use crate::{
    calendar::{add_days, day_of, start_of_day},
    config::Shop,
    email::Mailer,
    error::{ApiError, ApiResult, Code},
    ledger::{Event, EventKind, Operator},
};

/// The most days of one extension, and the most that the renewal moves.
const MAX_DAYS: i64 = 366;

/// The most months of one gift.
const MAX_MONTHS: i64 = 36;

/// A change of a subscription.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "change", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum SubscriptionChange {
    /// Ends the access at once. Nothing is refunded by it.
    EndNow,
    /// Stops the renewal; access lasts to the end of what is paid.
    EndAtPeriodEnd,
    /// Adds free days after what is paid.
    Extend {
        #[schema(minimum = 1, maximum = 366)]
        days: i64,
    },
    /// Adds free months after what is paid.
    GiveMonths {
        plan: Plan,
        #[schema(minimum = 1, maximum = 36)]
        months: i64,
    },
    /// Moves the next renewal to a later day. The days until then are free.
    MoveRenewal {
        /// `YYYY-MM-DD` in Estonian time.
        #[schema(format = Date, example = "2027-01-05")]
        day: String,
    },
    /// Changes the plan of the running period and of the renewals, without a charge.
    ChangePlan { plan: Plan },
    /// Changes the plan from the next renewal on.
    ChangeNextPlan { plan: Plan },
}

/// Makes a change. The person's email address hears of an end; the other changes are silent.
pub async fn change(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    user_id: UserId,
    change: &SubscriptionChange,
    operator: Operator<'_>,
) -> ApiResult<()> {
    let now = operator.now;
    lock_subscriber(tx, user_id).await?;
    payment::require_none_in_flight(tx, user_id, now).await?;
    let before = State::read(tx, user_id).await?;
    make(shop, mailer, tx, user_id, change, operator).await?;
    let after = State::read(tx, user_id).await?;
    let detail = json!({ "change": change, "before": before, "after": after });
    Ok(Event::by_operator(EventKind::SubscriptionChanged, &operator, detail)
        .user(user_id)
        .append(tx, now)
        .await?)
}

async fn make(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    user_id: UserId,
    change: &SubscriptionChange,
    operator: Operator<'_>,
) -> ApiResult<()> {
    let now = operator.now;
    let found = find(tx, user_id, now).await?;
    let active = || {
        let active = found.clone().filter(|subscription| subscription.is_active(now));
        active.ok_or_else(|| ApiError::new(Code::SubscriptionRequired, "There is no active subscription."))
    };
    match *change {
        SubscriptionChange::EndNow => end_now(mailer, tx, &active()?, now).await,
        SubscriptionChange::EndAtPeriodEnd => {
            let active = active()?;
            if !active.renews {
                return Err(ApiError::new(Code::Conflict, "The subscription does not renew."));
            }
            stop(mailer, tx, &active, operator.cause(), now).await
        }
        SubscriptionChange::Extend { days } => {
            require_range("days", days, MAX_DAYS)?;
            let active = active()?;
            let until = add_days(active.paid_until.max(now), days);
            add_free_days(shop, tx, &active, until, now).await
        }
        SubscriptionChange::MoveRenewal { ref day } => {
            let active = active()?;
            if !active.renews {
                return Err(ApiError::new(Code::Conflict, "The subscription does not renew."));
            }
            add_free_days(shop, tx, &active, renewal_on(&active, day, now)?, now).await
        }
        SubscriptionChange::GiveMonths { plan, months } => {
            require_range("months", months, MAX_MONTHS)?;
            billing_periods::ensure_subscription(tx, user_id, plan, now).await?;
            let until = billing_periods::append_months(tx, user_id, plan, months, Source::Grant, now).await?;
            Ok(lifecycle::extend(shop, tx, user_id, until, now).await?)
        }
        SubscriptionChange::ChangePlan { plan } => {
            let active = active()?;
            let sql = "UPDATE billing_periods SET plan = $3 WHERE user_id = $1 AND starts_at = $2";
            tx.execute(sql, (user_id, active.period_start, plan)).await?;
            Ok(lifecycle::set_next_plan(tx, user_id, plan, now).await?)
        }
        SubscriptionChange::ChangeNextPlan { plan } => {
            active()?;
            Ok(lifecycle::set_next_plan(tx, user_id, plan, now).await?)
        }
    }
}

fn require_range(field: &'static str, number: i64, most: i64) -> ApiResult<()> {
    if (1..=most).contains(&number) { Ok(()) } else { Err(ApiError::field(field, "out-of-range")) }
}

/// The moment of a renewal on `day`, at the time of day of the present one.
fn renewal_on(active: &Subscription, day: &str, now: Timestamp) -> ApiResult<Timestamp> {
    let end = active.paid_until.max(now);
    let invalid = || ApiError::field("day", "invalid");
    let start = |day: Date| start_of_day(day).ok_or_else(invalid);
    let wanted = start(crate::calendar::parse_day(day).map_err(|_| invalid())?)?;
    let from = start(crate::calendar::parse_day(&day_of(end)).map_err(|_| invalid())?)?;
    let days = crate::calendar::days_between(from, wanted);
    if days < 1 {
        return Err(ApiError::field("day", "too-early"));
    }
    if days > MAX_DAYS {
        return Err(ApiError::field("day", "too-late"));
    }
    Ok(add_days(end, days))
}

/// Appends one free period. The months after it are counted from its end.
async fn add_free_days(
    shop: &Shop,
    tx: &mut Tx,
    active: &Subscription,
    until: Timestamp,
    now: Timestamp,
) -> ApiResult<()> {
    let user_id = active.user_id;
    billing_periods::append_days(tx, user_id, active.plan, until, now).await?;
    Ok(lifecycle::extend(shop, tx, user_id, until, now).await?)
}

async fn end_now(mailer: &Mailer, tx: &mut Tx, active: &Subscription, now: Timestamp) -> ApiResult<()> {
    let user_id = active.user_id;
    end_renewal(tx, user_id, false, now).await?;
    tx.execute("DELETE FROM billing_periods WHERE user_id = $1 AND starts_at >= $2", (user_id, now)).await?;
    let sql = "UPDATE billing_periods SET ends_at = $2 WHERE user_id = $1 AND ends_at > $2";
    tx.execute(sql, (user_id, now)).await?;
    lifecycle::end(mailer, tx, active, now).await
}

/// Undoes the last change of a subscription. `event` is the change's event in the ledger.
pub async fn undo(tx: &mut Tx, user_id: UserId, event: RecordId, operator: Operator<'_>) -> ApiResult<()> {
    let now = operator.now;
    lock_subscriber(tx, user_id).await?;
    payment::require_none_in_flight(tx, user_id, now).await?;
    let undone = undoable(tx, user_id).await?.filter(|change| change.event == event);
    let Undoable { before, .. } = undone.ok_or_else(|| {
        ApiError::new(Code::Conflict, "This is not the last change, or the subscription has changed since.")
    })?;
    before.restore(tx, user_id).await?;
    if let Some(subscription) = find(tx, user_id, now).await? {
        let paid_until = subscription.paid_until;
        if subscription.renews {
            schedule::renewal(tx, user_id, paid_until, paid_until.max(now), now).await?;
        }
        if paid_until > now {
            schedule::end_reminder(tx, user_id, paid_until, now).await?;
        }
    }
    let detail = json!({ "event": event });
    let event = Event::by_operator(EventKind::SubscriptionChangeUndone, &operator, detail);
    Ok(event.user(user_id).append(tx, now).await?)
}

/// The change of a subscription that can be undone.
pub struct Undoable {
    pub event: RecordId,
    before: State,
}

/// Finds the last change of a person's subscription, unless it was undone or something has changed the state since.
pub async fn undoable(tx: &mut Tx, user_id: UserId) -> DbResult<Option<Undoable>> {
    let last: Option<(RecordId, EventKind, String)> = tx
        .optional(
            "SELECT id, kind, detail FROM ledger_events WHERE user_id = $1 \
             AND kind IN ('subscription-changed', 'subscription-change-undone') ORDER BY at DESC, id DESC LIMIT 1",
            (user_id,),
        )
        .await?;
    let Some((event, _, detail)) = last.filter(|(_, kind, _)| *kind == EventKind::SubscriptionChanged) else {
        return Ok(None);
    };
    let Ok(Recorded { before, after }) = serde_json::from_str(&detail) else { return Ok(None) };
    let is_unchanged = State::read(tx, user_id).await? == after;
    Ok(is_unchanged.then_some(Undoable { event, before }))
}

#[derive(Deserialize)]
struct Recorded {
    before: State,
    after: State,
}

/// All that decides a person's access and renewal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    subscription: Option<Row>,
    periods: Vec<Period>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
struct Row {
    next_plan: Plan,
    anchor_at: Timestamp,
    renews: bool,
    stopped_at: Option<Timestamp>,
    grace_until: Option<Timestamp>,
    failed_attempts: i64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::FromRow)]
struct Period {
    id: RecordId,
    plan: Plan,
    source: String,
    starts_at: Timestamp,
    ends_at: Timestamp,
    payment_id: Option<SubscriptionPaymentId>,
    gift_card_id: Option<GiftCardId>,
    created_at: Timestamp,
}

impl State {
    async fn read(tx: &mut Tx, user_id: UserId) -> DbResult<Self> {
        let subscription = tx.optional("SELECT * FROM subscriptions WHERE user_id = $1", (user_id,)).await?;
        let sql = "SELECT * FROM billing_periods WHERE user_id = $1 ORDER BY starts_at, id";
        Ok(Self { subscription, periods: tx.all(sql, (user_id,)).await? })
    }

    async fn restore(self, tx: &mut Tx, user_id: UserId) -> DbResult<()> {
        tx.execute("DELETE FROM billing_periods WHERE user_id = $1", (user_id,)).await?;
        for Period { id, plan, source, starts_at, ends_at, payment_id, gift_card_id, created_at } in
            self.periods
        {
            tx.execute(
                "INSERT INTO billing_periods (id, user_id, plan, source, starts_at, ends_at, payment_id, \
                 gift_card_id, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                (id, user_id, plan, source, starts_at, ends_at, payment_id, gift_card_id, created_at),
            )
            .await?;
        }
        let Some(row) = self.subscription else {
            return tx.execute("DELETE FROM subscriptions WHERE user_id = $1", (user_id,)).await.map(drop);
        };
        let Row { next_plan, anchor_at, renews, stopped_at, grace_until, failed_attempts } = row;
        tx.execute(
            "UPDATE subscriptions SET next_plan = $2, anchor_at = $3, renews = $4, stopped_at = $5, grace_until = $6, \
             failed_attempts = $7 WHERE user_id = $1",
            (user_id, next_plan, anchor_at, renews, stopped_at, grace_until, failed_attempts),
        )
        .await
        .map(drop)
    }
}
