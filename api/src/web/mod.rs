//! The rendered pages for people and crawlers, the feeds, and the built front ends.
//!
//! A public page is rendered whole. It carries the API responses that React needs for its first render (see
//! `seeds`).

mod assets;
mod feeds;
mod head;
mod opds;
mod pages;
mod preview;
mod render;
mod seeds;
mod site;
mod variant;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Path},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};
use heliriiul_cms::addresses;
use tower::ServiceBuilder;

pub use preview::{is_preview, preview};
pub use site::{Site, SiteError};

use crate::{content, state::AppState};

pub fn router(app: &AppState) -> Router<AppState> {
    let security = security_headers(app);
    let long_text = DefaultBodyLimit::max(content::desk::BODY_LIMIT);
    let mut screens = Router::new();
    for route in addresses::private_screens() {
        screens = screens.route(route, get(pages::private_screen));
    }
    screens
        .route("/", get(pages::home).merge(post(preview::unsaved_home).layer(long_text)))
        .route("/raamatud", get(pages::books))
        .route("/raamatud/kategooria/{*path}", get(pages::category))
        .route("/raamatud/isbn/{isbn}", get(pages::isbn))
        .route("/raamatud/{slug}", get(pages::book))
        .route("/booking", get(pages::booking))
        .route("/{slug}", get(pages::content_page).merge(post(preview::unsaved_page).layer(long_text)))
        .fallback(pages::not_found)
        .merge(feeds::router())
        .merge(opds::router())
        .route("/toimetus", get(async || Redirect::permanent("/toimetus/")))
        .route("/toimetus/", get(async |headers: HeaderMap| assets::desk_file("index.html", &headers).await))
        .route(
            "/toimetus/{*path}",
            get(async |Path(path): Path<String>, headers: HeaderMap| {
                assets::desk_file(&path, &headers).await
            }),
        )
        .route("/assets/{*path}", get(asset))
        .layer(ServiceBuilder::new().map_response(move |mut response: Response| {
            for (name, value) in &security {
                response.headers_mut().entry(name).or_insert_with(|| value.clone());
            }
            response
        }))
}

async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    assets::storefront_file(&format!("assets/{path}"), &headers)
        .await
        .unwrap_or_else(|| crate::error::ApiError::not_found("There is no such file.").into_response())
}

/// Pages may load only from the store itself and from the services in the settings.
fn security_headers(app: &AppState) -> HeaderMap {
    let mut headers = HeaderMap::from_iter([
        (header::CONTENT_SECURITY_POLICY, app.site.content_security_policy.clone()),
        (header::REFERRER_POLICY, HeaderValue::from_static("same-origin")),
        (
            HeaderName::from_static("permissions-policy"),
            HeaderValue::from_static("camera=(), microphone=(), geolocation=()"),
        ),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            HeaderValue::from_static("same-origin-allow-popups"),
        ),
    ]);
    if app.config.public_url.starts_with("https://") {
        let year = HeaderValue::from_static("max-age=31536000");
        headers.insert(header::STRICT_TRANSPORT_SECURITY, year);
    }
    headers
}
