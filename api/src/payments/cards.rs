//! Payments by card for packages: the transaction that the card dialog opens, and charges of a kept card.

use std::net::Ipv4Addr;

use heliriiul_db::{DbError, SubscriptionPaymentId, Timestamp, Tx};
use heliriiul_makecommerce::{CURRENCY, CardToken, NewTransaction, ProviderError, Report, Status};

use super::{Subject, after, ledger::Cause, receive, reconcile, record};
use crate::{
    error::ApiError,
    extract::BrowserBase,
    money::Cents,
    state::AppState,
    subscriptions::{self, PaymentStatus},
};

/// A payment that waits for the buyer's card.
pub struct CardPayment<'a> {
    pub payment_id: SubscriptionPaymentId,
    pub number: &'a str,
    pub amount: Cents,
    pub email: &'a str,
    pub ip: Option<Ipv4Addr>,
    pub browser_base: &'a BrowserBase,
}

/// The open transaction of a payment, the first if there are several.
pub async fn open_card_payment(tx: &mut Tx, id: SubscriptionPaymentId) -> Result<Option<String>, DbError> {
    tx.optional_scalar(
        "SELECT id FROM transactions WHERE subscription_payment_id = $1 \
         AND status IN ('CREATED', 'PENDING', 'APPROVED') ORDER BY created_at, id LIMIT 1",
        (id,),
    )
    .await
}

/// Makes a transaction for the card dialog. Of two made at once the first is answered to both.
pub async fn start_card_payment(app: &AppState, payment: &CardPayment<'_>) -> Result<String, ApiError> {
    let transaction = app
        .payments
        .client
        .create(&NewTransaction {
            amount: payment.amount,
            reference: payment.number,
            merchant_data: &payment.payment_id.to_string(),
            recurring: true,
            return_url: &format!("{}/api/payments/return", payment.browser_base.as_str()),
            notification_url: &format!("{}/api/notify", app.config.public_base()),
            email: payment.email,
            ip: payment.ip,
        })
        .await?;
    let mut tx = app.db.write().await?;
    // One after the other, so that each sees what the one before it has made.
    tx.execute("UPDATE subscription_payments SET status = status WHERE id = $1", (payment.payment_id,))
        .await?;
    let first = open_card_payment(&mut tx, payment.payment_id).await?;
    let subject = Subject::Package(payment.payment_id);
    let now = after(app.clock.now(), first.is_some());
    record(&mut tx, &transaction.id, subject, payment.number, payment.amount, None, now).await?;
    tx.commit().await?;
    Ok(first.unwrap_or(transaction.id))
}

/// A kept card to charge.
pub struct ToCharge<'a> {
    pub payment_id: SubscriptionPaymentId,
    pub number: &'a str,
    pub amount: Cents,
    pub email: &'a str,
    pub token: &'a str,
}

/// What came of a charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charged {
    /// Whatever it was has been worked in.
    Settled,
    /// The bank said no; this has not been worked in.
    Declined,
    /// The provider has no charge, so it may be made.
    NotArrived,
    /// It may have gone through. Ask before charging again.
    Unanswered,
}

/// Charges a kept card, in the payment's open transaction if it has one. Never call it for a payment whose last
/// charge nobody knows the end of.
pub async fn charge(app: &AppState, to: &ToCharge<'_>) -> Result<Charged, ApiError> {
    let transaction_id = match earlier(app, to).await? {
        Earlier::Paid => return Ok(Charged::Settled),
        Earlier::Open(id) => id,
        Earlier::None => {
            let Some(id) = create(app, to).await? else { return Ok(Charged::NotArrived) };
            id
        }
    };
    match app.payments.client.charge(&transaction_id, to.token, to.amount).await {
        Ok(status) => work_in(app, to, &transaction_id, status).await,
        Err(error) if error.is_decline() => Ok(Charged::Declined),
        Err(error) if error.is_wrong_status() => ask_about_charge(app, to.payment_id).await,
        Err(error) if error.is_unanswered() => Ok(Charged::Unanswered),
        Err(_) => Ok(Charged::NotArrived),
    }
}

enum Earlier {
    None,
    Open(String),
    Paid,
}

/// Earlier attempts of the same payment: a declined one may go on in its transaction, and one that was paid after all
/// must not be charged again.
async fn earlier(app: &AppState, to: &ToCharge<'_>) -> Result<Earlier, ApiError> {
    let mut tx = app.db.read().await?;
    let open: Vec<(String, Cents, Timestamp, i64)> = tx
        .all(
            "SELECT id, amount_cents, created_at, checks FROM transactions WHERE subscription_payment_id = $1 \
             AND status IN ('CREATED', 'PENDING', 'APPROVED') ORDER BY created_at, id",
            (to.payment_id,),
        )
        .await?;
    drop(tx);
    let mut usable = Earlier::None;
    for (id, amount, created_at, checks) in open {
        let transaction = app.payments.client.transaction(&id).await?;
        let report = transaction.report().ok_or(ProviderError::Incomplete)?;
        if report.status.was_paid() {
            receive(app, &report, Cause::Renewal).await?;
            return Ok(Earlier::Paid);
        }
        if report.status.is_open() {
            if amount == to.amount {
                usable = Earlier::Open(id);
            }
            continue;
        }
        // Closed since the last try: that is no word about this one.
        let now = app.clock.now();
        let mut tx = app.db.write().await?;
        tx.execute(
            "UPDATE transactions SET status = $2, updated_at = $3, next_check_at = $4 WHERE id = $1",
            (&id, report.status, now, reconcile::next_check(report.status, created_at, checks, now)),
        )
        .await?;
        tx.commit().await?;
    }
    Ok(usable)
}

/// `None` when the provider made no transaction; then nothing can have been charged.
async fn create(app: &AppState, to: &ToCharge<'_>) -> Result<Option<String>, ApiError> {
    let base = app.config.public_base();
    let new = NewTransaction {
        amount: to.amount,
        reference: to.number,
        merchant_data: &to.payment_id.to_string(),
        recurring: false,
        return_url: &format!("{base}/api/payments/return"),
        notification_url: &format!("{base}/api/notify"),
        email: to.email,
        ip: None,
    };
    let Ok(transaction) = app.payments.client.create(&new).await else { return Ok(None) };
    let mut tx = app.db.write().await?;
    let subject = Subject::Package(to.payment_id);
    record(&mut tx, &transaction.id, subject, to.number, to.amount, None, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Some(transaction.id))
}

async fn work_in(app: &AppState, to: &ToCharge<'_>, id: &str, status: Status) -> Result<Charged, ApiError> {
    if status.is_open() || status == Status::Unknown {
        return Ok(Charged::Unanswered);
    }
    let report = Report {
        transaction_id: id.to_owned(),
        status,
        amount: to.amount,
        currency: CURRENCY.to_owned(),
        shop: None,
        reference: Some(to.number.to_owned()),
    };
    receive(app, &report, Cause::Renewal).await?;
    Ok(Charged::Settled)
}

/// Asks the provider what came of the last charge of a payment.
pub async fn ask_about_charge(
    app: &AppState,
    payment_id: SubscriptionPaymentId,
) -> Result<Charged, ApiError> {
    let mut tx = app.db.read().await?;
    let last: Option<String> = tx
        .optional_scalar(
            "SELECT id FROM transactions WHERE subscription_payment_id = $1 \
             ORDER BY created_at DESC, id DESC LIMIT 1",
            (payment_id,),
        )
        .await?;
    drop(tx);
    let Some(id) = last else { return Ok(Charged::NotArrived) };
    let transaction = app.payments.client.transaction(&id).await?;
    let report = transaction.report().ok_or(ProviderError::Incomplete)?;
    match report.status {
        Status::Created => Ok(Charged::NotArrived),
        Status::Pending | Status::Approved | Status::Unknown => Ok(Charged::Unanswered),
        _ => {
            receive(app, &report, Cause::Renewal).await?;
            Ok(Charged::Settled)
        }
    }
}

/// The card that a verified message carries goes to the payment of its transaction, sealed; what the transaction then
/// still waits for is charged to it.
pub(super) async fn card_shown(
    app: &AppState,
    transaction_id: &str,
    token: &CardToken,
    cause: Cause,
) -> Result<(), ApiError> {
    if !token.multiuse {
        return Ok(());
    }
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let payment: Option<(SubscriptionPaymentId, Cents)> = tx
        .optional(
            "SELECT subscription_payment_id, amount_cents FROM transactions \
             WHERE id = $1 AND subscription_payment_id IS NOT NULL",
            (transaction_id,),
        )
        .await?;
    let Some((payment_id, amount)) = payment else { return Ok(()) };
    let sealed = app.payments.vault.seal(&token.id);
    let received = subscriptions::Received { transaction: Some((transaction_id, amount)), cause };
    let valid_until = token.valid_until.as_deref();
    subscriptions::card_shown(app, &mut tx, payment_id, &sealed, valid_until, received, now).await?;
    Ok(tx.commit().await?)
}

/// A transaction whose card has been verified and whose payment the provider leaves to the shop. Of several who find
/// it at once one charges.
pub(super) async fn finish(
    app: &AppState,
    transaction_id: &str,
    payment_id: SubscriptionPaymentId,
) -> Result<(), ApiError> {
    let mut tx = app.db.write().await?;
    let row: Option<(String, Cents, Option<String>)> = tx
        .optional(
            "SELECT number, amount_cents, token_sealed FROM subscription_payments \
             WHERE id = $1 AND purpose IN ('trial', 'join', 'card')",
            (payment_id,),
        )
        .await?;
    let Some((number, amount, Some(sealed))) = row else { return Ok(()) };
    let Some(token) = app.payments.vault.open(&sealed) else { return Ok(()) };
    if !subscriptions::begin_charge(&mut tx, payment_id, app.clock.now()).await? {
        return Ok(());
    }
    tx.commit().await?;
    let to = ToCharge { payment_id, number: &number, amount, email: "", token: &token };
    let charged = match app.payments.client.charge(transaction_id, &token, amount).await {
        Ok(status) => work_in(app, &to, transaction_id, status).await?,
        Err(error) if error.is_decline() => Charged::Declined,
        Err(error) if error.is_wrong_status() => ask_about_charge(app, payment_id).await?,
        Err(error) if error.is_unanswered() => Charged::Unanswered,
        Err(error) => {
            tracing::warn!(%error, id = transaction_id, "a verified card could not be charged yet");
            Charged::NotArrived
        }
    };
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    match charged {
        // Asked again by reconciliation; a second charge of one transaction is refused by the provider.
        Charged::Settled | Charged::Unanswered => {}
        Charged::Declined => {
            subscriptions::not_paid(app, &mut tx, payment_id, PaymentStatus::Failed, Cause::Renewal, now)
                .await?;
        }
        Charged::NotArrived => subscriptions::give_up_charge(&mut tx, payment_id, now).await?,
    }
    Ok(tx.commit().await?)
}
