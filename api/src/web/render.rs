//! Renders a page: its content inside the frame that all pages share, with head, assets and seeds. Caches the result.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
    response::IntoResponse,
};
use serde_json::{Value, json};

use super::{head::Head, seeds::Seeds, site::PageKey, variant::PageVariant};
use crate::{
    content::{self, ConfigView, preview},
    encoded_body::{EncodedBody, moved},
    error::{ApiError, ApiResult},
    state::AppState,
};

/// A page may differ by cookie, so only the browser may cache it, and must revalidate.
const REVALIDATE: HeaderValue = HeaderValue::from_static("private, no-cache");

/// A screen of the storefront's app that continues a rendered page.
#[derive(Clone, Copy)]
pub struct Screen {
    /// The source file of its script.
    source: &'static str,
    /// The link of the navigation that is marked as current.
    navigation: Option<&'static str>,
}

impl Screen {
    pub const HOME: Self = Self { source: "src/routes/home.tsx", navigation: Some("home") };
    pub const BOOKS: Self = Self { source: "src/routes/books.tsx", navigation: Some("books") };
    pub const BOOK: Self = Self { source: "src/routes/book.tsx", navigation: Some("books") };
    pub const PAGE: Self = Self { source: "src/routes/page.tsx", navigation: None };
}

/// A page without its frame.
pub struct Draft {
    template: &'static str,
    /// The screen whose script the page preloads.
    screen: Option<Screen>,
    status: StatusCode,
    head: Head,
    /// An object with the values that the template uses in addition to those of the frame.
    content: Value,
    seeds: Seeds,
}

impl Draft {
    pub fn new(template: &'static str, screen: Screen, head: Head, content: Value, seeds: Seeds) -> Self {
        Self { template, screen: Some(screen), status: StatusCode::OK, head, content, seeds }
    }

    /// Only the frame, for a screen that the browser renders.
    pub fn bare(app: &AppState, screen: Option<Screen>) -> Self {
        Self {
            template: "bare.html",
            screen,
            status: StatusCode::OK,
            head: Head { title: app.site.text("productName").to_owned(), ..Head::default() },
            content: json!({}),
            seeds: Seeds::default(),
        }
    }

    pub fn not_found(app: &AppState) -> Self {
        Self {
            template: "not_found.html",
            status: StatusCode::NOT_FOUND,
            head: Head { title: app.site.title(app.site.text("notFoundTitle")), ..Head::default() },
            ..Self::bare(app, Some(Screen::PAGE))
        }
    }
}

/// The result of a page's handler.
pub enum Outcome {
    Page(Box<Draft>),
    /// The page has another address for good (301).
    Moved(String),
}

impl From<Draft> for Outcome {
    fn from(draft: Draft) -> Self {
        Self::Page(Box::new(draft))
    }
}

/// Responds with the cached page of the address, or with the page that `draft` returns.
pub async fn respond<F>(app: &AppState, address: String, headers: &HeaderMap, draft: F) -> Response<Body>
where
    F: AsyncFnOnce(PageVariant) -> ApiResult<Outcome>,
{
    // Read before the snapshots, so that a page made from older ones is not cached as new.
    let generation = app.site.generation();
    let announcement = app.content.snapshot().section("announcement").map(|section| section.updated_at);
    let key = PageKey { address, variant: PageVariant::of(headers, announcement), generation };
    if let Some(page) = app.site.cached_page(&key).filter(|_| !is_preview()) {
        return send(&page, StatusCode::OK, headers).await;
    }
    // Boxed, so that a response from the cache does not carry the future that makes a page.
    Box::pin(make(app, key, headers, draft)).await.unwrap_or_else(IntoResponse::into_response)
}

fn is_preview() -> bool {
    preview::current().is_some() || preview::is_expired()
}

async fn make<F>(app: &AppState, key: PageKey, headers: &HeaderMap, draft: F) -> ApiResult<Response<Body>>
where
    F: AsyncFnOnce(PageVariant) -> ApiResult<Outcome>,
{
    let outcome =
        if preview::is_expired() { Draft::not_found(app).into() } else { draft(key.variant).await? };
    let draft = match outcome {
        Outcome::Page(draft) => *draft,
        Outcome::Moved(to) => return Ok(moved(&to)),
    };
    let status = draft.status;
    let page = render(app, key.variant, draft)?;
    if status == StatusCode::OK && !is_preview() {
        app.site.cache_page(key, page.clone());
    }
    Ok(send(&page, status, headers).await)
}

async fn send(page: &Arc<EncodedBody>, status: StatusCode, headers: &HeaderMap) -> Response<Body> {
    let mut response = page.respond_with(status, headers, REVALIDATE).await;
    let vary = HeaderValue::from_static("accept-encoding, cookie, user-agent");
    response.headers_mut().insert(header::VARY, vary);
    response
}

fn render(app: &AppState, variant: PageVariant, draft: Draft) -> ApiResult<Arc<EncodedBody>> {
    let Draft { template, screen, head, content: mut context, mut seeds, .. } = draft;
    let catalogue = app.catalogue.snapshot();
    let published = app.content.snapshot();
    let config = ConfigView::of(&app.config, app.clock.now());
    seeds.add("/config", &config)?;
    seeds.add("/sections", &published.sections)?;
    seeds.add("/categories", catalogue.categories())?;
    seeds.add("/footer", &content::footer(&published))?;
    let is_preview = preview::current().is_some();
    let assets = app.site.manifest.page_assets(screen.map(|screen| screen.source));
    let announcement = published.section("announcement").filter(|_| !variant.announcement_closed);
    // A JSON value, in which amounts are numbers.
    let frame = json!({
        "config": config,
        "categories": catalogue.categories(),
        "pages": published.footer,
        "sections": {
            "intro": published.section("intro"),
            "promo": published.section("promo"),
            "footer": published.section("footer"),
        },
        "announcement": announcement,
        "session": variant.signed_in,
        "asksConsent": variant.consent.is_none() && !variant.signed_in,
        "theme": variant.theme,
        "platform": if variant.in_app { "app" } else { "web" },
        "navigation": screen.and_then(|screen| screen.navigation),
        "strings": app.site.texts,
        // The script would fetch the live content.
        "assets": if is_preview { assets.without_script() } else { assets },
        "page": head.into_context(&app.config.public_base()),
        "seed": seeds.script(),
        "previewUntil": preview::marked_until(),
    });
    if let (Value::Object(context), Value::Object(frame)) = (&mut context, frame) {
        context.extend(frame);
    }
    let html = app.site.render(template, &context).map_err(ApiError::internal)?;
    Ok(EncodedBody::new(HeaderValue::from_static("text/html; charset=utf-8"), html))
}
