//! The two calls of a withdrawal. They need no session: the number and the email address together identify the buyer.

use std::time::Duration;

use axum::extract::State;
use heliriiul_db::{RecordId, Timestamp, Tx};
use minijinja::context;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::purchase::Purchase;
use crate::{
    accounts::{Faults, email_key},
    auth::Now,
    error::responses::RateLimited,
    error::{ApiError, ApiResult},
    extract::Json,
    format::{date_and_time, euro},
    money::Cents,
    rate_limit::{self, ClientAddress, Limit, Subject},
    state::AppState,
    token::token_hash,
};

/// Attempts; the successful ones are not counted.
const BY_ADDRESS: Limit = Limit::new("withdrawal:address", 60, Duration::from_mins(10));
const BY_NUMBER: Limit = Limit::new("withdrawal:number", 30, Duration::from_mins(10));

/// What a buyer wants to withdraw from.
#[derive(Deserialize, ToSchema)]
pub struct WithdrawalPreview {
    /// Of the order or the subscription payment, in any case of letters.
    #[schema(min_length = 1, max_length = 200, example = "H10001")]
    number: String,
    /// Of the buyer's account.
    #[schema(min_length = 1, max_length = 200, example = "mari@example.ee")]
    email: String,
}

/// A withdrawal from a contract.
#[derive(Deserialize, ToSchema)]
pub struct NewWithdrawal {
    /// Of the buyer.
    #[schema(min_length = 1, max_length = 200, example = "Mari Maasikas")]
    name: String,
    /// Of the order or the subscription payment, in any case of letters.
    #[schema(min_length = 1, max_length = 200, example = "H10001")]
    number: String,
    /// Of the buyer's account.
    #[schema(min_length = 1, max_length = 200, example = "mari@example.ee")]
    email: String,
}

/// A withdrawal, made or possible.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Withdrawal {
    #[schema(example = "H10001")]
    number: String,
    kind: WithdrawalKind,
    /// Titles of the books, or the name of the plan.
    items: Vec<String>,
    /// What was paid.
    paid: Cents,
    /// What is refunded.
    refund: Cents,
    /// The last moment of the right; null when the withdrawal is made.
    withdrawable_until: Option<Timestamp>,
    /// Null before the confirmation.
    withdrawn_at: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WithdrawalKind {
    /// The books leave the library.
    Order,
    /// The paid period ends at once.
    Subscription,
}

/// Shows what a withdrawal would take back and refund.
#[utoipa::path(
    post, path = "/withdrawals/preview", tag = "withdrawals", security(()),
    responses(
        (status = 200, body = Withdrawal),
        (status = 404, description = "No paid order or payment has this number and this buyer"),
        (status = 409, description = "The buyer has given up the right (`withdrawal-waived`), or the 14 days have passed (`withdrawal-too-late`)"),
        RateLimited,
    ),
)]
pub async fn preview_withdrawal(
    State(app): State<AppState>,
    Now(now): Now,
    from: ClientAddress,
    Json(body): Json<WithdrawalPreview>,
) -> ApiResult<Json<Withdrawal>> {
    let (number, email_key) = identify(Faults::default(), &body.number, &body.email)?;
    let limits = limits(from, &number);
    rate_limit::count(&app.db, &limits, now).await?;
    let mut tx = app.db.write().await?;
    let purchase = Purchase::find(&mut tx, &number, &email_key).await?.ok_or_else(not_found)?;
    rate_limit::forgive(&mut tx, &limits, now).await?;
    let view = if let Some((refund, at)) = find_made(&mut tx, &purchase).await? {
        view(&mut tx, &purchase, refund, None, Some(at)).await?
    } else {
        let until = purchase.require_right(&app.config.shop, now)?;
        let parts = purchase.refund_parts(&mut tx, now).await?;
        let refund = parts.iter().map(|(_, amount)| *amount).sum();
        view(&mut tx, &purchase, refund, Some(until), None).await?
    };
    tx.commit().await?;
    Ok(Json(view))
}

/// Withdraws from an order or a subscription payment. Repeating it returns the first withdrawal.
#[utoipa::path(
    post, path = "/withdrawals", tag = "withdrawals", security(()),
    responses(
        (status = 200, body = Withdrawal),
        (status = 404, description = "No paid order or payment has this number and this buyer"),
        (status = 409, description = "The buyer has given up the right (`withdrawal-waived`), the 14 days have passed (`withdrawal-too-late`), or a card is being charged (`payment-in-progress`)"),
        RateLimited,
    ),
)]
pub async fn withdraw(
    State(app): State<AppState>,
    Now(now): Now,
    from: ClientAddress,
    Json(body): Json<NewWithdrawal>,
) -> ApiResult<Json<Withdrawal>> {
    let mut faults = Faults::default();
    let name = faults.name("name", &body.name);
    let (number, email_key) = identify(faults, &body.number, &body.email)?;
    let limits = limits(from, &number);
    rate_limit::count(&app.db, &limits, now).await?;
    let mut tx = app.db.write().await?;
    let found = Purchase::find(&mut tx, &number, &email_key).await?.ok_or_else(not_found)?;
    if let Some((refund, at)) = find_made(&mut tx, &found).await? {
        let view = view(&mut tx, &found, refund, None, Some(at)).await?;
        rate_limit::forgive(&mut tx, &limits, now).await?;
        tx.commit().await?;
        return Ok(Json(view));
    }
    found.lock(&mut tx, now).await?;
    // The state of the purchase may have changed while this waited for its lock.
    let purchase = Purchase::find(&mut tx, &number, &email_key).await?.ok_or_else(not_found)?;
    let view = if let Some((refund, at)) = find_made(&mut tx, &purchase).await? {
        view(&mut tx, &purchase, refund, None, Some(at)).await?
    } else {
        purchase.require_right(&app.config.shop, now)?;
        record(&app, &mut tx, &purchase, &name, body.email.trim(), now).await?
    };
    rate_limit::forgive(&mut tx, &limits, now).await?;
    tx.commit().await?;
    Ok(Json(view))
}

async fn record(
    app: &AppState,
    tx: &mut Tx,
    purchase: &Purchase,
    name: &str,
    email: &str,
    now: Timestamp,
) -> ApiResult<Withdrawal> {
    let parts = purchase.refund_parts(tx, now).await?;
    let refund: Cents = parts.iter().map(|(_, amount)| *amount).sum();
    let (order_id, payment_id) = purchase.ids();
    tx.execute(
        "INSERT INTO withdrawals (id, number, user_id, order_id, subscription_payment_id, name, email, \
         amount_cents, withdrawn_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        (
            RecordId::new(),
            purchase.number(),
            purchase.user_id(),
            order_id,
            payment_id,
            name,
            email,
            refund,
            now,
        ),
    )
    .await?;
    purchase.withdraw(tx, &parts, now).await?;
    let view = view(tx, purchase, refund, None, Some(now)).await?;
    let context = context! {
        name,
        number => purchase.number(),
        isOrder => view.kind == WithdrawalKind::Order,
        items => &view.items,
        withdrawnAt => date_and_time(now),
        refund => (!refund.is_zero()).then(|| euro(refund)),
    };
    app.mailer.queue(tx, purchase.user_id(), "withdrawal", purchase.number(), context, now).await?;
    metrics::counter!("withdrawals_total").increment(1);
    Ok(view)
}

/// The amount and the time of a withdrawal that was made.
async fn find_made(tx: &mut Tx, purchase: &Purchase) -> ApiResult<Option<(Cents, Timestamp)>> {
    let sql = "SELECT amount_cents, withdrawn_at FROM withdrawals WHERE number = $1";
    Ok(tx.optional(sql, (purchase.number(),)).await?)
}

async fn view(
    tx: &mut Tx,
    purchase: &Purchase,
    refund: Cents,
    withdrawable_until: Option<Timestamp>,
    withdrawn_at: Option<Timestamp>,
) -> ApiResult<Withdrawal> {
    let kind = match purchase {
        Purchase::Order(_) => WithdrawalKind::Order,
        Purchase::Payment(_) => WithdrawalKind::Subscription,
    };
    let items = purchase.items(tx).await?;
    let (number, paid) = (purchase.number().to_owned(), purchase.paid());
    Ok(Withdrawal { number, kind, items, paid, refund, withdrawable_until, withdrawn_at })
}

/// Returns the number as the store writes it, and the folded email address.
fn identify(mut faults: Faults, number: &str, email: &str) -> ApiResult<(String, String)> {
    let number = faults.name("number", number).to_uppercase();
    faults.name("email", email);
    faults.or((number, email_key(email)))
}

fn limits(from: ClientAddress, number: &str) -> [Subject; 2] {
    [BY_ADDRESS.of(from), BY_NUMBER.of(token_hash(number))]
}

fn not_found() -> ApiError {
    ApiError::not_found("No paid order or payment has this number and this buyer.")
}
