//! Lists of all orders, transactions and subscribers.

use axum::extract::State;
use heliriiul_db::{OrderId, Timestamp, Tx, UserId};
use heliriiul_makecommerce::Status;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::page::{cut, page};
use crate::{
    auth::Admin,
    error::{ApiResult, responses::BadParameter},
    extract::{Json, Query},
    money::Cents,
    orders::OrderStatus,
    state::AppState,
    subscriptions::{Plan, find, view::SubscriptionStatus},
};

/// The person that a row belongs to.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct RowPerson {
    pub user_id: UserId,
    pub email: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct OrdersQuery {
    /// Only orders in this state.
    status: Option<OrderStatus>,
    #[param(minimum = 1, maximum = 1000, default = 1)]
    page: Option<i64>,
}

/// A page of orders.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrdersPage {
    orders: Vec<OrderItem>,
    has_more: bool,
}

/// An order in a list.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OrderItem {
    id: OrderId,
    #[schema(example = "H10001")]
    number: String,
    status: OrderStatus,
    total: Cents,
    created_at: Timestamp,
    paid_at: Option<Timestamp>,
    #[serde(flatten)]
    #[sqlx(flatten)]
    person: RowPerson,
}

/// All orders, the newest first.
#[utoipa::path(get, path = "/admin/orders", params(OrdersQuery), responses((status = 200, body = OrdersPage), BadParameter))]
pub async fn list_all_orders(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<OrdersQuery>,
) -> ApiResult<Json<OrdersPage>> {
    let page = page(query.page)?;
    let mut orders: Vec<OrderItem> = app
        .db
        .all(
            "SELECT o.id, o.number, o.status, o.total_cents AS total, o.created_at, o.paid_at, o.user_id, u.email \
             FROM orders o JOIN users u ON u.id = o.user_id WHERE $1 IS NULL OR o.status = $1 \
             ORDER BY o.created_at DESC, o.id DESC LIMIT $2 OFFSET $3",
            (query.status, page.limit, page.offset),
        )
        .await?;
    let has_more = cut(&mut orders);
    Ok(Json(OrdersPage { orders, has_more }))
}

/// Transactions in a kind of state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum TransactionFilter {
    /// Money came in; it may have been refunded since.
    Paid,
    /// Waits for the buyer or the bank.
    Open,
    /// Ended without money.
    Unpaid,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TransactionsQuery {
    #[param(inline)]
    status: Option<TransactionFilter>,
    #[param(minimum = 1, maximum = 1000, default = 1)]
    page: Option<i64>,
}

/// A page of transactions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TransactionsPage {
    transactions: Vec<TransactionItem>,
    has_more: bool,
}

/// A transaction in a list.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct TransactionItem {
    id: String,
    /// Of the order or the subscription payment.
    number: String,
    amount: Cents,
    #[schema(value_type = String, example = "COMPLETED")]
    status: Status,
    created_at: Timestamp,
    #[serde(flatten)]
    #[sqlx(flatten)]
    person: RowPerson,
}

/// All transactions, the newest first.
#[utoipa::path(
    get, path = "/admin/transactions", params(TransactionsQuery),
    responses((status = 200, body = TransactionsPage), BadParameter),
)]
pub async fn list_transactions(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<TransactionsQuery>,
) -> ApiResult<Json<TransactionsPage>> {
    let page = page(query.page)?;
    let is = |filter| query.status == Some(filter);
    let mut transactions: Vec<TransactionItem> = app
        .db
        .all(
            "SELECT t.id, t.reference AS number, t.amount_cents AS amount, t.status, t.created_at, u.id AS user_id, \
             u.email FROM transactions t LEFT JOIN orders o ON o.id = t.order_id \
             LEFT JOIN subscription_payments p ON p.id = t.subscription_payment_id \
             JOIN users u ON u.id = COALESCE(o.user_id, p.user_id) \
             WHERE (NOT $1 OR t.status IN ('COMPLETED', 'PART_REFUNDED', 'REFUNDED')) \
             AND (NOT $2 OR t.status IN ('CREATED', 'PENDING', 'APPROVED')) \
             AND (NOT $3 OR t.status IN ('CANCELLED', 'EXPIRED', 'FAILED')) \
             ORDER BY t.created_at DESC, t.id DESC LIMIT $4 OFFSET $5",
            (
                is(TransactionFilter::Paid),
                is(TransactionFilter::Open),
                is(TransactionFilter::Unpaid),
                page.limit,
                page.offset,
            ),
        )
        .await?;
    let has_more = cut(&mut transactions);
    Ok(Json(TransactionsPage { transactions, has_more }))
}

/// Subscribers in a kind of state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum SubscriberFilter {
    /// With access now.
    Active,
    /// Of those, the ones whose charge was declined.
    Grace,
    /// Without access now.
    Ended,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubscribersQuery {
    #[param(inline)]
    status: Option<SubscriberFilter>,
    #[param(minimum = 1, maximum = 1000, default = 1)]
    page: Option<i64>,
}

/// A page of subscribers.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SubscribersPage {
    subscribers: Vec<Subscriber>,
    has_more: bool,
}

/// A subscriber in a list.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Subscriber {
    #[serde(flatten)]
    person: RowPerson,
    status: SubscriptionStatus,
    plan: Plan,
    renews: bool,
    paid_until: Timestamp,
    failed_attempts: i64,
}

/// All people who have or had a subscription, the newest first.
#[utoipa::path(
    get, path = "/admin/subscribers", params(SubscribersQuery),
    responses((status = 200, body = SubscribersPage), BadParameter),
)]
pub async fn list_subscribers(
    State(app): State<AppState>,
    Admin(by): Admin,
    Query(query): Query<SubscribersQuery>,
) -> ApiResult<Json<SubscribersPage>> {
    let page = page(query.page)?;
    let is = |filter| query.status == Some(filter);
    let mut tx = app.db.read().await?;
    let mut people: Vec<RowPerson> = tx
        .all(
            "SELECT u.id AS user_id, u.email FROM subscriptions s JOIN users u ON u.id = s.user_id \
             JOIN (SELECT user_id, MAX(ends_at) AS paid_until FROM billing_periods GROUP BY user_id) p \
             ON p.user_id = s.user_id \
             WHERE (NOT $1 OR p.paid_until > $4 OR s.grace_until > $4) \
             AND (NOT $2 OR (p.paid_until <= $4 AND s.grace_until > $4)) \
             AND (NOT $3 OR (p.paid_until <= $4 AND COALESCE(s.grace_until, 0) <= $4)) \
             ORDER BY s.created_at DESC, s.user_id DESC LIMIT $5 OFFSET $6",
            (
                is(SubscriberFilter::Active),
                is(SubscriberFilter::Grace),
                is(SubscriberFilter::Ended),
                by.now,
                page.limit,
                page.offset,
            ),
        )
        .await?;
    let has_more = cut(&mut people);
    let mut subscribers = Vec::new();
    for person in people {
        subscribers.extend(subscriber(&mut tx, person, by.now).await?);
    }
    Ok(Json(SubscribersPage { subscribers, has_more }))
}

async fn subscriber(tx: &mut Tx, person: RowPerson, now: Timestamp) -> ApiResult<Option<Subscriber>> {
    let found = find(tx, person.user_id, now).await?;
    Ok(found.map(|subscription| Subscriber {
        person,
        status: SubscriptionStatus::of(Some(&subscription), now),
        plan: subscription.plan,
        renews: subscription.renews,
        paid_until: subscription.paid_until,
        failed_attempts: subscription.failed_attempts,
    }))
}
