//! Puts a page together: head, assets, seed and the frame that every page has, then renders and keeps it.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
    response::IntoResponse,
};
use serde_json::{Map, Value, json, value::RawValue};

use super::{
    head::Head,
    inside::{Answer, Inside, InsideError},
    pages,
    site::PageKey,
    visitor::Visitor,
};
use crate::{
    content::preview,
    encoded_body::{EncodedBody, MOVED},
    error::{ApiError, Code},
    state::AppState,
};

/// Pages may differ by cookie, so only the browser keeps them, and asks each time.
const ASK_ALWAYS: HeaderValue = HeaderValue::from_static("private, no-cache");

/// A page before its frame.
pub struct Draft {
    pub template: &'static str,
    /// The source of its screen, for the preload.
    pub screen: Option<&'static str>,
    pub status: StatusCode,
    pub head: Head,
    /// What its template shows beside the frame.
    pub context: Map<String, Value>,
    pub seeds: Seeds,
}

/// Either a page to show, or another address to go to.
pub enum Outcome {
    Page(Box<Draft>),
    /// For good (301).
    Moved(String),
}

/// The API's answers that a page needs, by the address that the browser would ask.
#[derive(Default)]
pub struct Seeds(Vec<(String, Box<RawValue>)>);

impl Seeds {
    /// Asks the API for `path` and keeps the answer as a seed. `None`: the API does not know the thing.
    pub async fn ask(&mut self, inside: &Inside, path: &str) -> Result<Option<Value>, InsideError> {
        Ok(match inside.ask(path).await? {
            Answer::Body(body) => {
                let value = serde_json::from_str(body.get()).unwrap_or_default();
                self.0.push((format!("/api{path}"), body));
                Some(value)
            }
            Answer::Moved(_) | Answer::Missing => None,
        })
    }

    pub fn put(&mut self, path: &str, body: Box<RawValue>) {
        self.0.push((format!("/api{path}"), body));
    }

    /// As the text of a script element: no `<` can end it.
    fn script(&self) -> String {
        let members = self
            .0
            .iter()
            .map(|(address, body)| format!("{}:{}", Value::from(address.as_str()), body.get()))
            .collect::<Vec<_>>()
            .join(",");
        escape_script(&format!("{{{members}}}"))
    }
}

/// `<` as an escape that JSON reads back, so that no text can close a script element.
pub fn escape_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Answers a public page from what is kept, or makes it with `draft`.
pub async fn answer<F>(
    app: &AppState,
    inside: &Inside,
    address: String,
    headers: &HeaderMap,
    draft: F,
) -> Response<Body>
where
    F: AsyncFnOnce(&Visitor) -> Result<Outcome, InsideError>,
{
    let content = app.content.snapshot();
    let announcement = content.section("announcement").map(|section| section.updated_at);
    let visitor = Visitor::of(headers, announcement);
    let key = PageKey { address, visitor, generation: app.site.generation() };
    let is_preview = preview::current().is_some() || preview::is_expired();
    if let Some(page) = app.site.kept(&key).filter(|_| !is_preview) {
        return send(&page, StatusCode::OK, headers).await;
    }
    let draft = async |visitor: &Visitor| {
        if preview::is_expired() { Ok(pages::missing(app)) } else { draft(visitor).await }
    };
    // Boxed, so that an answer from memory does not carry the room that making one needs.
    match Box::pin(made(app, inside, &visitor, draft)).await {
        Ok(Made::Moved(to)) => {
            let location = HeaderValue::from_str(&to).unwrap_or_else(|_| HeaderValue::from_static("/"));
            let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, MOVED)];
            (StatusCode::MOVED_PERMANENTLY, headers).into_response()
        }
        Ok(Made::Page(status, page)) => {
            if status == StatusCode::OK && !is_preview {
                app.site.keep(key, page.clone());
            }
            send(&page, status, headers).await
        }
        Err(error) => error.into_response(),
    }
}

async fn send(page: &Arc<EncodedBody>, status: StatusCode, headers: &HeaderMap) -> Response<Body> {
    let mut response = if status == StatusCode::OK {
        page.respond(headers, ASK_ALWAYS).await
    } else {
        // What is missing is told each time, never by 304.
        let encodings = headers.get(header::ACCEPT_ENCODING).cloned();
        let headers = encodings.into_iter().map(|value| (header::ACCEPT_ENCODING, value)).collect();
        page.respond(&headers, ASK_ALWAYS).await
    };
    if status != StatusCode::OK {
        *response.status_mut() = status;
    }
    response
        .headers_mut()
        .insert(header::VARY, HeaderValue::from_static("accept-encoding, cookie, user-agent"));
    response
}

enum Made {
    Page(StatusCode, Arc<EncodedBody>),
    Moved(String),
}

async fn made<F>(app: &AppState, inside: &Inside, visitor: &Visitor, draft: F) -> Result<Made, ApiError>
where
    F: AsyncFnOnce(&Visitor) -> Result<Outcome, InsideError>,
{
    let failed =
        |error: InsideError| ApiError::new(Code::Unavailable, "The page cannot be made.").caused_by(error);
    let draft = match draft(visitor).await.map_err(failed)? {
        Outcome::Page(draft) => *draft,
        Outcome::Moved(to) => return Ok(Made::Moved(to)),
    };
    let Draft { template, screen, status, head, mut context, mut seeds } = draft;
    let mut frame = Map::new();
    for path in ["/config", "/sections", "/categories", "/footer"] {
        let body = seeds.ask(inside, path).await.map_err(failed)?.unwrap_or_default();
        frame.insert(path[1..].to_owned(), body);
    }
    let sections = frame.get("sections").and_then(Value::as_array).cloned().unwrap_or_default();
    let named = |name: &str| sections.iter().find(|section| section["identifier"] == name).cloned();
    context.insert("config".into(), frame.remove("config").unwrap_or_default());
    context.insert("categories".into(), frame.remove("categories").unwrap_or_default());
    context.insert("pages".into(), frame["footer"]["pages"].clone());
    context.insert(
        "sections".into(),
        json!({ "intro": named("intro"), "promo": named("promo"), "footer": named("footer") }),
    );
    let announcement = named("announcement").filter(|_| !visitor.announcement_closed);
    context.insert("announcement".into(), announcement.unwrap_or_default());
    context.insert("session".into(), visitor.session.into());
    context.insert("consent".into(), visitor.consent.map(|given| if given { "yes" } else { "no" }).into());
    context.insert("theme".into(), visitor.theme.name().into());
    context.insert("platform".into(), (if visitor.in_app { "app" } else { "web" }).into());
    context.insert("strings".into(), app.site.texts.clone());
    let mut assets = app.site.manifest.page_assets(screen);
    if preview::current().is_some() {
        // The script would ask for what is live.
        assets = assets.without_script();
        context.insert("previewUntil".into(), json!(preview::marked_until()));
    }
    context.insert("assets".into(), json!(assets));
    context.insert("page".into(), head.into_context(app, status));
    context.insert("seed".into(), seeds.script().into());
    let html = app.site.render(template, &Value::Object(context)).map_err(ApiError::internal)?;
    let page = EncodedBody::new(HeaderValue::from_static("text/html; charset=utf-8"), html);
    Ok(Made::Page(status, page))
}
