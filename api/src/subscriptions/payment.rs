//! Payments for subscriptions: their rows and prices.

use std::time::Duration;

use heliriiul_db::{DbError, DiscountId, SubscriptionPaymentId, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Plan, discounts::ActiveDiscount};
use crate::{
    config::Shop,
    error::ApiResult,
    money::{Cents, Percent},
    vat,
};

/// A charge that began longer ago belongs to a node that died: no call takes so long.
pub const CHARGE_IN_FLIGHT: Duration = Duration::from_secs(75);

/// What a payment is for. The texts are those of the API and the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum PaymentPurpose {
    /// 0 EUR by a card, which starts the free trial.
    Trial,
    /// The first month.
    Join,
    /// A further month, charged to the saved card.
    Renewal,
    /// The price difference from the flexible to the unlimited plan.
    Upgrade,
    /// 0 EUR by another card, which replaces the saved one.
    Card,
}

impl PaymentPurpose {
    pub const fn text(self) -> &'static str {
        match self {
            Self::Trial => "trial",
            Self::Join => "join",
            Self::Renewal => "renewal",
            Self::Upgrade => "upgrade",
            Self::Card => "card",
        }
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
    pub plan: Option<Plan>,
    pub amount_cents: Cents,
    pub discount_id: Option<DiscountId>,
    pub status: PaymentStatus,
    pub token_sealed: Option<String>,
    pub card_valid_until: Option<String>,
    pub updated_at: Timestamp,
    pub paid_at: Option<Timestamp>,
}

/// The price of a payment, as its row freezes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    pub list: Cents,
    pub amount: Cents,
    pub discount: Option<(DiscountId, Percent)>,
}

impl Price {
    /// A month of a plan, less the subscriber's discount.
    pub fn of_month(plan: Plan, discount: Option<&ActiveDiscount>) -> Self {
        let list = plan.price();
        let discount = discount.map(|discount| (discount.id, discount.percent));
        let amount = discount.map_or(list, |(_, percent)| list.less(percent));
        Self { list, amount, discount }
    }

    pub const fn without_discount(amount: Cents) -> Self {
        Self { list: amount, amount, discount: None }
    }

    fn discount_columns(&self) -> (Option<DiscountId>, Percent) {
        self.discount.map_or((None, Percent::ZERO), |(id, percent)| (Some(id), percent))
    }
}

/// A payment to insert before the provider is asked for money.
pub struct NewPayment {
    pub user_id: UserId,
    pub purpose: PaymentPurpose,
    pub plan: Option<Plan>,
    pub price: Price,
    pub period_start: Option<Timestamp>,
    pub status: PaymentStatus,
}

/// Inserts a payment under a new number.
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
    let rate = vat::rates(shop, now)?.other;
    let price = new.price;
    let (discount, percent) = price.discount_columns();
    Ok(tx
        .one(
            "INSERT INTO subscription_payments (id, number, user_id, purpose, plan, list_cents, discount_id, \
             discount_percent, amount_cents, vat_basis_points, vat_cents, period_start, status, created_at, \
             updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) \
             RETURNING *",
            (
                id,
                format!("P{number}"),
                new.user_id,
                new.purpose,
                new.plan,
                price.list,
                discount,
                percent,
                price.amount,
                rate,
                price.amount.vat_included(rate),
                new.period_start,
                new.status,
                now,
            ),
        )
        .await?)
}

/// Updates the plan and the price of a renewal that has not been paid.
pub async fn set_price(
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    plan: Plan,
    price: Price,
    now: Timestamp,
) -> Result<SubscriptionPayment, DbError> {
    let (discount, percent) = price.discount_columns();
    let rate: i64 =
        tx.scalar("SELECT vat_basis_points FROM subscription_payments WHERE id = $1", (payment.id,)).await?;
    tx.one(
        "UPDATE subscription_payments SET plan = $2, list_cents = $3, discount_id = $4, discount_percent = $5, \
         amount_cents = $6, vat_cents = $7, updated_at = $8 WHERE id = $1 RETURNING *",
        (payment.id, plan, price.list, discount, percent, price.amount, price.amount.vat_included(rate), now),
    )
    .await
}

/// Locks the payment's row until the commit.
pub async fn lock(tx: &mut Tx, id: SubscriptionPaymentId) -> Result<SubscriptionPayment, DbError> {
    tx.one("UPDATE subscription_payments SET status = status WHERE id = $1 RETURNING *", (id,)).await
}

/// The payment of a user for a purpose that has not ended.
pub async fn find_unfinished(
    tx: &mut Tx,
    user_id: UserId,
    purpose: PaymentPurpose,
) -> Result<Option<SubscriptionPayment>, DbError> {
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
) -> Result<bool, DbError> {
    let payment = lock(tx, id).await?;
    if !from.contains(&payment.status) {
        return Ok(false);
    }
    tx.execute("UPDATE subscription_payments SET status = $2, updated_at = $3 WHERE id = $1", (id, to, now))
        .await?;
    Ok(true)
}

/// Reserves the charge of a payment for this caller; `false` when another caller has it, or the payment has ended. A
/// charge that began longer ago than a call can take belongs to a node that died.
pub async fn begin_charge(tx: &mut Tx, id: SubscriptionPaymentId, now: Timestamp) -> Result<bool, DbError> {
    let reserved = tx
        .execute(
            "UPDATE subscription_payments SET status = 'charging', updated_at = $2 \
             WHERE id = $1 AND (status = 'open' OR (status = 'charging' AND updated_at <= $3))",
            (id, now, now.minus(CHARGE_IN_FLIGHT)),
        )
        .await?;
    Ok(reserved > 0)
}

/// Reopens a payment whose charge has not reached the provider.
pub async fn release_charge(tx: &mut Tx, id: SubscriptionPaymentId, now: Timestamp) -> Result<(), DbError> {
    set_status(tx, id, &[PaymentStatus::Charging], PaymentStatus::Open, now).await?;
    Ok(())
}

/// Returns the payment with this number, and its amount.
pub async fn find_by_number(
    tx: &mut Tx,
    number: &str,
) -> Result<Option<(SubscriptionPaymentId, Cents)>, DbError> {
    tx.optional("SELECT id, amount_cents FROM subscription_payments WHERE number = $1", (number,)).await
}
