//! The payment provider: its client, its messages, reconciliation, and the simulator that speaks the same API.
//!
//! Return, notification and reconciliation all end in [`settle::settle`], which may be called in any order and any
//! number of times. Orders know nothing of the provider; they are told when money came in or an attempt ended.

pub mod cli;
mod client;
pub mod ledger;
mod messages;
mod provider;
mod reconcile;
pub mod sandbox;
mod settle;

use std::{net::Ipv4Addr, time::Duration};

use heliriiul_migrations::{DbError, OrderId, Timestamp, Tx, db};
use utoipa_axum::{router::OpenApiRouter, routes};

use self::{
    client::{Access, Client, NewTransaction},
    ledger::{Case, Cause, Trouble},
    provider::{Report, Status},
    settle::{Settled, settle},
};
pub use self::{
    provider::{PaymentMethod, PaymentMethods},
    reconcile::reconcile_job,
};
use crate::{app::AppState, config::Config, error::ApiError, extract::BrowserBase, money::Cents, orders};

/// The shop at the provider.
pub struct Payments {
    client: Client,
    shop_id: String,
    secret: String,
}

impl Payments {
    pub fn new(config: &Config) -> Result<Self, reqwest::Error> {
        let settings = &config.payments;
        let sandbox = config.has_sandbox();
        let or = |text: &str, sandbox_value: &str| {
            if text.is_empty() && sandbox { sandbox_value.to_owned() } else { text.to_owned() }
        };
        let shop_id = or(&settings.shop_id, sandbox::SHOP_ID);
        let secret = or(settings.secret_key.expose(), sandbox::SECRET_KEY);
        let base = or(&settings.api_url, &sandbox::api_base(config.listen));
        let client = Client::new(Access {
            base: base.trim_end_matches('/').to_owned(),
            shop_id: shop_id.clone(),
            secret: secret.clone(),
            timeout: Duration::from_secs(settings.timeout_seconds),
            no_proxy: sandbox,
        })?;
        Ok(Self { client, shop_id, secret })
    }
}

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(messages::notify))
        .routes(routes!(messages::return_from_payment, messages::return_from_payment_by_link))
}

/// An order that waits for its payment.
pub struct ToPay<'a> {
    pub order_id: OrderId,
    pub number: &'a str,
    pub amount: Cents,
    pub email: &'a str,
    pub ip: Option<Ipv4Addr>,
    pub browser_base: &'a BrowserBase,
}

/// A payment that the buyer can go on with.
pub struct Started {
    pub transaction_id: String,
    pub methods: PaymentMethods,
}

/// The open transaction of an order, the first if there are several.
pub async fn open_payment(tx: &mut Tx, order_id: OrderId) -> Result<Option<Started>, DbError> {
    let row: Option<(String, String)> = db!(
        tx,
        fetch_optional,
        sqlx::query_as(
            "SELECT id, methods FROM transactions \
             WHERE order_id = $1 AND status IN ('CREATED', 'PENDING', 'APPROVED') \
             ORDER BY created_at, id LIMIT 1"
        )
        .bind(order_id)
    )?;
    row.map(|(transaction_id, methods)| {
        let methods = serde_json::from_str(&methods).map_err(|error| DbError::Decode(error.into()))?;
        Ok(Started { transaction_id, methods })
    })
    .transpose()
}

/// Makes a transaction for an order. Of two made at once the first is answered to both; the other stays unpaid.
pub async fn start(app: &AppState, order: &ToPay<'_>) -> Result<Started, ApiError> {
    let transaction = app
        .payments
        .client
        .create(&NewTransaction {
            amount: order.amount,
            reference: order.number,
            merchant_data: &order.order_id.to_string(),
            return_url: &format!("{}/api/payments/return", order.browser_base.as_str()),
            notification_url: &format!("{}/api/notify", app.config.public_base()),
            email: order.email,
            ip: order.ip,
        })
        .await?;
    let methods = transaction.methods(order.amount);
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    record(&mut tx, &transaction.id, order.order_id, order.number, order.amount, Some(&methods), now).await?;
    let first = open_payment(&mut tx, order.order_id).await?;
    tx.commit().await?;
    Ok(first.unwrap_or(Started { transaction_id: transaction.id, methods }))
}

/// Notes a transaction of the provider's. `methods` is known only to whoever made it.
async fn record(
    tx: &mut Tx,
    id: &str,
    order_id: OrderId,
    reference: &str,
    amount: Cents,
    methods: Option<&PaymentMethods>,
    now: Timestamp,
) -> Result<(), DbError> {
    let knows_methods = methods.is_some();
    let methods = serde_json::to_string(methods.unwrap_or(&PaymentMethods::default()))
        .map_err(|error| DbError::Encode(error.into()))?;
    db!(
        tx,
        execute,
        sqlx::query(
            "INSERT INTO transactions (id, order_id, purpose, reference, amount_cents, status, methods, \
             created_at, updated_at, next_check_at) VALUES ($1, $2, 'cart', $3, $4, $5, $6, $7, $7, $8) \
             ON CONFLICT (id) DO UPDATE SET methods = excluded.methods WHERE $9"
        )
        .bind(id)
        .bind(order_id)
        .bind(reference)
        .bind(amount)
        .bind(Status::Created)
        .bind(&methods)
        .bind(now)
        .bind(reconcile::first_check(now))
        .bind(knows_methods)
    )?;
    Ok(())
}

/// Applies a verified report. `None` when it belongs to no order of the store.
async fn receive(app: &AppState, report: &Report, cause: Cause) -> Result<Option<Settled>, ApiError> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let mut settled = settle(app, &mut tx, report, cause, now).await?;
    if settled.is_none() {
        settled = adopt(app, &mut tx, report, cause, now).await?;
    }
    tx.commit().await?;
    Ok(settled)
}

/// A transaction that the store asked for, and died before it could note it, is known by the order's number.
async fn adopt(
    app: &AppState,
    tx: &mut Tx,
    report: &Report,
    cause: Cause,
    now: Timestamp,
) -> Result<Option<Settled>, ApiError> {
    let number = report.reference.as_deref().unwrap_or_default();
    if let Some((order_id, total)) = orders::by_number(tx, number).await? {
        record(tx, &report.transaction_id, order_id, number, total, None, now).await?;
        return settle(app, tx, report, cause, now).await;
    }
    if report.status.was_paid() {
        let trouble = Case {
            unique_key: format!("unknown:{}", report.transaction_id),
            trouble: Trouble::UnknownTransaction,
            order_id: None,
            transaction_id: Some(&report.transaction_id),
            amount: Some(report.amount),
            detail: format!("Paid with reference {number:?}, which is no order of this store."),
        };
        ledger::needs_attention(tx, trouble, now).await?;
    }
    Ok(None)
}

/// Asks the provider about a transaction that the store knows, unless it has ended. `None` when it is not known.
async fn ask(app: &AppState, transaction_id: &str, cause: Cause) -> Result<Option<Settled>, ApiError> {
    let mut tx = app.db.read().await?;
    let row: Option<(Status, Option<OrderId>)> = db!(
        tx,
        fetch_optional,
        sqlx::query_as("SELECT status, order_id FROM transactions WHERE id = $1").bind(transaction_id)
    )?;
    drop(tx);
    let Some((status, order_id)) = row else { return Ok(None) };
    if !status.is_open() {
        return Ok(Some(Settled { status, order_id }));
    }
    let transaction = app.payments.client.transaction(transaction_id).await?;
    let report = transaction.report().ok_or(client::ProviderError::Incomplete)?;
    receive(app, &report, cause).await
}
