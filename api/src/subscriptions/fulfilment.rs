//! Fulfilment of a subscription's payment: a billing period, an upgrade or a saved card. Money for which nothing can be
//! delivered becomes a payment incident with a planned refund.

use heliriiul_db::{DbResult, SubscriptionPaymentId, Timestamp, Tx};
use minijinja::context;
use serde_json::{Value, json};

use super::{
    PaymentPurpose, PaymentStatus, Plan, SubscriptionPayment,
    billing_periods::{self, Source},
    discounts,
    lifecycle::{self, continue_from, lock_payment},
    payment::{self, set_status},
    prices::prices_at,
    receipt,
    saved_card::{self, PresentedCard},
    schedule, subscription,
};
use crate::{
    config::Shop,
    email::Mailer,
    error::ApiResult,
    format::date,
    ledger::{Event, EventKind, IncidentKind, IncomingPayment, PaymentIncident},
    vat, withdrawal_right,
};

/// Delivers a payment for which money came in. A second transaction of the same payment is refunded.
pub async fn fulfil(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    incoming: IncomingPayment<'_>,
) -> ApiResult<()> {
    let mut payment = lock_payment(tx, id).await?;
    if payment.status.was_paid() {
        return Ok(plan_refund(tx, &payment, incoming, IncidentKind::PaidTwice, "was paid already").await?);
    }
    tx.execute(
        "UPDATE subscription_payments SET paid_at = COALESCE(paid_at, $2), updated_at = $2 WHERE id = $1",
        (id, incoming.now),
    )
    .await?;
    // The card of a trial comes in a message of its own, before or after this.
    if payment.purpose == PaymentPurpose::Trial && payment.encrypted_token.is_none() {
        return Ok(());
    }
    payment.vat_basis_points = vat::plan_rate(shop, incoming.now)?;
    payment.vat_cents = payment.amount_cents.vat_included(payment.vat_basis_points);
    tx.execute(
        "UPDATE subscription_payments SET status = 'paid', vat_basis_points = $2, vat_cents = $3 WHERE id = $1",
        (id, payment.vat_basis_points, payment.vat_cents),
    )
    .await?;
    if let Some(discount_id) = payment.discount_id
        && !discounts::take_use(tx, payment.user_id, discount_id).await?
    {
        let detail = format!("Payment {} was reduced by a code that has no uses left.", payment.number);
        let incident = PaymentIncident::new(IncidentKind::LatePayment, payment.id, detail);
        incident.payment(incoming).record(tx, incoming.now).await?;
    }
    if matches!(payment.purpose, PaymentPurpose::Trial | PaymentPurpose::Join) {
        accept_prices(shop, tx, &payment).await?;
    }
    deliver(shop, mailer, tx, &payment, incoming).await?;
    metrics::counter!("subscription_payments_paid_total", "purpose" => payment.purpose.name()).increment(1);
    Ok(())
}

/// A person who starts a payment accepts the prices of that day.
async fn accept_prices(shop: &Shop, tx: &mut Tx, payment: &SubscriptionPayment) -> DbResult<()> {
    let SubscriptionPayment { user_id, plan, created_at, .. } = *payment;
    billing_periods::ensure_subscription(tx, user_id, plan, created_at).await?;
    let sql = "UPDATE subscriptions SET prices_from = $2 WHERE user_id = $1 AND (prices_from IS NULL OR prices_from < $2)";
    tx.execute(sql, (user_id, &prices_at(shop, created_at).from)).await.map(drop)
}

async fn deliver(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    incoming: IncomingPayment<'_>,
) -> ApiResult<()> {
    let now = incoming.now;
    let SubscriptionPayment { user_id, plan, .. } = *payment;
    let before = subscription::find(tx, user_id, now).await?;
    let is_active = before.as_ref().is_some_and(|before| before.is_active(now));
    let is_running = is_active && before.as_ref().is_some_and(|before| before.renews);
    let mut detail = json!({ "purpose": payment.purpose, "plan": plan, "payment": payment.number });
    let kind = match payment.purpose {
        PaymentPurpose::Trial => {
            save_card(tx, payment, now).await?;
            if is_running || before.is_some_and(|before| before.trial_used_at.is_some()) {
                EventKind::TrialRepeated
            } else {
                billing_periods::ensure_subscription(tx, user_id, plan, now).await?;
                let until = billing_periods::append_trial(tx, user_id, plan, payment.id, now).await?;
                continue_from(tx, user_id, plan, until, true, now).await?;
                let context = context! {
                    plan => plan.title(),
                    day => date(until),
                    paymentNumber => payment.number.as_str(),
                    withdrawal => withdrawal_right::email_context(
                        shop, &payment.number, now, payment.immediate_access_consent_at,
                    ),
                };
                mailer.queue(tx, user_id, "subscription-trial-started", payment.id, context, now).await?;
                schedule::first_charge_reminder(shop, tx, user_id, until, now).await?;
                detail["until"] = json!(until);
                EventKind::TrialStarted
            }
        }
        PaymentPurpose::Join if is_active => {
            let why = "came while a subscription was active";
            return Ok(plan_refund(tx, payment, incoming, IncidentKind::NothingToDeliver, why).await?);
        }
        PaymentPurpose::Renewal
            if before.as_ref().map(|before| before.paid_until) != payment.period_start =>
        {
            let why = "came when its month was paid otherwise";
            return Ok(plan_refund(tx, payment, incoming, IncidentKind::NothingToDeliver, why).await?);
        }
        PaymentPurpose::Join | PaymentPurpose::Renewal => {
            let is_renewal = payment.purpose == PaymentPurpose::Renewal;
            save_card(tx, payment, now).await?;
            billing_periods::ensure_subscription(tx, user_id, plan, now).await?;
            let source = Source::Payment(payment.id);
            let until = billing_periods::append_months(tx, user_id, plan, 1, source, now).await?;
            let has_card = saved_card::valid_until(tx, user_id).await?.is_some();
            let before = before.filter(|_| is_renewal);
            // A stop that came during the charge of the card remains.
            if before.as_ref().is_some_and(|before| !before.renews) {
                lifecycle::end_grace(tx, user_id, now).await?;
                schedule::end_reminder(tx, user_id, until, now).await?;
            } else {
                let next_plan = before.map_or(plan, |before| before.next_plan);
                continue_from(tx, user_id, next_plan, until, has_card, now).await?;
            }
            let what = format!("{}, üks kuu", plan.title());
            receipt::queue(shop, mailer, tx, payment, what, until, now).await?;
            detail["until"] = json!(until);
            if is_renewal { EventKind::SubscriptionRenewed } else { EventKind::SubscriptionJoined }
        }
        PaymentPurpose::Upgrade => {
            let upgradable = before.filter(|before| {
                before.is_active(now)
                    && before.plan == Plan::Limited
                    && Some(before.period_start) == payment.period_start
            });
            let Some(before) = upgradable else {
                let why = "came when its period could not be upgraded";
                return Ok(plan_refund(tx, payment, incoming, IncidentKind::NothingToDeliver, why).await?);
            };
            lifecycle::upgrade(tx, &before, now).await?;
            let what = format!("{}: vahetus praegusel perioodil", Plan::Unlimited.title());
            receipt::queue(shop, mailer, tx, payment, what, before.period_end, now).await?;
            EventKind::SubscriptionUpgraded
        }
        PaymentPurpose::Card => {
            save_card(tx, payment, now).await?;
            if let Some(before) = before.filter(|before| before.renews && before.is_in_grace(now)) {
                schedule::renewal_with_new_card(tx, user_id, before.paid_until, payment.id, now).await?;
            }
            EventKind::CardChanged
        }
    };
    Ok(append_event(tx, kind, payment, incoming, detail).await?)
}

async fn save_card(tx: &mut Tx, payment: &SubscriptionPayment, now: Timestamp) -> DbResult<()> {
    let Some(encrypted_token) = payment.encrypted_token.as_deref() else { return Ok(()) };
    let card = PresentedCard { encrypted_token, valid_until: payment.card_valid_until.as_deref() };
    saved_card::save(tx, payment.user_id, card, now).await
}

/// Stores the card that the buyer presented for a payment. It may arrive after the payment itself has succeeded.
pub async fn attach_card(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    card: PresentedCard<'_>,
    incoming: IncomingPayment<'_>,
) -> ApiResult<()> {
    let now = incoming.now;
    if lock_payment(tx, id).await?.encrypted_token.is_some() {
        return Ok(());
    }
    tx.execute(
        "UPDATE subscription_payments SET encrypted_token = $2, card_valid_until = $3 WHERE id = $1",
        (id, card.encrypted_token, card.valid_until),
    )
    .await?;
    let payment = payment::lock(tx, id).await?;
    if payment.paid_at.is_none() {
        return Ok(());
    }
    match (payment.purpose, payment.status) {
        (PaymentPurpose::Trial, PaymentStatus::Open) => fulfil(shop, mailer, tx, id, incoming).await,
        (PaymentPurpose::Join | PaymentPurpose::Card, PaymentStatus::Paid) => {
            save_card(tx, &payment, now).await?;
            let subscription = subscription::find(tx, payment.user_id, now).await?;
            let ends = subscription.filter(|subscription| {
                payment.purpose == PaymentPurpose::Join
                    && !subscription.renews
                    && subscription.stopped_at.is_none()
            });
            if let Some(subscription) = ends {
                let (next_plan, paid_until) = (subscription.next_plan, subscription.paid_until);
                continue_from(tx, payment.user_id, next_plan, paid_until, true, now).await?;
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Records that the provider has refunded a whole transaction. Its billing period stays until an operator ends it.
pub async fn refund(tx: &mut Tx, id: SubscriptionPaymentId, incoming: IncomingPayment<'_>) -> DbResult<()> {
    let payment = payment::lock(tx, id).await?;
    let has_another: bool = tx
        .scalar(
            "SELECT EXISTS (SELECT 1 FROM transactions WHERE subscription_payment_id = $1 AND id <> $2 \
             AND status IN ('COMPLETED', 'PART_REFUNDED'))",
            (id, incoming.transaction_id().unwrap_or("")),
        )
        .await?;
    let from = [PaymentStatus::Paid];
    if has_another || !set_status(tx, id, &from, PaymentStatus::Refunded, incoming.now).await? {
        return Ok(());
    }
    let detail = json!({ "payment": payment.number });
    append_event(tx, EventKind::SubscriptionRefunded, &payment, incoming, detail).await
}

/// Records money for which there is nothing to deliver, and plans its refund.
async fn plan_refund(
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    incoming: IncomingPayment<'_>,
    kind: IncidentKind,
    why: &str,
) -> DbResult<()> {
    let Some((transaction_id, _)) = incoming.transaction.filter(|(_, amount)| !amount.is_zero()) else {
        return Ok(());
    };
    let detail = format!("Payment {} {why}; the whole amount is to be refunded.", payment.number);
    let incident = PaymentIncident::new(kind, format!("{transaction_id}:whole"), detail);
    if !incident.payment(incoming).record_with_refund(tx, incoming.now).await? {
        return Ok(());
    }
    append_event(tx, EventKind::RefundPlanned, payment, incoming, json!({ "why": why })).await
}

async fn append_event(
    tx: &mut Tx,
    kind: EventKind,
    payment: &SubscriptionPayment,
    incoming: IncomingPayment<'_>,
    detail: Value,
) -> DbResult<()> {
    let event = Event::new(kind, incoming.cause, detail);
    event.user(payment.user_id).transaction(incoming.transaction_id()).append(tx, incoming.now).await
}
