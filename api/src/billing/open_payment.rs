//! Creates the provider's transaction for an order or a payment.

use std::{net::Ipv4Addr, time::Duration};

use heliriiul_db::{DbResult, Tx};
use heliriiul_makecommerce::{NewTransaction, PaymentMethods, ProviderError, Transaction};

use super::transactions::{self, Subject};
use crate::{error::ApiResult, money::Cents, state::AppState};

/// A payment to open at the provider.
pub struct PaymentRequest<'a> {
    pub subject: Subject,
    pub number: &'a str,
    pub amount: Cents,
    pub email: &'a str,
    pub ip: Option<Ipv4Addr>,
    /// Whether the provider saves the card for further charges.
    pub saves_card: bool,
    /// Where the browser returns to: an origin of the store.
    pub return_base: &'a str,
}

/// A transaction that the buyer can pay.
pub struct OpenPayment {
    pub transaction_id: String,
    pub methods: PaymentMethods,
}

/// Returns the open transaction of an order or a payment, or the first one if there are several.
pub async fn find_open_payment(tx: &mut Tx, subject: Subject) -> DbResult<Option<OpenPayment>> {
    let Some(first) = transactions::find_open(tx, subject).await?.into_iter().next() else { return Ok(None) };
    Ok(Some(OpenPayment { methods: first.methods()?, transaction_id: first.id }))
}

/// Creates a transaction. When two are created at the same time, both callers get the first; the other stays unpaid.
pub async fn open_payment(app: &AppState, request: &PaymentRequest<'_>) -> ApiResult<OpenPayment> {
    let subject = request.subject;
    let transaction = create_transaction(app, request).await?;
    let methods = transaction.methods(request.amount);
    let mut tx = app.db.write().await?;
    subject.lock(&mut tx).await?;
    let first = find_open_payment(&mut tx, subject).await?;
    // Use a later time, so that the first transaction remains the first.
    let delay = Duration::from_millis(u64::from(first.is_some()));
    let created_at = app.clock.now().plus(delay);
    let PaymentRequest { number, amount, .. } = *request;
    transactions::insert(&mut tx, &transaction.id, subject, number, amount, Some(&methods), created_at)
        .await?;
    tx.commit().await?;
    Ok(first.unwrap_or(OpenPayment { transaction_id: transaction.id, methods }))
}

pub async fn create_transaction(
    app: &AppState,
    request: &PaymentRequest<'_>,
) -> Result<Transaction, ProviderError> {
    let new = NewTransaction {
        amount: request.amount,
        reference: request.number,
        merchant_data: &request.subject.to_string(),
        recurring: request.saves_card,
        return_url: &format!("{}/api/payments/return", request.return_base),
        notification_url: &format!("{}/api/notify", app.config.public_base()),
        email: request.email,
        ip: request.ip,
    };
    app.payments.client.create(&new).await
}
