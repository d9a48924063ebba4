//! The bank's page, and the messages that follow from what the buyer does there.

use std::time::Duration;

use axum::{
    Extension, Form,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{Html, IntoResponse, Redirect, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use minijinja::{Environment, context, value::Serde};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::{
    BANKLINKS, CARDS,
    api::provider_time,
    store::{self, Address, Held},
    switches::{Switchboard, Switches},
};
use crate::{
    error::{ApiError, ApiResult},
    extract::{Json, Path, Query},
    format::euro,
    payments::{messages::mac, provider::Status},
    state::AppState,
};

const PAY: &str = include_str!("../../../templates/sandbox/pay.html");
pub const BACK: &str = include_str!("../../../templates/sandbox/back.html");

/// Sends the form of the way back; without it the buyer presses the button.
pub const SUBMIT: &str = "document.forms[0].submit()";

/// How often and how far apart a notification that was not taken is sent again.
const NOTIFY_AGAIN: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(3)];

#[derive(Deserialize)]
pub struct Chosen {
    method: Option<String>,
}

/// What the buyer does at the bank.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Action {
    Pay,
    Cancel,
    Fail,
    Expire,
    /// Back to the store with how things stand.
    Back,
}

#[derive(Deserialize)]
pub struct Act {
    action: Action,
}

/// The way back to the store.
#[derive(Serialize)]
struct Back<'a> {
    url: &'a str,
    method: &'a str,
    json: String,
    mac: String,
}

/// `GET /_sandbox/pay/{transaction}`: opening it begins the payment.
pub async fn show(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Query(chosen): Query<Chosen>,
) -> ApiResult<Response> {
    store::change(&app, &id, Status::Pending).await?;
    let held = held(&app, &id).await?;
    let bank = chosen.method.as_deref().unwrap_or_default();
    let bank = BANKLINKS.iter().chain(&CARDS).find(|(name, ..)| *name == bank);
    let asked = &held.request.transaction;
    let page = render(
        PAY,
        &context! {
            bank => bank.map_or("Makse", |(_, label, _)| label),
            seller => app.config.shop.seller.clone(),
            amount => euro(asked.amount),
            reference => asked.reference.clone(),
            open => held.status.is_open(),
            status => Serde(&held.status),
        },
    )?;
    Ok(html(page, "'self'"))
}

/// `POST /_sandbox/pay/{transaction}`: the buyer's answer. JSON for programs that ask for it.
pub async fn act(
    State(app): State<AppState>,
    Path(id): Path<String>,
    Extension(board): Extension<Switchboard>,
    headers: HeaderMap,
    Form(act): Form<Act>,
) -> ApiResult<Response> {
    let status = match act.action {
        Action::Pay => Some(Status::Completed),
        Action::Cancel => Some(Status::Cancelled),
        Action::Fail => Some(Status::Failed),
        Action::Expire => Some(Status::Expired),
        Action::Back => None,
    };
    if let Some(status) = status
        && let Some(changed) = store::change(&app, &id, status).await?
    {
        notify(&app, &board, changed);
    }
    let held = held(&app, &id).await?;
    let urls = &held.request.transaction.transaction_url;
    let Address { url, method } =
        if held.status == Status::Cancelled { &urls.cancel_url } else { &urls.return_url };
    let (json, mac) = message(&app, &held, held.status, &board.of(&id));
    let wants_json = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accepted| accepted.contains("application/json"));
    if wants_json {
        return Ok(
            Json(json!({ "status": held.status, "return": Back { url, method, json, mac } })).into_response()
        );
    }
    if method == "GET" {
        let query =
            serde_urlencoded::to_string([("json", &json), ("mac", &mac)]).map_err(ApiError::internal)?;
        return Ok(Redirect::to(&format!("{url}?{query}")).into_response());
    }
    let page = render(BACK, &context! { url, json, mac, submit => SUBMIT })?;
    Ok(html(page, &held.browser_base()))
}

pub async fn held(app: &AppState, id: &str) -> ApiResult<Held> {
    store::find(app, id).await?.ok_or_else(|| ApiError::not_found("The simulator has no such transaction."))
}

/// The message of a transaction in a state, and its MAC.
pub fn message(app: &AppState, held: &Held, status: Status, switches: &Switches) -> (String, String) {
    let asked = &held.request.transaction;
    let shop = if switches.other_shop { "another-shop" } else { &app.payments.shop_id };
    let json = json!({
        "amount": switches.amount.unwrap_or(asked.amount).to_string(),
        "currency": asked.currency,
        "customer_name": "Tõnu Õunapuu",
        "merchant_data": asked.merchant_data,
        "message_time": provider_time(app.clock.now()),
        "message_type": "payment_return",
        "reference": asked.reference,
        "shop": shop,
        "signature": "",
        "status": status,
        "transaction": held.id,
    })
    .to_string();
    sign(app, json, switches)
}

pub fn sign(app: &AppState, json: String, switches: &Switches) -> (String, String) {
    let secret = if switches.wrong_mac { "another-secret" } else { &app.payments.secret };
    let mac = mac(&json, secret);
    (json, mac)
}

/// Tells the store beside the buyer's way back, as the switches have it.
pub fn notify(app: &AppState, board: &Switchboard, held: Held) {
    notify_with(app, board, held, None);
}

/// The same, followed by another message, signed already.
pub fn notify_with(app: &AppState, board: &Switchboard, held: Held, also: Option<(String, String)>) {
    let switches = board.of(&held.id);
    if switches.silent {
        return;
    }
    let mut messages = vec![message(app, &held, held.status, &switches); 1 + usize::from(switches.duplicate)];
    if switches.reordered {
        messages.push(message(app, &held, Status::Pending, &switches));
    }
    messages.extend(also);
    let app = app.clone();
    tokio::spawn(async move {
        tokio::time::sleep(Duration::from_millis(switches.late_millis)).await;
        let url = &held.request.transaction.transaction_url.notification_url.url;
        for message in &messages {
            send(&app, url, message).await;
        }
    });
}

async fn send(app: &AppState, url: &str, (json, mac): &(String, String)) {
    let mut waits = NOTIFY_AGAIN.into_iter();
    loop {
        match app.payments.client.post_form(url, &[("json", json), ("mac", mac)]).await {
            Ok(status) if status.is_success() => return,
            Ok(status) => tracing::warn!(%status, "the simulator's notification was not taken"),
            Err(error) => tracing::warn!(%error, "the simulator's notification did not arrive"),
        }
        let Some(wait) = waits.next() else { return };
        tokio::time::sleep(wait).await;
    }
}

pub fn render(template: &str, context: &minijinja::Value) -> ApiResult<String> {
    let mut environment = Environment::new();
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::Html);
    environment.render_str(template, context).map_err(ApiError::internal)
}

/// A page that styles itself, runs at most the one script and sends forms to `target` alone.
pub fn html(page: String, target: &str) -> Response {
    let script = STANDARD.encode(Sha256::digest(SUBMIT));
    let policy = format!(
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{script}'; form-action {target}; \
         base-uri 'none'; frame-ancestors 'none'"
    );
    let headers = [(header::CONTENT_SECURITY_POLICY, policy), (header::CACHE_CONTROL, "no-store".to_owned())];
    (StatusCode::OK, headers, Html(page)).into_response()
}
