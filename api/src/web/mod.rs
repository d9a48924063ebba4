//! The HTML shell for people and crawlers, sitemap, feeds, `meta.json`, and the built front ends.
//!
//! A public page is rendered whole, with the API's answers that React needs as its seed. The answers are asked from
//! the API's own router inside the process, so a seed cannot differ from what the API says.

mod assets;
mod feeds;
mod head;
mod inside;
mod pages;
mod preview;
mod shell;
mod site;
mod visitor;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Path},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Redirect, Response},
    routing::{get, post},
};

use tower::ServiceBuilder;

pub use inside::Inside;
pub use preview::{is_preview, preview};
pub use site::{Site, SiteError};

use crate::{content, state::AppState};

/// Screens that React draws alone: nothing of them is for crawlers.
const PRIVATE_SCREENS: &[&str] = &[
    "/book-payment-complete",
    "/card-change-complete",
    "/kaardimakse/{endpoint}/{token}",
    "/kingitus",
    "/konto",
    "/kuula/{id}",
    "/login",
    "/makse-sooritatud",
    "/maksmine",
    "/ostukorv",
    "/paketimakse-sooritatud",
    "/paketiost",
    "/paketivahetus/{token}",
    "/registreerumine",
    "/reset-password/{token}",
    "/sooduskood",
    "/subscription-payment-complete",
    "/unustasid-parooli",
    "/verify-email",
];

/// Screens whose address carries a token. The app takes it out of the address bar, but what
/// the page itself loads has asked by then.
const TOKEN_SCREENS: &[&str] = &["/kaardimakse/", "/paketivahetus/", "/reset-password/", "/verify-email"];

/// `inside` is the API's router, for the seeds.
pub fn router(app: &AppState, inside: Inside) -> Router<AppState> {
    let security = security_headers(app);
    let long_text = DefaultBodyLimit::max(content::desk::BODY_LIMIT);
    let mut screens = Router::new();
    for path in PRIVATE_SCREENS {
        screens = screens.route(path, get(pages::private_screen));
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
        .route("/toimetus", get(async || Redirect::permanent("/toimetus/")))
        .route("/toimetus/", get(async |headers: HeaderMap| assets::desk_file("index.html", &headers)))
        .route(
            "/toimetus/{*path}",
            get(async |Path(path): Path<String>, headers: HeaderMap| assets::desk_file(&path, &headers)),
        )
        .route("/assets/{*path}", get(asset))
        .layer(
            ServiceBuilder::new()
                .map_response(move |mut response: Response| {
                    for (name, value) in &security {
                        response.headers_mut().entry(name).or_insert_with(|| value.clone());
                    }
                    response
                })
                .layer(axum::Extension(inside)),
        )
}

async fn asset(Path(path): Path<String>, headers: HeaderMap) -> Response {
    assets::storefront_file(&format!("assets/{path}"), &headers)
        .unwrap_or_else(|| crate::error::ApiError::not_found("There is no such file.").into_response())
}

/// Pages may load only the store's own things, and the outside services that the settings name.
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
