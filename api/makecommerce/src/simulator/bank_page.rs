//! `/_sandbox/pay/{transaction}`: the bank's page.

use axum::{
    Form, Json,
    extract::{Path, Query, State},
    http::HeaderMap,
    response::{IntoResponse, Redirect},
};
use minijinja::{context, value::Serde};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{
    error::{SimulatorError, SimulatorResult},
    notifications::{SignedMessage, notify, payment_return},
    pages::{back_page, euro, page, wants_json},
    payment_methods,
    rows::{self, Address},
    state::Simulator,
};
use crate::status::Status;

const PAY: &str = include_str!("../../templates/pay.html");

#[derive(Deserialize)]
pub struct Chosen {
    /// A bank or a card.
    method: Option<String>,
}

/// The buttons of the page.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Pay,
    Cancel,
    Fail,
    Expire,
    /// Returns to the store without a change.
    Back,
}

#[derive(Deserialize)]
pub struct Pressed {
    action: Action,
}

/// How the buyer's browser returns to the store.
#[derive(Serialize)]
struct Return<'a> {
    url: &'a str,
    method: &'a str,
    #[serde(flatten)]
    message: SignedMessage,
}

/// Opening the page begins the payment.
pub async fn show(
    State(simulator): State<Simulator>,
    Path(id): Path<String>,
    Query(chosen): Query<Chosen>,
) -> SimulatorResult {
    rows::set_status(&simulator, &id, Status::Pending).await?;
    let transaction = rows::find(&simulator, &id).await?;
    let context = context! {
        bank => chosen.method.as_deref().and_then(payment_methods::label).unwrap_or("Makse"),
        seller => simulator.settings.seller.as_str(),
        amount => euro(transaction.amount()),
        reference => transaction.request.transaction.reference.as_str(),
        open => transaction.status.is_open(),
        status => Serde(&transaction.status),
    };
    page(PAY, &context, "form-action 'self'; frame-ancestors 'none'")
}

/// Performs the action of the button and redirects to the store.
pub async fn submit(
    State(simulator): State<Simulator>,
    Path(id): Path<String>,
    headers: HeaderMap,
    Form(pressed): Form<Pressed>,
) -> SimulatorResult {
    let status = match pressed.action {
        Action::Pay => Some(Status::Completed),
        Action::Cancel => Some(Status::Cancelled),
        Action::Fail => Some(Status::Failed),
        Action::Expire => Some(Status::Expired),
        Action::Back => None,
    };
    if let Some(status) = status
        && let Some(changed) = rows::set_status(&simulator, &id, status).await?
    {
        notify(&simulator, &changed, None);
    }
    let transaction = rows::find(&simulator, &id).await?;
    let urls = &transaction.request.transaction.transaction_url;
    let Address { url, method } =
        if transaction.status == Status::Cancelled { &urls.cancel_url } else { &urls.return_url };
    let message = payment_return(&simulator, &transaction, transaction.status);
    if wants_json(&headers) {
        let body = json!({ "status": transaction.status, "return": Return { url, method, message } });
        return Ok(Json(body).into_response());
    }
    if method == "GET" {
        let query = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("json", &message.json)
            .append_pair("mac", &message.mac)
            .finish();
        return Ok(Redirect::to(&format!("{url}?{query}")).into_response());
    }
    back_page(url, &message, &transaction.browser_base().ok_or(SimulatorError::UNREADABLE)?)
}
