//! Payments for subscriptions: their rows and prices.

use std::time::Duration;

use heliriiul_db::{DbResult, DiscountId, SubscriptionPaymentId, Timestamp, Tx, UserId, text_enum};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{Plan, discounts::ActiveDiscount};
use crate::{
    config::{PlanPrices, Shop},
    error::{ApiError, ApiResult, Code},
    ledger::{Cause, Event, EventKind},
    money::{Cents, Percent},
    vat,
    withdrawal_right::consent_time,
};

/// A charge that began longer ago is not in flight: no call takes so long.
const CHARGE_TIMEOUT: Duration = Duration::from_secs(75);

text_enum! {
    /// What a payment is for. The texts are those of the API and the database.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum PaymentPurpose {
        /// 0 EUR by a card, which starts the free trial.
        Trial = "trial",
        /// The first month.
        Join = "join",
        /// A further month, charged to the saved card.
        Renewal = "renewal",
        /// The price difference from the flexible to the unlimited plan.
        Upgrade = "upgrade",
        /// 0 EUR by another card, which replaces the saved one.
        Card = "card",
    }
}

/// State of a payment for a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum PaymentStatus {
    /// Waits for the buyer's card, or for its turn to be charged.
    Open,
    /// The card is being charged; the outcome is unknown.
    Charging,
    /// The card was declined and will be tried again.
    Declined,
    Paid,
    /// Declined for good.
    Failed,
    Cancelled,
    Expired,
    /// Paid and refunded.
    Refunded,
}

impl PaymentStatus {
    pub const fn was_paid(self) -> bool {
        matches!(self, Self::Paid | Self::Refunded)
    }

    pub const fn is_chargeable(self) -> bool {
        matches!(self, Self::Open | Self::Declined)
    }
}

/// A payment for a subscription.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SubscriptionPayment {
    pub id: SubscriptionPaymentId,
    pub number: String,
    pub user_id: UserId,
    pub purpose: PaymentPurpose,
    pub plan: Plan,
    pub list_cents: Cents,
    pub amount_cents: Cents,
    pub vat_basis_points: i64,
    /// Included in `amount_cents`.
    pub vat_cents: Cents,
    pub discount_id: Option<DiscountId>,
    /// Of renewals and upgrades: the start of the period that is paid for.
    pub period_start: Option<Timestamp>,
    pub status: PaymentStatus,
    pub charging_until: Option<Timestamp>,
    pub encrypted_token: Option<String>,
    pub card_valid_until: Option<String>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub paid_at: Option<Timestamp>,
    /// When the buyer agreed to get access at once and to lose the right of withdrawal.
    pub immediate_access_consent_at: Option<Timestamp>,
}

impl SubscriptionPayment {
    /// Whether a call to the provider may still charge the card.
    pub fn is_in_flight(&self, now: Timestamp) -> bool {
        self.status == PaymentStatus::Charging && self.charging_until.is_some_and(|until| until > now)
    }
}

/// The price of a payment, as its row freezes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    pub list: Cents,
    pub amount: Cents,
    pub discount_id: Option<DiscountId>,
    pub discount_percent: Percent,
}

impl Price {
    /// A month of a plan, less the subscriber's discount.
    pub fn of_month(prices: &PlanPrices, plan: Plan, discount: Option<&ActiveDiscount>) -> Self {
        let list = prices.of(plan);
        let discount_percent = discount.map(|discount| discount.percent).unwrap_or_default();
        let amount = list.less(discount_percent);
        Self { list, amount, discount_id: discount.map(|discount| discount.id), discount_percent }
    }

    pub const fn without_discount(amount: Cents) -> Self {
        Self { list: amount, amount, discount_id: None, discount_percent: Percent::ZERO }
    }
}

/// A payment to insert before the provider is asked for money.
pub struct NewPayment {
    pub user_id: UserId,
    pub purpose: PaymentPurpose,
    pub plan: Plan,
    pub price: Price,
    pub period_start: Option<Timestamp>,
}

/// Inserts an open payment under a new number.
pub async fn insert(
    shop: &Shop,
    tx: &mut Tx,
    new: &NewPayment,
    now: Timestamp,
) -> ApiResult<SubscriptionPayment> {
    let id = SubscriptionPaymentId::new();
    let number: i64 = tx
        .scalar(
            "UPDATE counters SET value = value + 1 WHERE name = 'subscription-payment-number' RETURNING value",
            (),
        )
        .await?;
    let rate = vat::plan_rate(shop, now)?;
    let price = new.price;
    let consent_at = inherited_consent(tx, new).await?;
    Ok(tx
        .one(
            "INSERT INTO subscription_payments (id, number, user_id, purpose, plan, list_cents, discount_id, \
             discount_percent, amount_cents, vat_basis_points, vat_cents, period_start, status, created_at, \
             updated_at, immediate_access_consent_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15) \
             RETURNING *",
            (
                id,
                format!("P{number}"),
                new.user_id,
                new.purpose,
                new.plan,
                price.list,
                price.discount_id,
                price.discount_percent,
                price.amount,
                rate,
                price.amount.vat_included(rate),
                new.period_start,
                PaymentStatus::Open,
                now,
                consent_at,
            ),
        )
        .await?)
}

/// Renewals and upgrades continue the contract of the last trial or first month, so its consent applies to them.
async fn inherited_consent(tx: &mut Tx, new: &NewPayment) -> DbResult<Option<Timestamp>> {
    if !matches!(new.purpose, PaymentPurpose::Renewal | PaymentPurpose::Upgrade) {
        return Ok(None);
    }
    let consent: Option<Option<Timestamp>> = tx
        .optional_scalar(
            "SELECT immediate_access_consent_at FROM subscription_payments WHERE user_id = $1 \
             AND purpose IN ('trial', 'join') AND status IN ('paid', 'refunded') \
             ORDER BY paid_at DESC, id DESC LIMIT 1",
            (new.user_id,),
        )
        .await?;
    Ok(consent.flatten())
}

/// Stores whether the buyer of an unpaid payment agrees to get access at once and to lose the right of withdrawal. The
/// time of the first of several equal answers counts.
pub async fn set_consent(
    shop: &Shop,
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    consent: bool,
    now: Timestamp,
) -> DbResult<()> {
    let consent_at = consent_time(shop, consent, now);
    let changed = tx
        .execute(
            "UPDATE subscription_payments SET immediate_access_consent_at = $2, updated_at = $3 WHERE id = $1 \
             AND paid_at IS NULL AND (immediate_access_consent_at IS NULL) <> ($2 IS NULL)",
            (payment.id, consent_at, now),
        )
        .await?;
    if changed == 0 {
        return Ok(());
    }
    let detail = json!({ "payment": payment.number, "consent": consent_at.is_some() });
    let event = Event::new(EventKind::ConsentChanged, Cause::Checkout, detail);
    event.user(payment.user_id).append(tx, now).await
}

/// Updates the plan and the price of a renewal that has not been paid.
pub async fn set_price(
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    plan: Plan,
    price: Price,
    now: Timestamp,
) -> DbResult<SubscriptionPayment> {
    let Price { list, amount, discount_id, discount_percent } = price;
    let vat = amount.vat_included(payment.vat_basis_points);
    tx.one(
        "UPDATE subscription_payments SET plan = $2, list_cents = $3, discount_id = $4, discount_percent = $5, \
         amount_cents = $6, vat_cents = $7, updated_at = $8 WHERE id = $1 RETURNING *",
        (payment.id, plan, list, discount_id, discount_percent, amount, vat, now),
    )
    .await
}

/// Locks the payment's row until the commit.
pub async fn lock(tx: &mut Tx, id: SubscriptionPaymentId) -> DbResult<SubscriptionPayment> {
    tx.one("UPDATE subscription_payments SET status = status WHERE id = $1 RETURNING *", (id,)).await
}

/// The unfinished payment of a user for a purpose.
pub async fn find_unfinished(
    tx: &mut Tx,
    user_id: UserId,
    purpose: PaymentPurpose,
) -> DbResult<Option<SubscriptionPayment>> {
    tx.optional(
        "SELECT * FROM subscription_payments WHERE user_id = $1 AND purpose = $2 \
         AND status IN ('open', 'charging', 'declined')",
        (user_id, purpose),
    )
    .await
}

/// Changes the status. Returns `false` when the current status is not in `from`.
pub async fn set_status(
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    from: &[PaymentStatus],
    to: PaymentStatus,
    now: Timestamp,
) -> DbResult<bool> {
    let payment = lock(tx, id).await?;
    if !from.contains(&payment.status) {
        return Ok(false);
    }
    let sql = "UPDATE subscription_payments SET status = $2, updated_at = $3 WHERE id = $1";
    tx.execute(sql, (id, to, now)).await?;
    Ok(true)
}

/// Fails while a card of this user is being charged: a person has one charge at a time, whatever it is for. The caller
/// has locked the subscriber.
pub async fn require_none_in_flight(tx: &mut Tx, user_id: UserId, now: Timestamp) -> ApiResult<()> {
    if is_any_in_flight(tx, user_id, now).await? {
        return Err(ApiError::new(Code::PaymentInProgress, "Another payment of this account is being made."));
    }
    Ok(())
}

pub async fn is_any_in_flight(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<bool> {
    tx.scalar(
        "SELECT EXISTS (SELECT 1 FROM subscription_payments WHERE user_id = $1 AND status = 'charging' \
         AND charging_until > $2)",
        (user_id, now),
    )
    .await
}

/// Whether the outcome of a renewal's charge is not known yet.
pub async fn has_unanswered_renewal(tx: &mut Tx, user_id: UserId) -> DbResult<bool> {
    tx.scalar(
        "SELECT EXISTS (SELECT 1 FROM subscription_payments WHERE user_id = $1 AND purpose = 'renewal' \
         AND status = 'charging')",
        (user_id,),
    )
    .await
}

/// Reserves the charge of a payment for this caller until the returned time. The caller has called
/// [`require_none_in_flight`].
pub async fn begin_charge(
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    now: Timestamp,
) -> DbResult<Option<Timestamp>> {
    let until = now.plus(CHARGE_TIMEOUT);
    let reserved = tx
        .execute(
            "UPDATE subscription_payments SET status = 'charging', updated_at = $2, charging_until = $3 \
             WHERE id = $1 AND (status IN ('open', 'declined') OR (status = 'charging' AND charging_until <= $2))",
            (id, now, until),
        )
        .await?;
    Ok((reserved > 0).then_some(until))
}

/// Extends a reservation before the card is charged. Returns `false` when its time has passed and someone else has
/// taken the payment over. The caller has locked the subscriber.
pub async fn extend_charge(
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    reserved_until: Timestamp,
    now: Timestamp,
) -> DbResult<bool> {
    let extended = tx
        .execute(
            "UPDATE subscription_payments SET charging_until = $3 \
             WHERE id = $1 AND status = 'charging' AND charging_until = $2",
            (id, reserved_until, now.plus(CHARGE_TIMEOUT)),
        )
        .await?;
    Ok(extended > 0)
}

/// Records that the call to the provider has ended without telling the outcome.
pub async fn end_call(tx: &mut Tx, id: SubscriptionPaymentId, now: Timestamp) -> DbResult<()> {
    let sql = "UPDATE subscription_payments SET charging_until = $2 WHERE id = $1 AND status = 'charging'";
    tx.execute(sql, (id, now)).await.map(drop)
}

/// Reopens a payment whose charge has not reached the provider.
pub async fn release_charge(tx: &mut Tx, id: SubscriptionPaymentId, now: Timestamp) -> DbResult<()> {
    set_status(tx, id, &[PaymentStatus::Charging], PaymentStatus::Open, now).await.map(drop)
}

/// Returns the payment with this number, and its amount.
pub async fn find_by_number(tx: &mut Tx, number: &str) -> DbResult<Option<(SubscriptionPaymentId, Cents)>> {
    tx.optional("SELECT id, amount_cents FROM subscription_payments WHERE number = $1", (number,)).await
}
