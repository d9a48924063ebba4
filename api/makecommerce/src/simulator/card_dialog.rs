//! The card dialog: its scripts, its form at `/_sandbox/card/{transaction}`, and the 3-D Secure page at
//! `/_sandbox/3ds/{transaction}`.

use axum::{
    Form, Json,
    extract::{Path, State},
    http::{HeaderMap, header},
    response::IntoResponse,
};
use heliriiul_db::{DbResult, RecordId};
use minijinja::context;
use serde::Deserialize;
use serde_json::{Value, json};
use time::Date;

use super::{
    api::provider_time,
    error::{SimulatorError, SimulatorResult},
    notifications::{SignedMessage, notify, payment_return, sign},
    pages::{back_page, euro, page, wants_json},
    rows::{self, SimulatedTransaction},
    state::Simulator,
    switches::Switches,
};
use crate::status::Status;

const FORM: &str = include_str!("../../templates/card.html");
const THREE_D_SECURE: &str = include_str!("../../templates/3ds.html");
const CHECKOUT_JS: &str = include_str!("../../templates/checkout.js");
const CARD_JS: &str = include_str!("../../templates/card.js");

/// How long an entered card is valid.
const CARD_YEARS: i32 = 2;

/// `GET /_sandbox/makecommerce/checkout.js`, with the interface of the provider's script.
pub async fn checkout_script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "no-store")], CHECKOUT_JS)
}

/// `GET /_sandbox/makecommerce/card.js`, the script of the form.
pub async fn form_script() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "no-store")], CARD_JS)
}

/// The buttons of the form.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Approve,
    Decline,
    #[serde(rename = "3ds")]
    ThreeDSecure,
    Cancel,
}

#[derive(Deserialize)]
pub struct Pressed {
    action: Action,
}

/// The form inside the dialog. Opening it begins the payment.
pub async fn show(State(simulator): State<Simulator>, Path(id): Path<String>) -> SimulatorResult {
    rows::set_status(&simulator, &id, Status::Pending).await?;
    let transaction = rows::find(&simulator, &id).await?;
    let context = context! {
        seller => simulator.settings.seller.as_str(),
        amount => euro(transaction.amount()),
        open => transaction.status.is_open(),
    };
    let policy = "script-src 'self'; connect-src 'self'; form-action 'none'; frame-ancestors 'self'";
    page(FORM, &context, policy)
}

/// Returns the argument of the page's `completed`, or the address of the 3-D Secure page.
pub async fn submit(
    State(simulator): State<Simulator>,
    Path(id): Path<String>,
    Form(pressed): Form<Pressed>,
) -> SimulatorResult<Json<Value>> {
    let transaction = rows::find(&simulator, &id).await?;
    let declined = json!({ "status": transaction.status, "declined": true });
    Ok(Json(match pressed.action {
        Action::Approve => approve(&simulator, &transaction).await?.map_or(declined, |approved| {
            json!({ "status": approved.status, "paymentToken": approved.token, "return": approved.message })
        }),
        Action::Decline => declined,
        Action::ThreeDSecure => json!({ "redirect": format!("/_sandbox/3ds/{id}") }),
        Action::Cancel => {
            cancel(&simulator, &id).await?;
            let message = payment_return(&simulator, &transaction, Status::Cancelled);
            json!({ "status": Status::Cancelled, "return": message })
        }
    }))
}

/// Cancels an open transaction; `None` when it is closed.
async fn cancel(simulator: &Simulator, id: &str) -> DbResult<Option<SimulatedTransaction>> {
    let cancelled = rows::set_status(simulator, id, Status::Cancelled).await?;
    if let Some(transaction) = &cancelled {
        notify(simulator, transaction, None);
    }
    Ok(cancelled)
}

/// The result of a card that the bank approved.
struct Approved {
    status: Status,
    token: String,
    /// The message with the token.
    message: SignedMessage,
}

/// The bank approves the card and makes the payment, or leaves the payment to the shop. The browser and, for a
/// recurring payment, a notification bring the token to the store. `None` when the transaction allows no payment.
async fn approve(
    simulator: &Simulator,
    transaction: &SimulatedTransaction,
) -> SimulatorResult<Option<Approved>> {
    let switches = simulator.switchboard.of(&transaction.id);
    if !transaction.status.is_open() || (switches.refuse_zero && transaction.amount().is_zero()) {
        return Ok(None);
    }
    let (token, valid_until) = insert_card(simulator, transaction, &switches).await?;
    let status = if switches.leave_pending { Status::Pending } else { Status::Completed };
    let changed = rows::set_status(simulator, &transaction.id, status).await?;
    let transaction = changed.as_ref().unwrap_or(transaction);
    let card = json!({ "id": token, "multiuse": !switches.single_use, "valid_until": valid_until });
    let message = token_return(simulator, transaction, "token", card);
    let is_recurring = transaction.request.transaction.recurring_required;
    notify(simulator, transaction, is_recurring.then(|| message.clone()));
    Ok(Some(Approved { status: transaction.status, token, message }))
}

/// The message `token_return`, with a `token` or an `error`.
fn token_return(
    simulator: &Simulator,
    transaction: &SimulatedTransaction,
    member: &str,
    value: Value,
) -> SignedMessage {
    let mut message = json!({
        "message_type": "token_return",
        "message_time": provider_time(simulator.clock.now()),
        "transaction": {
            "id": transaction.id, "status": transaction.status, "type": "card", "method": "visa_mastercard",
            "country": "ee", "reference": transaction.request.transaction.reference,
        },
    });
    message[member] = value;
    sign(simulator, &message, &simulator.switchboard.of(&transaction.id))
}

/// Stores a card; returns its token and its last valid day.
async fn insert_card(
    simulator: &Simulator,
    transaction: &SimulatedTransaction,
    switches: &Switches,
) -> DbResult<(String, String)> {
    let now = simulator.clock.now();
    let today = now.utc().date();
    let year = today.year() + if switches.expired_card { -1 } else { CARD_YEARS };
    let last_day = today.month().length(year);
    let valid_until = Date::from_calendar_date(year, today.month(), last_day).unwrap_or(today).to_string();
    let token = RecordId::new().to_string();
    let sql = "INSERT INTO sandbox_cards (token, transaction_id, multiuse, valid_until, created_at) \
               VALUES ($1, $2, $3, $4, $5)";
    let binds = (&token, &transaction.id, !switches.single_use, &valid_until, now);
    simulator.db.execute(sql, binds).await?;
    Ok((token, valid_until))
}

/// The bank's page, which replaces the store's page in the browser.
pub async fn show_3ds(State(simulator): State<Simulator>, Path(id): Path<String>) -> SimulatorResult {
    let transaction = rows::find(&simulator, &id).await?;
    let context = context! { amount => euro(transaction.amount()), open => transaction.status.is_open() };
    page(THREE_D_SECURE, &context, "form-action 'self'; frame-ancestors 'none'")
}

/// Leads back to the store with the signed message.
pub async fn submit_3ds(
    State(simulator): State<Simulator>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(pressed): Form<Pressed>,
) -> SimulatorResult {
    let transaction = rows::find(&simulator, &id).await?;
    let url = transaction.request.transaction.transaction_url.return_url.url.clone();
    let base = transaction.browser_base().ok_or(SimulatorError::UNREADABLE)?;
    let message = if matches!(pressed.action, Action::Approve) && transaction.status.is_open() {
        let approved = approve(&simulator, &transaction).await?;
        let declined = || {
            let error = json!({ "code": 1099, "message": "Payment declined" });
            token_return(&simulator, &transaction, "error", error)
        };
        approved.map_or_else(declined, |approved| approved.message)
    } else {
        let transaction = cancel(&simulator, &id).await?.unwrap_or(transaction);
        payment_return(&simulator, &transaction, transaction.status)
    };
    if wants_json(&headers) {
        return Ok(Json(json!({ "return": message })).into_response());
    }
    back_page(&url, &message, &base)
}
