//! The simulator's pages: rendering, their security policy, and the form that leads back to the store.

use axum::{
    http::{HeaderMap, header},
    response::{Html, IntoResponse},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use heliriiul_db::Cents;
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use sha2::{Digest, Sha256};

use super::{error::SimulatorResult, notifications::SignedMessage};

const BACK: &str = include_str!("../../templates/back.html");

/// Submits the form that leads back. Without scripts the buyer presses the button.
const SUBMIT: &str = "document.forms[0].submit()";

/// `9,90 €`.
pub fn euro(amount: Cents) -> String {
    format!("{}\u{a0}€", amount.to_string().replace('.', ","))
}

/// Renders a template as a page. `policy` extends the Content-Security-Policy.
pub fn page(template: &str, context: &Value, policy: &str) -> SimulatorResult {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| AutoEscape::Html);
    let html = environment.render_str(template, context)?;
    let policy = format!("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; {policy}");
    let headers = [(header::CONTENT_SECURITY_POLICY, policy), (header::CACHE_CONTROL, "no-store".to_owned())];
    Ok((headers, Html(html)).into_response())
}

/// A page that sends the buyer's browser back to the store with a message.
pub fn back_page(url: &str, message: &SignedMessage, base: &str) -> SimulatorResult {
    let script = STANDARD.encode(Sha256::digest(SUBMIT));
    let policy = format!("script-src 'sha256-{script}'; form-action {base}; frame-ancestors 'none'");
    let SignedMessage { json, mac } = message;
    page(BACK, &context! { url, json => json.as_str(), mac => mac.as_str(), submit => SUBMIT }, &policy)
}

/// Whether a program asks, which gets JSON in place of a page.
pub fn wants_json(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accepted| accepted.contains("application/json"))
}
