//! Payments for packages: their rows, what each costs, and what money or a refusal brings about.

use heliriiul_db::{DbError, DiscountId, SubscriptionPaymentId, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Plan, codes::ActiveCode, renewal::IN_FLIGHT};
use crate::{
    error::{ApiError, ApiResult, Code},
    money::{Cents, Percent},
    orders::vat_rate,
    state::AppState,
};

/// What a payment is for. The texts are those of the API and the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum Purpose {
    /// 0 EUR by a card, which starts the free trial.
    Trial,
    /// The first month.
    Join,
    /// A further month, charged to the card that is kept.
    Renewal,
    /// The missing amount from the flexible to the unlimited package.
    Upgrade,
    /// 0 EUR by another card.
    Card,
}

impl Purpose {
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

/// State of a payment for a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum PaymentStatus {
    /// Waits for the buyer's card, or for its turn to be charged.
    Open,
    /// The kept card is being charged; nobody knows the end yet.
    Charging,
    /// The card was declined and will be tried again.
    Declined,
    Paid,
    /// Declined for good.
    Failed,
    Cancelled,
    Expired,
    /// Paid and given back.
    Refunded,
}

impl PaymentStatus {
    pub const fn was_paid(self) -> bool {
        matches!(self, Self::Paid | Self::Refunded)
    }
}

/// A payment for a package.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SubscriptionPayment {
    pub id: SubscriptionPaymentId,
    pub number: String,
    pub user_id: UserId,
    pub purpose: Purpose,
    pub kind: Option<Plan>,
    pub amount_cents: Cents,
    pub discount_id: Option<DiscountId>,
    pub status: PaymentStatus,
    pub token_sealed: Option<String>,
    pub card_valid_until: Option<String>,
    pub updated_at: Timestamp,
    pub paid_at: Option<Timestamp>,
}

/// What a payment costs, as its row freezes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    pub list: Cents,
    pub amount: Cents,
    pub discount: Option<(DiscountId, Percent)>,
}

impl Price {
    /// A month of a package, less the code that the member has activated.
    pub fn of_month(kind: Plan, code: Option<&ActiveCode>) -> Self {
        let list = kind.price();
        let percent = code.map(|code| code.percent).unwrap_or_default();
        Self { list, amount: list.less(percent), discount: code.map(|code| (code.id, code.percent)) }
    }

    pub const fn plain(amount: Cents) -> Self {
        Self { list: amount, amount, discount: None }
    }
}

/// A payment to note before anybody is asked for money.
pub struct NewPayment {
    pub user_id: UserId,
    pub purpose: Purpose,
    pub kind: Option<Plan>,
    pub price: Price,
    pub period_start: Option<Timestamp>,
    pub status: PaymentStatus,
}

/// Notes a payment under a number of its own.
pub async fn insert(
    app: &AppState,
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
    let rate = vat_rate(&app.config.shop, now)
        .ok_or_else(|| ApiError::new(Code::Internal, "No VAT rate is set."))?
        .other;
    let price = new.price;
    let (discount, percent) =
        price.discount.map_or((None, Percent::ZERO), |(id, percent)| (Some(id), percent));
    Ok(tx
        .one(
            "INSERT INTO subscription_payments (id, number, user_id, purpose, kind, list_cents, discount_id, \
             discount_percent, amount_cents, vat_basis_points, vat_cents, period_start, status, created_at, \
             updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) \
             RETURNING *",
            (
                id,
                format!("P{number}"),
                new.user_id,
                new.purpose,
                new.kind,
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

/// Puts a newer price and package on a renewal that has not been paid.
pub async fn reprice(
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    kind: Plan,
    price: Price,
    now: Timestamp,
) -> Result<SubscriptionPayment, DbError> {
    let (discount, percent) =
        price.discount.map_or((None, Percent::ZERO), |(id, percent)| (Some(id), percent));
    let rate: i64 =
        tx.scalar("SELECT vat_basis_points FROM subscription_payments WHERE id = $1", (payment.id,)).await?;
    tx.one(
        "UPDATE subscription_payments SET kind = $2, list_cents = $3, discount_id = $4, discount_percent = $5, \
         amount_cents = $6, vat_cents = $7, updated_at = $8 WHERE id = $1 RETURNING *",
        (payment.id, kind, price.list, discount, percent, price.amount, price.amount.vat_included(rate), now),
    )
    .await
}

/// The payment with this id, its row locked to the commit.
pub async fn locked(tx: &mut Tx, id: SubscriptionPaymentId) -> Result<SubscriptionPayment, DbError> {
    tx.one("UPDATE subscription_payments SET status = status WHERE id = $1 RETURNING *", (id,)).await
}

/// The payment of a user and purpose that has not ended.
pub async fn unfinished(
    tx: &mut Tx,
    user_id: UserId,
    purpose: Purpose,
) -> Result<Option<SubscriptionPayment>, DbError> {
    tx.optional(
        "SELECT * FROM subscription_payments WHERE user_id = $1 AND purpose = $2 \
         AND status IN ('open', 'charging', 'declined')",
        (user_id, purpose),
    )
    .await
}

/// Moves a payment on; `false` when it is in none of the states `from` any more.
pub async fn set_status(
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    from: &[PaymentStatus],
    to: PaymentStatus,
    now: Timestamp,
) -> Result<bool, DbError> {
    let payment = locked(tx, id).await?;
    if !from.contains(&payment.status) {
        return Ok(false);
    }
    tx.execute("UPDATE subscription_payments SET status = $2, updated_at = $3 WHERE id = $1", (id, to, now))
        .await?;
    Ok(true)
}

/// Takes the charge of a payment in hand, alone; `false` when somebody has it, or it has ended. One that began longer
/// ago than a call lasts was left by a node that died.
pub async fn begin_charge(tx: &mut Tx, id: SubscriptionPaymentId, now: Timestamp) -> Result<bool, DbError> {
    let taken = tx
        .execute(
            "UPDATE subscription_payments SET status = 'charging', updated_at = $2 \
             WHERE id = $1 AND (status = 'open' OR (status = 'charging' AND updated_at <= $3))",
            (id, now, now.minus(IN_FLIGHT)),
        )
        .await?;
    Ok(taken > 0)
}

/// No charge has arrived at the provider: the payment waits again.
pub async fn give_up_charge(tx: &mut Tx, id: SubscriptionPaymentId, now: Timestamp) -> Result<(), DbError> {
    set_status(tx, id, &[PaymentStatus::Charging], PaymentStatus::Open, now).await?;
    Ok(())
}

/// The payment with this number, and its amount.
pub async fn by_number(tx: &mut Tx, number: &str) -> Result<Option<(SubscriptionPaymentId, Cents)>, DbError> {
    tx.optional("SELECT id, amount_cents FROM subscription_payments WHERE number = $1", (number,)).await
}
