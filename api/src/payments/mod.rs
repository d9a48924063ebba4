//! Payments at the provider: starting them, the provider's messages, and reconciliation.
//!
//! Return, notification and reconciliation all end in `settle::settle`, which may be called in any order and any
//! number of times. Orders know nothing of the provider; they are told when money came in or an attempt ended.

mod cards;
pub mod cli;
pub mod ledger;
mod messages;
mod reconcile;
mod refunds;
mod settle;

use std::{net::Ipv4Addr, time::Duration};

use heliriiul_db::{DbError, OrderId, SubscriptionPaymentId, Timestamp, Tx};
use heliriiul_makecommerce::{
    Account, Client, NewTransaction, PaymentMethods, ProviderError, Report, Status, Vault, http_client,
    simulator,
};
use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{
    cards::{
        CardPayment, Charged, ToCharge, ask_about_charge, charge, open_card_payment, start_card_payment,
    },
    reconcile::reconcile_job,
};
use self::{
    ledger::{Cause, IncidentKind, PaymentIncident},
    settle::{Settled, settle},
};
use crate::{
    config::Config, error::ApiError, extract::BrowserBase, money::Cents, orders, state::AppState,
    subscriptions,
};

/// The shop at the provider.
pub struct Payments {
    client: Client,
    account: Account,
    publishable_key: String,
    /// Empty: the simulator's, at the address that the browser uses.
    checkout_script: String,
    vault: Vault,
    /// Missing unless the provider is the simulator.
    pub simulator: Option<simulator::Settings>,
}

impl Payments {
    pub fn new(config: &Config, sealing_secret: &[u8]) -> Result<Self, reqwest::Error> {
        let settings = &config.payments;
        let sandbox = config.has_sandbox();
        let or = |text: &str, sandbox_value: &str| {
            if text.is_empty() && sandbox { sandbox_value.to_owned() } else { text.to_owned() }
        };
        let api_url = or(&settings.api_url, &simulator::api_url(config.listen));
        let account = Account {
            api_url: api_url.trim_end_matches('/').to_owned(),
            shop_id: or(&settings.shop_id, simulator::SHOP_ID),
            secret_key: or(settings.secret_key.expose(), simulator::SECRET_KEY),
        };
        let http = http_client(Duration::from_secs(settings.timeout_seconds), sandbox)?;
        Ok(Self {
            client: Client::new(http.clone(), account.clone()),
            publishable_key: or(&settings.publishable_key, simulator::PUBLISHABLE_KEY),
            checkout_script: settings.checkout_script_url.clone(),
            vault: Vault::new(sealing_secret),
            simulator: sandbox.then(|| simulator::Settings {
                account: account.clone(),
                seller: config.shop.seller.clone(),
                http,
            }),
            account,
        })
    }

    /// Seals what would charge a card.
    pub const fn vault(&self) -> &Vault {
        &self.vault
    }

    /// The address of the card dialog's script, for a browser that reaches the store at `base`.
    pub fn checkout_script(&self, base: &BrowserBase) -> String {
        if self.checkout_script.is_empty() {
            format!("{}{}", base.as_str(), simulator::CHECKOUT_SCRIPT)
        } else {
            self.checkout_script.clone()
        }
    }

    /// Goes to the browser.
    pub fn publishable_key(&self) -> &str {
        &self.publishable_key
    }
}

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(messages::notify))
        .routes(routes!(messages::return_from_payment, messages::return_from_payment_by_link))
}

/// What a transaction pays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subject {
    Order(OrderId),
    Package(SubscriptionPaymentId),
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
    let row: Option<(String, String)> = tx
        .optional(
            "SELECT id, methods FROM transactions \
             WHERE order_id = $1 AND status IN ('CREATED', 'PENDING', 'APPROVED') \
             ORDER BY created_at, id LIMIT 1",
            (order_id,),
        )
        .await?;
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
            recurring: false,
            return_url: &format!("{}/api/payments/return", order.browser_base.as_str()),
            notification_url: &format!("{}/api/notify", app.config.public_base()),
            email: order.email,
            ip: order.ip,
        })
        .await?;
    let methods = transaction.methods(order.amount);
    let mut tx = app.db.write().await?;
    // One after the other, so that each sees what the one before it has made.
    tx.execute("UPDATE orders SET status = status WHERE id = $1", (order.order_id,)).await?;
    let first = open_payment(&mut tx, order.order_id).await?;
    let subject = Subject::Order(order.order_id);
    let now = after(app.clock.now(), first.is_some());
    record(&mut tx, &transaction.id, subject, order.number, order.amount, Some(&methods), now).await?;
    tx.commit().await?;
    Ok(first.unwrap_or(Started { transaction_id: transaction.id, methods }))
}

/// The time of a transaction that may have one before it in the same millisecond: the first must stay the first.
fn after(now: Timestamp, has_earlier: bool) -> Timestamp {
    if has_earlier { now.plus(Duration::from_millis(1)) } else { now }
}

/// Notes a transaction of the provider's. `methods` is known only to whoever made it.
async fn record(
    tx: &mut Tx,
    id: &str,
    subject: Subject,
    reference: &str,
    amount: Cents,
    methods: Option<&PaymentMethods>,
    now: Timestamp,
) -> Result<(), DbError> {
    let knows_methods = methods.is_some();
    let (purpose, order_id, subscription_payment_id) = match subject {
        Subject::Order(id) => ("cart", Some(id), None),
        Subject::Package(id) => ("package", None, Some(id)),
    };
    let methods = serde_json::to_string(methods.unwrap_or(&PaymentMethods::default()))
        .map_err(|error| DbError::Encode(error.into()))?;
    tx.execute(
        "INSERT INTO transactions (id, order_id, purpose, reference, amount_cents, status, methods, \
         created_at, updated_at, next_check_at, subscription_payment_id) \
         VALUES ($1, $2, $10, $3, $4, $5, $6, $7, $7, $8, $11) \
         ON CONFLICT (id) DO UPDATE SET methods = excluded.methods WHERE $9",
        (
            id,
            order_id,
            reference,
            amount,
            Status::Created,
            &methods,
            now,
            reconcile::first_check(now),
            knows_methods,
            purpose,
            subscription_payment_id,
        ),
    )
    .await?;
    Ok(())
}

/// Applies a verified report. `None` when it belongs to nothing of the store.
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
    let known = match orders::by_number(tx, number).await? {
        Some((order_id, total)) => Some((Subject::Order(order_id), total)),
        None => subscriptions::payment_by_number(tx, number)
            .await?
            .map(|(payment_id, amount)| (Subject::Package(payment_id), amount)),
    };
    if let Some((subject, amount)) = known {
        record(tx, &report.transaction_id, subject, number, amount, None, now).await?;
        return settle(app, tx, report, cause, now).await;
    }
    if report.status.was_paid() {
        let trouble = PaymentIncident {
            unique_key: format!("unknown:{}", report.transaction_id),
            trouble: IncidentKind::UnknownTransaction,
            order_id: None,
            transaction_id: Some(&report.transaction_id),
            amount: Some(report.amount),
            detail: format!("Paid with reference {number:?}, which is no order or payment of this store."),
        };
        ledger::record_incident(tx, trouble, now).await?;
    }
    Ok(None)
}

/// Asks the provider about a transaction that the store knows, unless it has ended. `None` when it is not known.
async fn ask(app: &AppState, transaction_id: &str, cause: Cause) -> Result<Option<Settled>, ApiError> {
    let mut tx = app.db.read().await?;
    let row: Option<(Status, Option<OrderId>, Option<SubscriptionPaymentId>)> = tx
        .optional(
            "SELECT status, order_id, subscription_payment_id FROM transactions WHERE id = $1",
            (transaction_id,),
        )
        .await?;
    drop(tx);
    let Some((status, order_id, subscription_payment_id)) = row else { return Ok(None) };
    if !status.is_open() {
        return Ok(Some(Settled { status, order_id, subscription_payment_id }));
    }
    let transaction = app.payments.client.transaction(transaction_id).await?;
    let report = transaction.report().ok_or(ProviderError::Incomplete)?;
    receive(app, &report, cause).await
}
