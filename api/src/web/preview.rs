//! Previews: the real pages with a draft in place of the live text, under a signed address that expires.
//!
//! A GET shows the saved draft to all visitors with the address. Outside the desk's frame it has a mark that readers do
//! not see it yet. A POST by an editor shows the unsaved text of its body and saves nothing.

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, Path, Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header, request::Parts},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};

use super::pages;
use crate::{
    auth::Editor,
    content::{
        ContentSnapshot,
        desk::{self, UnsavedBody},
        preview::{self, PARAMETER, Preview, PreviewContext},
    },
    error::{ApiError, ApiResult, Code},
    extract::Json,
    state::AppState,
};

/// Whether the request is for the preview of a saved draft.
pub fn is_preview(request: &Request) -> bool {
    let address = request.uri();
    request.method() != Method::POST && !address.path().starts_with("/api/") && token(address).is_some()
}

fn token(address: &Uri) -> Option<&str> {
    let mut members = address.query()?.split('&').filter_map(|member| member.split_once('='));
    members.find_map(|(name, value)| (name == PARAMETER).then_some(value))
}

fn read_preview(app: &AppState, token: &str) -> Option<Preview> {
    app.content.previews.read(token, app.clock.now())
}

/// Responds with the content of the preview. An expired address shows the page of a missing address.
pub async fn preview(app: &AppState, mut request: Request, next: Next) -> Response {
    let requested = token(request.uri()).and_then(|token| read_preview(app, token));
    let loaded = match requested {
        Some(requested) => match preview::load(&app.db, app.catalogue.snapshot(), requested).await {
            Ok(loaded) => loaded,
            Err(error) => return ApiError::from(error).into_response(),
        },
        None => None,
    };
    let (content, is_live) = loaded.map_or((None, false), |(content, is_live)| (Some(content), is_live));
    if let Some(moved) = requested.zip(content.as_deref()).and_then(|(requested, content)| {
        let path = format!("/{}", content.page_by_id(requested.document)?.identifier);
        (request.uri().path() != path)
            .then(|| format!("{path}?{}", request.uri().query().unwrap_or_default()))
    }) {
        return private(app, Redirect::temporary(&moved).into_response());
    }
    let headers = request.headers_mut();
    headers.insert(header::COOKIE, COOKIES);
    headers.remove(header::IF_NONE_MATCH);
    let is_framed = headers.get("sec-fetch-dest").is_some_and(|place| place == "iframe");
    let marked_until = requested.filter(|_| !is_framed && !is_live).map(|requested| requested.expires);
    private(app, preview::with_context(PreviewContext { content, marked_until }, next.run(request)).await)
}

/// A preview shows what a visitor sees, without the banners of a first visit.
const COOKIES: HeaderValue = HeaderValue::from_static("hr_consent=no");

/// The preview in the address; `None` if it has expired. A POST to any other address of a page is refused.
pub struct Address(Option<Preview>);

impl FromRequestParts<AppState> for Address {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> ApiResult<Self> {
        let token = token(&parts.uri)
            .ok_or_else(|| ApiError::new(Code::MethodNotAllowed, "Only a preview takes a text."))?;
        Ok(Self(read_preview(app, token)))
    }
}

/// The home page with the unsaved text of a block, a row or the announcement.
pub async fn unsaved_home(
    State(app): State<AppState>,
    Address(requested): Address,
    _: Editor,
    Json(text): Json<UnsavedBody>,
) -> ApiResult<Response> {
    let content = unsaved(&app, requested, text).await?;
    let draft = PreviewContext { content, marked_until: None };
    let shown = preview::with_context(draft, pages::home(State(app.clone()), visitor_headers())).await;
    Ok(private(&app, shown))
}

/// A page with its unsaved text.
pub async fn unsaved_page(
    State(app): State<AppState>,
    Path(slug): Path<String>,
    Address(requested): Address,
    _: Editor,
    Json(text): Json<UnsavedBody>,
) -> ApiResult<Response> {
    let content = unsaved(&app, requested, text).await?;
    // The page may have moved to another address since the preview was made.
    let page = requested
        .zip(content.as_deref())
        .and_then(|(requested, content)| content.page_by_id(requested.document));
    let slug = Path(page.map_or(slug, |page| page.identifier.clone()));
    let draft = PreviewContext { content, marked_until: None };
    let shown =
        preview::with_context(draft, pages::content_page(State(app.clone()), slug, visitor_headers())).await;
    Ok(private(&app, shown))
}

async fn unsaved(
    app: &AppState,
    requested: Option<Preview>,
    text: UnsavedBody,
) -> ApiResult<Option<Arc<ContentSnapshot>>> {
    let Some(requested) = requested else { return Ok(None) };
    match desk::unsaved_preview(app, requested, text).await {
        Ok(content) => Ok(Some(Arc::new(content))),
        Err(error) if error.code == Code::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

fn visitor_headers() -> HeaderMap {
    HeaderMap::from_iter([(header::COOKIE, COOKIES)])
}

fn private(app: &AppState, mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    headers.remove(header::ETAG);
    // In addition to the policy of all pages: browsers enforce both.
    let common = || app.site.content_security_policy.clone();
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert_with(common);
    headers.append(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("script-src 'none'"));
    response
}
