//! Charges of saved cards, and of cards that a buyer has just presented.

use heliriiul_db::{DbResult, SubscriptionPaymentId, Timestamp, Tx, UserId};
use heliriiul_makecommerce::{CURRENCY, CardToken, Report, Status, Vault};

use super::{
    open_payment::{PaymentRequest, create_transaction},
    reports::{fetch_report, receive},
    transactions::{self, Subject},
};
use crate::{
    error::ApiResult,
    ledger::{Cause, IncomingPayment},
    state::AppState,
    subscriptions::{
        self, PaymentPurpose, PaymentStatus, SubscriptionPayment, lifecycle, payment,
        saved_card::{self, PresentedCard},
    },
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChargeOutcome {
    /// The outcome, of any kind, is recorded.
    Recorded,
    /// The bank declined; this is not recorded yet.
    Declined,
    /// The provider has no charge, so it can be sent again.
    NotReceived,
    /// The charge may have succeeded. Ask the provider before charging again.
    Unknown,
}

/// The token of the saved card; `None` without a card, or when the store's secret has changed since.
pub async fn saved_token(tx: &mut Tx, vault: &Vault, user_id: UserId) -> DbResult<Option<String>> {
    let sealed = saved_card::encrypted_token(tx, user_id).await?;
    Ok(sealed.and_then(|sealed| vault.open(&sealed)))
}

/// Charges a payment to a saved card, in the payment's open transaction if it has one. The caller has reserved the
/// charge. Never call it for a payment whose last charge has an unknown outcome.
pub async fn charge(
    app: &AppState,
    payment: &SubscriptionPayment,
    token: &str,
    reserved_until: Timestamp,
) -> ApiResult<ChargeOutcome> {
    let subject = Subject::Subscription(payment.id);
    let open = transactions::find_open(&mut app.db.read().await?, subject).await?;
    let mut usable = None;
    for transaction in open {
        let report = fetch_report(app, &transaction.id).await?;
        if report.status.was_paid() {
            receive(app, &report, Cause::Renewal).await?;
            return Ok(ChargeOutcome::Recorded);
        }
        if !report.status.is_open() {
            // The provider has closed the earlier transaction. It does not affect this attempt.
            let mut tx = app.db.write().await?;
            transactions::set_status(&mut tx, &transaction, report.status, app.clock.now()).await?;
            tx.commit().await?;
        } else if transaction.amount_cents == payment.amount_cents {
            usable = Some(transaction.id);
        }
    }
    if usable.is_none() {
        usable = create(app, payment).await?;
    }
    let Some(id) = usable else { return Ok(ChargeOutcome::NotReceived) };
    match may_send(app, payment, reserved_until).await? {
        MaySend::Yes => send(app, payment, token, &id).await,
        MaySend::Stopped => Ok(ChargeOutcome::NotReceived),
        MaySend::TakenOver => Ok(ChargeOutcome::Unknown),
    }
}

enum MaySend {
    Yes,
    /// The subscriber has stopped, so the renewal is not charged.
    Stopped,
    /// The reservation has expired, and another caller decides about the payment.
    TakenOver,
}

/// Checks the reservation after the earlier calls to the provider, which may have taken longer than anybody waits.
async fn may_send(
    app: &AppState,
    payment: &SubscriptionPayment,
    reserved_until: Timestamp,
) -> ApiResult<MaySend> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let subscription = subscriptions::lock(&mut tx, payment.user_id, now).await?;
    if !payment::extend_charge(&mut tx, payment.id, reserved_until, now).await? {
        return Ok(MaySend::TakenOver);
    }
    let renews = subscription.is_some_and(|subscription| subscription.renews);
    if payment.purpose == PaymentPurpose::Renewal && !renews {
        return Ok(MaySend::Stopped);
    }
    tx.commit().await?;
    Ok(MaySend::Yes)
}

async fn send(
    app: &AppState,
    payment: &SubscriptionPayment,
    token: &str,
    transaction_id: &str,
) -> ApiResult<ChargeOutcome> {
    let amount = payment.amount_cents;
    let status = match app.payments.client.charge(transaction_id, token, amount).await {
        Ok(status) => status,
        Err(error) if error.is_decline() => return Ok(ChargeOutcome::Declined),
        Err(error) if error.is_wrong_status() => return fetch_outcome(app, payment.id).await,
        Err(error) if error.is_still_running() => return Ok(ChargeOutcome::Unknown),
        Err(error) if error.is_unanswered() => return end_call(app, payment.id).await,
        Err(_) => return Ok(ChargeOutcome::NotReceived),
    };
    if status.is_open() || status == Status::Unknown {
        return end_call(app, payment.id).await;
    }
    let report = Report {
        transaction_id: transaction_id.to_owned(),
        status,
        amount,
        currency: CURRENCY.to_owned(),
        shop: None,
        reference: Some(payment.number.clone()),
    };
    receive(app, &report, Cause::Renewal).await?;
    Ok(ChargeOutcome::Recorded)
}

/// Lets the next caller ask for the outcome at once.
async fn end_call(app: &AppState, id: SubscriptionPaymentId) -> ApiResult<ChargeOutcome> {
    let mut tx = app.db.write().await?;
    payment::end_call(&mut tx, id, app.clock.now()).await?;
    tx.commit().await?;
    Ok(ChargeOutcome::Unknown)
}

/// `None` when the provider created no transaction; then nothing can have been charged.
async fn create(app: &AppState, payment: &SubscriptionPayment) -> ApiResult<Option<String>> {
    let email: String = app.db.scalar("SELECT email FROM users WHERE id = $1", (payment.user_id,)).await?;
    let request = PaymentRequest {
        subject: Subject::Subscription(payment.id),
        number: &payment.number,
        amount: payment.amount_cents,
        email: &email,
        ip: None,
        saves_card: false,
        return_base: &app.config.public_base(),
    };
    let Ok(transaction) = create_transaction(app, &request).await else { return Ok(None) };
    let mut tx = app.db.write().await?;
    let PaymentRequest { subject, number, amount, .. } = request;
    transactions::insert(&mut tx, &transaction.id, subject, number, amount, None, app.clock.now()).await?;
    tx.commit().await?;
    Ok(Some(transaction.id))
}

/// Asks the provider about the outcome of the last charge of a payment.
pub async fn fetch_outcome(app: &AppState, payment_id: SubscriptionPaymentId) -> ApiResult<ChargeOutcome> {
    let last: Option<String> = app
        .db
        .optional_scalar(
            "SELECT id FROM transactions WHERE subscription_payment_id = $1 \
             ORDER BY created_at DESC, id DESC LIMIT 1",
            (payment_id,),
        )
        .await?;
    let Some(id) = last else { return Ok(ChargeOutcome::NotReceived) };
    let report = fetch_report(app, &id).await?;
    match report.status {
        Status::Created => Ok(ChargeOutcome::NotReceived),
        Status::Pending | Status::Approved | Status::Unknown => Ok(ChargeOutcome::Unknown),
        _ => {
            receive(app, &report, Cause::Renewal).await?;
            Ok(ChargeOutcome::Recorded)
        }
    }
}

/// Stores the card of a verified message with the payment of its transaction, encrypted.
pub async fn attach_card(
    app: &AppState,
    transaction_id: &str,
    token: &CardToken,
    cause: Cause,
) -> ApiResult<()> {
    if !token.multiuse {
        return Ok(());
    }
    let mut tx = app.db.write().await?;
    let Some(transaction) = transactions::find(&mut tx, transaction_id).await? else { return Ok(()) };
    let Subject::Subscription(payment_id) = transaction.subject()? else { return Ok(()) };
    let encrypted_token = &app.payments.vault.seal(&token.id);
    let card = PresentedCard { encrypted_token, valid_until: token.valid_until.as_deref() };
    let transaction = Some((transaction_id, transaction.amount_cents));
    let incoming = IncomingPayment { transaction, cause, now: app.clock.now() };
    subscriptions::attach_card(&app.config.shop, &app.mailer, &mut tx, payment_id, card, incoming).await?;
    Ok(tx.commit().await?)
}

/// Charges a card that the provider has verified and left for the shop to charge. Of several callers one charges.
pub async fn charge_verified_card(
    app: &AppState,
    transaction_id: &str,
    payment_id: SubscriptionPaymentId,
) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let payment = lifecycle::lock_payment(&mut tx, payment_id).await?;
    let token = payment.encrypted_token.as_deref().and_then(|sealed| app.payments.vault.open(sealed));
    let Some(token) = token else { return Ok(()) };
    // Reconciliation comes back to this card.
    if payment::is_any_in_flight(&mut tx, payment.user_id, now).await? {
        return Ok(());
    }
    let starts_subscription = matches!(payment.purpose, PaymentPurpose::Trial | PaymentPurpose::Join);
    let current = subscriptions::find(&mut tx, payment.user_id, now).await?;
    if starts_subscription && current.is_some_and(|current| current.is_active(now)) {
        drop(tx);
        return close_payment(app, payment_id, PaymentStatus::Cancelled).await;
    }
    if payment::begin_charge(&mut tx, payment_id, now).await?.is_none() {
        return Ok(());
    }
    tx.commit().await?;
    match send(app, &payment, &token, transaction_id).await? {
        // Reconciliation asks again. The provider refuses a second charge of one transaction.
        ChargeOutcome::Recorded | ChargeOutcome::Unknown => Ok(()),
        ChargeOutcome::Declined => close_payment(app, payment_id, PaymentStatus::Failed).await,
        ChargeOutcome::NotReceived => release_charge(app, payment_id).await,
    }
}

/// Closes a payment whose charge failed.
pub async fn close_payment(
    app: &AppState,
    id: SubscriptionPaymentId,
    status: PaymentStatus,
) -> ApiResult<()> {
    let mut tx = app.db.write().await?;
    let now = app.clock.now();
    lifecycle::close_payment(&app.mailer, &mut tx, id, status, Cause::Renewal, now).await?;
    Ok(tx.commit().await?)
}

/// Reopens a payment whose charge has not reached the provider.
pub async fn release_charge(app: &AppState, id: SubscriptionPaymentId) -> ApiResult<()> {
    let mut tx = app.db.write().await?;
    payment::release_charge(&mut tx, id, app.clock.now()).await?;
    Ok(tx.commit().await?)
}
