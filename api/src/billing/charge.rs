//! Charges of saved cards, and of cards that a buyer has just presented.

use heliriiul_db::{DbError, SubscriptionPaymentId, Tx, UserId};
use heliriiul_makecommerce::{CURRENCY, CardToken, Report, Status, Vault};

use super::{
    open_payment::{NewPayment, create_transaction},
    settle::{fetch_report, receive},
    transactions::{self, Subject},
};
use crate::{
    error::ApiError,
    ledger::{Cause, IncomingPayment},
    money::Cents,
    state::AppState,
    subscriptions::{
        self, PaymentStatus, SubscriptionPayment, lifecycle, payment,
        saved_card::{self, PresentedCard},
    },
};

/// A card to charge.
pub struct Charge<'a> {
    pub payment_id: SubscriptionPaymentId,
    pub number: &'a str,
    pub amount: Cents,
    pub email: &'a str,
    pub token: &'a str,
}

impl<'a> Charge<'a> {
    pub fn of(payment: &'a SubscriptionPayment, email: &'a str, token: &'a str) -> Self {
        let SubscriptionPayment { id, number, amount_cents, .. } = payment;
        Self { payment_id: *id, number, amount: *amount_cents, email, token }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChargeOutcome {
    /// The outcome, of any kind, has been settled.
    Settled,
    /// The bank declined; this has not been settled.
    Declined,
    /// The provider has no charge, so it can be sent again.
    NotReceived,
    /// The charge may have succeeded. Ask the provider before charging again.
    Unknown,
}

/// The token of the saved card; `None` without a card, or when the store's secret has changed since.
pub async fn saved_token(tx: &mut Tx, vault: &Vault, user_id: UserId) -> Result<Option<String>, DbError> {
    let sealed = saved_card::token_sealed(tx, user_id).await?;
    Ok(sealed.and_then(|sealed| vault.open(&sealed)))
}

/// Charges a saved card, in the payment's open transaction if it has one. Never call it for a payment whose last
/// charge has an unknown outcome.
pub async fn charge(app: &AppState, charge: &Charge<'_>) -> Result<ChargeOutcome, ApiError> {
    let transaction_id = match earlier_transaction(app, charge).await? {
        Earlier::Paid => return Ok(ChargeOutcome::Settled),
        Earlier::Open(id) => id,
        Earlier::None => match create(app, charge).await? {
            Some(id) => id,
            None => return Ok(ChargeOutcome::NotReceived),
        },
    };
    send(app, charge, &transaction_id).await
}

async fn send(app: &AppState, charge: &Charge<'_>, transaction_id: &str) -> Result<ChargeOutcome, ApiError> {
    let status = match app.payments.client.charge(transaction_id, charge.token, charge.amount).await {
        Ok(status) => status,
        Err(error) if error.is_decline() => return Ok(ChargeOutcome::Declined),
        Err(error) if error.is_wrong_status() => return fetch_outcome(app, charge.payment_id).await,
        Err(error) if error.is_unanswered() => return Ok(ChargeOutcome::Unknown),
        Err(_) => return Ok(ChargeOutcome::NotReceived),
    };
    if status.is_open() || status == Status::Unknown {
        return Ok(ChargeOutcome::Unknown);
    }
    let report = Report {
        transaction_id: transaction_id.to_owned(),
        status,
        amount: charge.amount,
        currency: CURRENCY.to_owned(),
        shop: None,
        reference: Some(charge.number.to_owned()),
    };
    receive(app, &report, Cause::Renewal).await?;
    Ok(ChargeOutcome::Settled)
}

enum Earlier {
    None,
    Open(String),
    Paid,
}

/// Looks for an earlier transaction of the payment. An open one is charged again. A paid one must not be charged again.
async fn earlier_transaction(app: &AppState, charge: &Charge<'_>) -> Result<Earlier, ApiError> {
    let mut tx = app.db.read().await?;
    let open = transactions::find_open(&mut tx, Subject::Subscription(charge.payment_id)).await?;
    drop(tx);
    let mut usable = Earlier::None;
    for transaction in open {
        let report = fetch_report(app, &transaction.id).await?;
        if report.status.was_paid() {
            receive(app, &report, Cause::Renewal).await?;
            return Ok(Earlier::Paid);
        }
        if report.status.is_open() {
            if transaction.amount_cents == charge.amount {
                usable = Earlier::Open(transaction.id);
            }
            continue;
        }
        // The provider has closed the earlier transaction. It does not affect this attempt.
        let mut tx = app.db.write().await?;
        transactions::set_status(&mut tx, &transaction, report.status, app.clock.now()).await?;
        tx.commit().await?;
    }
    Ok(usable)
}

/// `None` when the provider created no transaction; then nothing can have been charged.
async fn create(app: &AppState, charge: &Charge<'_>) -> Result<Option<String>, ApiError> {
    let subject = Subject::Subscription(charge.payment_id);
    let Charge { number, amount, email, .. } = *charge;
    let new = NewPayment {
        subject,
        number,
        amount,
        email,
        ip: None,
        saves_card: false,
        return_base: &app.config.public_base(),
    };
    let Ok(transaction) = create_transaction(app, &new).await else { return Ok(None) };
    let mut tx = app.db.write().await?;
    transactions::insert(&mut tx, &transaction.id, subject, number, amount, None, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Some(transaction.id))
}

/// Asks the provider about the outcome of the last charge of a payment.
pub async fn fetch_outcome(
    app: &AppState,
    payment_id: SubscriptionPaymentId,
) -> Result<ChargeOutcome, ApiError> {
    let mut tx = app.db.read().await?;
    let last: Option<String> = tx
        .optional_scalar(
            "SELECT id FROM transactions WHERE subscription_payment_id = $1 \
             ORDER BY created_at DESC, id DESC LIMIT 1",
            (payment_id,),
        )
        .await?;
    drop(tx);
    let Some(id) = last else { return Ok(ChargeOutcome::NotReceived) };
    let report = fetch_report(app, &id).await?;
    match report.status {
        Status::Created => Ok(ChargeOutcome::NotReceived),
        Status::Pending | Status::Approved | Status::Unknown => Ok(ChargeOutcome::Unknown),
        _ => {
            receive(app, &report, Cause::Renewal).await?;
            Ok(ChargeOutcome::Settled)
        }
    }
}

/// Stores the card of a verified message with the payment of its transaction, encrypted.
pub async fn attach_card(
    app: &AppState,
    transaction_id: &str,
    token: &CardToken,
    cause: Cause,
) -> Result<(), ApiError> {
    if !token.multiuse {
        return Ok(());
    }
    let mut tx = app.db.write().await?;
    let Some(transaction) = transactions::find(&mut tx, transaction_id).await? else { return Ok(()) };
    let Subject::Subscription(payment_id) = transaction.subject()? else { return Ok(()) };
    let token_sealed = &app.payments.vault.seal(&token.id);
    let card = PresentedCard { token_sealed, valid_until: token.valid_until.as_deref() };
    let incoming = IncomingPayment { transaction: Some((transaction_id, transaction.amount_cents)), cause };
    let now = app.clock.now();
    subscriptions::attach_card(&app.config, &app.mailer, &mut tx, payment_id, card, incoming, now).await?;
    Ok(tx.commit().await?)
}

/// Charges a card that the provider has verified and left for the shop to charge. Of several callers one charges.
pub async fn charge_verified_card(
    app: &AppState,
    transaction_id: &str,
    payment_id: SubscriptionPaymentId,
) -> Result<(), ApiError> {
    let mut tx = app.db.write().await?;
    let payment: Option<SubscriptionPayment> = tx
        .optional(
            "SELECT * FROM subscription_payments WHERE id = $1 AND purpose IN ('trial', 'join', 'card')",
            (payment_id,),
        )
        .await?;
    let Some(payment) = payment else { return Ok(()) };
    let token = payment.token_sealed.as_deref().and_then(|sealed| app.payments.vault.open(sealed));
    let Some(token) = token else { return Ok(()) };
    if !payment::begin_charge(&mut tx, payment_id, app.clock.now()).await? {
        return Ok(());
    }
    tx.commit().await?;
    match send(app, &Charge::of(&payment, "", &token), transaction_id).await? {
        // Reconciliation asks again. The provider refuses a second charge of one transaction.
        ChargeOutcome::Settled | ChargeOutcome::Unknown => Ok(()),
        ChargeOutcome::Declined => close_payment(app, payment_id, PaymentStatus::Failed).await,
        ChargeOutcome::NotReceived => release_charge(app, payment_id).await,
    }
}

/// Closes a payment whose charge failed.
pub async fn close_payment(
    app: &AppState,
    id: SubscriptionPaymentId,
    status: PaymentStatus,
) -> Result<(), ApiError> {
    let mut tx = app.db.write().await?;
    let now = app.clock.now();
    lifecycle::close_payment(&app.mailer, &mut tx, id, status, Cause::Renewal, now).await?;
    Ok(tx.commit().await?)
}

/// Reopens a payment whose charge has not reached the provider.
pub async fn release_charge(app: &AppState, id: SubscriptionPaymentId) -> Result<(), ApiError> {
    let mut tx = app.db.write().await?;
    payment::release_charge(&mut tx, id, app.clock.now()).await?;
    Ok(tx.commit().await?)
}
