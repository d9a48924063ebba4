//! The outbox that stands in for a mail server: `/_sandbox/mail`, a page for people and JSON for programs.
//!
//! Emails contain one-time tokens, so it is served only where the sandbox is on and nothing is sent.

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use heliriiul_db::{EmailId, Timestamp};
use minijinja::{context, value::Serde};
use serde::Serialize;

use crate::{
    config::EmailTransport,
    error::{ApiError, ApiResult},
    extract::{Json, Path},
    state::AppState,
};

/// How many emails the outbox shows.
const SHOWN: i64 = 200;

/// Empty unless the sandbox is on.
pub fn router(app: &AppState) -> Router<AppState> {
    if app.config.has_sandbox() && app.config.mail.transport == EmailTransport::Sandbox {
        Router::new().route("/_sandbox/mail", get(list_emails)).route("/_sandbox/mail/{id}", get(get_email))
    } else {
        Router::new()
    }
}

/// An email of the outbox.
#[derive(Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
struct OutboxEmail {
    id: EmailId,
    #[serde(rename = "to")]
    recipient: String,
    subject: String,
    text: String,
    html: String,
    /// The web addresses in the text, in their order.
    #[sqlx(skip)]
    links: Vec<String>,
    created_at: Timestamp,
}

/// Lists the emails, newest first.
async fn list_emails(State(app): State<AppState>, headers: HeaderMap) -> ApiResult<Response> {
    let mut emails: Vec<OutboxEmail> = app
        .db
        .all(
            "SELECT id, recipient, subject, text_body AS text, html_body AS html, created_at FROM emails \
             ORDER BY created_at DESC, id DESC LIMIT $1",
            (SHOWN,),
        )
        .await?;
    for email in &mut emails {
        email.links = links(&email.text);
    }
    let wants_json = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accepted| accepted.contains("application/json"));
    if wants_json {
        return Ok((no_store(), Json(emails)).into_response());
    }
    let page = app.mailer.render("outbox.html", &context! { emails => Serde(&emails) })?;
    Ok((no_store(), email_policy(), Html(page)).into_response())
}

/// Shows an email as its recipient sees it.
async fn get_email(State(app): State<AppState>, Path(id): Path<EmailId>) -> ApiResult<Response> {
    let html: Option<String> =
        app.db.optional_scalar("SELECT html_body FROM emails WHERE id = $1", (id,)).await?;
    let html = html.ok_or_else(|| ApiError::not_found("No such email."))?;
    Ok((no_store(), email_policy(), Html(html)).into_response())
}

fn no_store() -> [(HeaderName, HeaderValue); 1] {
    [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))]
}

/// Emails have inline styles, which the store's own policy forbids; scripts stay forbidden.
fn email_policy() -> [(HeaderName, HeaderValue); 1] {
    let policy = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'";
    [(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy))]
}

/// Returns the web addresses in a text, each up to the next white space.
fn links(text: &str) -> Vec<String> {
    let is_link = |word: &&str| word.starts_with("http://") || word.starts_with("https://");
    text.split_whitespace().filter(is_link).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_end_at_white_space() {
        let text = "Ava\nhttps://a.ee/verify-email?token=x&trial=true\n\nvõi http://b.ee ja http-lehte.";
        assert_eq!(links(text), ["https://a.ee/verify-email?token=x&trial=true", "http://b.ee"]);
    }
}
