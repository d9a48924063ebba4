//! What a payment's end brings about: months of a subscription, a kept card, a further try, or the end.
//!
//! All of it happens in the transaction of its cause, with the member's row and the payment's row locked.

use heliriiul_db::{SubscriptionPaymentId, Timestamp, Tx, UserId};
use serde_json::json;

use super::{
    Plan, Subscription,
    billing_periods::{self, Source},
    calendar::add_days,
    cards, codes,
    emails::{self, Note},
    payments::{PaymentStatus, Purpose, SubscriptionPayment, locked, set_status},
    renewal, subscription,
    subscription::lock,
};
use crate::{
    error::ApiResult,
    money::Cents,
    payments::ledger::{self, Cause, Event, IncidentKind, PaymentIncident},
    state::AppState,
};

/// How long access lasts beyond the paid month until the first charge has been decided: the two further tries come
/// within three days, the rest is for a store that was down.
pub const GRACE_DAYS: i64 = 4;

/// Days from the first declined charge to the second try, and from the second to the last.
const TRY_AGAIN: [i64; 2] = [1, 2];

/// Money or a verified card that came in for a payment; without a transaction when nothing was to pay.
#[derive(Clone, Copy)]
pub struct Received<'a> {
    pub transaction: Option<(&'a str, Cents)>,
    pub cause: Cause,
}

/// Delivers a payment that has gone through. A second transaction of the same payment is given back.
pub async fn paid(
    app: &AppState,
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    received: Received<'_>,
    now: Timestamp,
) -> ApiResult<()> {
    let user_id = locked(tx, id).await?.user_id;
    lock(tx, user_id).await?;
    let payment = locked(tx, id).await?;
    if payment.status.was_paid() {
        return give_back(tx, &payment, received, "was paid already", now).await;
    }
    tx.execute(
        "UPDATE subscription_payments SET paid_at = COALESCE(paid_at, $2), updated_at = $2 WHERE id = $1",
        (id, now),
    )
    .await?;
    // The card of a trial comes in a message of its own, before this or after.
    if payment.purpose == Purpose::Trial && payment.token_sealed.is_none() {
        return Ok(());
    }
    tx.execute("UPDATE subscription_payments SET status = 'paid' WHERE id = $1", (id,)).await?;
    if let Some(code) = payment.discount_id {
        codes::take_use(tx, user_id, code).await?;
    }
    deliver(app, tx, &payment, received, now).await?;
    metrics::counter!("subscription_payments_paid_total", "purpose" => payment.purpose.text()).increment(1);
    Ok(())
}

async fn deliver(
    app: &AppState,
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    received: Received<'_>,
    now: Timestamp,
) -> ApiResult<()> {
    let user_id = payment.user_id;
    let before = subscription(tx, user_id, now).await?;
    let running = before.as_ref().is_some_and(|member| member.is_active(now) && member.renews);
    let kind = payment.kind.or(before.as_ref().map(|member| member.plan)).unwrap_or(Plan::Limited);
    let mut detail = json!({ "purpose": payment.purpose, "kind": kind, "payment": payment.number });
    let event = match payment.purpose {
        Purpose::Trial => {
            let used = before.as_ref().is_some_and(|member| member.trial_used_at.is_some());
            keep_card(tx, payment, now).await?;
            if used || running {
                return note(tx, payment, received, "trial-repeated", detail, now).await;
            }
            billing_periods::open(tx, user_id, kind, now).await?;
            let until = billing_periods::add_trial(tx, user_id, kind, payment.id, now).await?;
            goes_on(tx, user_id, kind, until, true, now).await?;
            let letter = Note::new("package-trial-started", payment.id, kind, until);
            emails::queue(app, tx, user_id, letter, now).await?;
            emails::before_trial_ends(tx, user_id, until, now).await?;
            detail["until"] = json!(until);
            "trial-started"
        }
        Purpose::Join if running => {
            return give_back(tx, payment, received, "came while a package was running", now).await;
        }
        Purpose::Join | Purpose::Renewal => {
            keep_card(tx, payment, now).await?;
            billing_periods::open(tx, user_id, kind, now).await?;
            let source = Source::Payment(payment.id);
            let until = billing_periods::add_months_of(tx, user_id, kind, 1, source, now).await?;
            let has_card = cards::valid_until(tx, user_id).await?.is_some();
            // A stop that came while the card was being charged stands.
            let stopped =
                payment.purpose == Purpose::Renewal && before.as_ref().is_some_and(|member| !member.renews);
            if stopped {
                end_grace(tx, user_id, now).await?;
                emails::when_ended(tx, user_id, until, now).await?;
            } else {
                let plan =
                    before.filter(|_| payment.purpose == Purpose::Renewal).map_or(kind, |member| member.plan);
                goes_on(tx, user_id, plan, until, has_card, now).await?;
            }
            let what = format!("{}, üks kuu", kind.name());
            emails::receipt(app, tx, payment, what, until, now).await?;
            detail["until"] = json!(until);
            if payment.purpose == Purpose::Join { "package-joined" } else { "package-renewed" }
        }
        Purpose::Upgrade => {
            let member = before.filter(|member| member.is_active(now));
            let Some(member) = member.filter(|member| member.kind == Plan::Limited) else {
                return give_back(tx, payment, received, "came when there was nothing to upgrade", now).await;
            };
            upgrade(tx, user_id, &member, now).await?;
            let what = format!("{}: vahetus praegusel perioodil", Plan::Unlimited.name());
            emails::receipt(app, tx, payment, what, member.period_end, now).await?;
            "package-upgraded"
        }
        Purpose::Card => {
            keep_card(tx, payment, now).await?;
            if before.is_some_and(|member| member.renews && member.is_in_grace(now)) {
                renewal::enqueue_extra(tx, user_id, payment.id, now).await?;
            }
            "card-changed"
        }
    };
    note(tx, payment, received, event, detail, now).await
}

/// The member goes on paying from `paid_until`, if there is a card for it.
async fn goes_on(
    tx: &mut Tx,
    user_id: UserId,
    plan: Plan,
    paid_until: Timestamp,
    has_card: bool,
    now: Timestamp,
) -> ApiResult<()> {
    tx.execute(
        "UPDATE subscriptions SET plan = $2, renews = $3, stopped_at = NULL, failed_attempts = 0, \
         grace_until = $4, trial_used_at = COALESCE(trial_used_at, $5), updated_at = $5 \
         WHERE user_id = $1",
        (user_id, plan, has_card, has_card.then(|| add_days(paid_until, GRACE_DAYS)), now),
    )
    .await?;
    if has_card {
        renewal::enqueue(tx, user_id, paid_until, paid_until, now).await?;
    }
    emails::when_ended(tx, user_id, paid_until, now).await
}

/// All that is paid reaches further than before: a renewal comes at the new end.
pub async fn extended(tx: &mut Tx, user_id: UserId, paid_until: Timestamp, now: Timestamp) -> ApiResult<()> {
    let renews: bool = tx
        .scalar(
            "UPDATE subscriptions SET failed_attempts = 0, updated_at = $3, \
             grace_until = CASE WHEN renews THEN $2 ELSE NULL END WHERE user_id = $1 RETURNING renews",
            (user_id, add_days(paid_until, GRACE_DAYS), now),
        )
        .await?;
    if renews {
        renewal::enqueue(tx, user_id, paid_until, paid_until, now).await?;
    }
    emails::when_ended(tx, user_id, paid_until, now).await
}

/// From now on the running period, and what follows it, is of the unlimited package.
pub async fn upgrade(tx: &mut Tx, user_id: UserId, member: &Subscription, now: Timestamp) -> ApiResult<()> {
    tx.execute(
        "UPDATE billing_periods SET kind = 'UNLIMITED' WHERE user_id = $1 AND starts_at = $2",
        (user_id, member.period_start),
    )
    .await?;
    book(tx, user_id, Plan::Unlimited, now).await
}

/// The next renewal pays for `plan`.
pub async fn book(tx: &mut Tx, user_id: UserId, plan: Plan, now: Timestamp) -> ApiResult<()> {
    tx.execute(
        "UPDATE subscriptions SET plan = $2, updated_at = $3 WHERE user_id = $1",
        (user_id, plan, now),
    )
    .await?;
    Ok(())
}

async fn end_grace(tx: &mut Tx, user_id: UserId, now: Timestamp) -> ApiResult<()> {
    tx.execute(
        "UPDATE subscriptions SET grace_until = NULL, failed_attempts = 0, updated_at = $2 WHERE user_id = $1",
        (user_id, now),
    )
    .await?;
    Ok(())
}

async fn keep_card(tx: &mut Tx, payment: &SubscriptionPayment, now: Timestamp) -> ApiResult<()> {
    if let Some(sealed) = &payment.token_sealed {
        cards::keep(tx, payment.user_id, sealed, payment.card_valid_until.as_deref(), now).await?;
    }
    Ok(())
}

/// A card that the buyer showed for a payment. It may come after the payment itself has gone through.
pub async fn card_shown(
    app: &AppState,
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    sealed: &str,
    valid_until: Option<&str>,
    received: Received<'_>,
    now: Timestamp,
) -> ApiResult<()> {
    let user_id = locked(tx, id).await?.user_id;
    lock(tx, user_id).await?;
    let known: Option<String> = locked(tx, id).await?.token_sealed;
    if known.is_none() {
        tx.execute(
            "UPDATE subscription_payments SET token_sealed = $2, card_valid_until = $3 WHERE id = $1",
            (id, sealed, valid_until),
        )
        .await?;
    }
    let payment = locked(tx, id).await?;
    if known.is_some() || payment.paid_at.is_none() {
        return Ok(());
    }
    match (payment.purpose, payment.status) {
        (Purpose::Trial, PaymentStatus::Open) => paid(app, tx, id, received, now).await,
        (Purpose::Join | Purpose::Card, PaymentStatus::Paid) => {
            keep_card(tx, &payment, now).await?;
            let member = subscription(tx, user_id, now).await?;
            if let Some(member) = member.filter(|member| {
                payment.purpose == Purpose::Join && !member.renews && member.stopped_at.is_none()
            }) {
                goes_on(tx, user_id, member.plan, member.paid_until, true, now).await?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// A payment whose last attempt has ended without money. One by a buyer who is there is over; a renewal is tried
/// again.
pub async fn not_paid(
    app: &AppState,
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    status: PaymentStatus,
    cause: Cause,
    now: Timestamp,
) -> ApiResult<()> {
    let user_id = locked(tx, id).await?.user_id;
    lock(tx, user_id).await?;
    let payment = locked(tx, id).await?;
    match (payment.purpose, payment.status) {
        (Purpose::Renewal, PaymentStatus::Charging) => declined(app, tx, &payment, cause, now).await,
        (Purpose::Renewal, _) => Ok(()),
        (_, PaymentStatus::Open | PaymentStatus::Charging) if payment.paid_at.is_none() => {
            let from = [PaymentStatus::Open, PaymentStatus::Charging];
            set_status(tx, id, &from, status, now).await?;
            let received = Received { transaction: None, cause };
            note(tx, &payment, received, "package-payment-closed", json!({ "status": status }), now).await
        }
        _ => Ok(()),
    }
}

/// A declined renewal: another try, or after the last one the end.
pub async fn declined(
    app: &AppState,
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    cause: Cause,
    now: Timestamp,
) -> ApiResult<()> {
    let user_id = payment.user_id;
    let from = [PaymentStatus::Charging, PaymentStatus::Open];
    if !set_status(tx, payment.id, &from, PaymentStatus::Declined, now).await? {
        return Ok(());
    }
    let Some(member) = subscription(tx, user_id, now).await? else { return Ok(()) };
    let received = Received { transaction: None, cause };
    if !member.renews {
        set_status(tx, payment.id, &[PaymentStatus::Declined], PaymentStatus::Cancelled, now).await?;
        return note(tx, payment, received, "charge-declined", json!({ "stopped": true }), now).await;
    }
    let attempt = member.failed_attempts + 1;
    let detail = json!({ "attempt": attempt, "payment": payment.number, "amount": payment.amount_cents });
    note(tx, payment, received, "charge-declined", detail, now).await?;
    let kind = payment.kind.unwrap_or(member.plan);
    let wait = usize::try_from(attempt - 1).ok().and_then(|index| TRY_AGAIN.get(index));
    let Some(&days) = wait else {
        set_status(tx, payment.id, &[PaymentStatus::Declined], PaymentStatus::Failed, now).await?;
        tx.execute(
            "UPDATE subscriptions SET renews = FALSE, grace_until = NULL, failed_attempts = $2, \
             updated_at = $3 \
             WHERE user_id = $1",
            (user_id, attempt, now),
        )
        .await?;
        return ended(app, tx, user_id, &member, now).await;
    };
    let next = add_days(now, days);
    // Access lasts until the next try has been decided.
    tx.execute(
        "UPDATE subscriptions SET failed_attempts = $2, updated_at = $4, grace_until = $3 WHERE user_id = $1",
        (user_id, attempt, add_days(next, 1), now),
    )
    .await?;
    renewal::enqueue(tx, user_id, member.paid_until, next, now).await?;
    let mut letter = Note::new("package-charge-failed", emails::attempt_key(payment.id, attempt), kind, next);
    letter.path = "/kaardimakse/change-card-details/web";
    letter.amount = Some(payment.amount_cents);
    letter.next_try = Some(next);
    letter.has_card = cards::valid_until(tx, user_id).await?.is_some();
    emails::queue(app, tx, user_id, letter, now).await
}

/// The subscription is over: a letter, once for its end, and the fact of it.
pub async fn ended(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    member: &Subscription,
    now: Timestamp,
) -> ApiResult<()> {
    let key = format!("{user_id}:{}", member.paid_until.millis());
    let mut letter = Note::new("package-ended", key, member.kind, now);
    letter.path = "/paketiost";
    emails::queue(app, tx, user_id, letter, now).await?;
    let event = Event {
        kind: "package-ended",
        user_id: Some(user_id),
        order_id: None,
        transaction_id: None,
        cause: Cause::Renewal,
        detail: json!({ "paidUntil": member.paid_until, "attempts": member.failed_attempts }),
    };
    Ok(ledger::append(tx, event, now).await?)
}

/// Money for which there is nothing to deliver: a case for a person, with the refund planned.
async fn give_back(
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    received: Received<'_>,
    why: &str,
    now: Timestamp,
) -> ApiResult<()> {
    let Some((transaction_id, amount)) = received.transaction.filter(|(_, amount)| !amount.is_zero()) else {
        return Ok(());
    };
    let detail = format!("Payment {} {why}; the whole amount goes back.", payment.number);
    let case = PaymentIncident {
        unique_key: format!("paid-twice:{transaction_id}:whole"),
        trouble: IncidentKind::PaidTwice,
        order_id: None,
        transaction_id: Some(transaction_id),
        amount: Some(amount),
        detail: detail.clone(),
    };
    if ledger::record_incident(tx, case, now).await? {
        ledger::plan_refund(tx, transaction_id, amount, &detail, now).await?;
        note(tx, payment, received, "payment-to-give-back", json!({ "why": why }), now).await?;
    }
    Ok(())
}

async fn note(
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    received: Received<'_>,
    kind: &'static str,
    detail: serde_json::Value,
    now: Timestamp,
) -> ApiResult<()> {
    let event = Event {
        kind,
        user_id: Some(payment.user_id),
        order_id: None,
        transaction_id: received.transaction.map(|(id, _)| id),
        cause: received.cause,
        detail,
    };
    Ok(ledger::append(tx, event, now).await?)
}

/// The provider gave all of a transaction back. What was paid with it stays until a person takes it away.
pub async fn refunded(
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    received: Received<'_>,
    now: Timestamp,
) -> ApiResult<()> {
    let payment = locked(tx, id).await?;
    let another: bool = tx
        .scalar(
            "SELECT EXISTS (SELECT 1 FROM transactions WHERE subscription_payment_id = $1 AND id <> $2 \
             AND status IN ('COMPLETED', 'PART_REFUNDED'))",
            (id, received.transaction.map_or("", |(id, _)| id)),
        )
        .await?;
    if !another && set_status(tx, id, &[PaymentStatus::Paid], PaymentStatus::Refunded, now).await? {
        note(tx, &payment, received, "package-refunded", json!({ "payment": payment.number }), now).await?;
    }
    Ok(())
}
