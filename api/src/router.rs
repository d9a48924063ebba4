//! All routes of the store, and what every request passes through.

use std::time::Duration;

use axum::{
    Router,
    extract::{DefaultBodyLimit, Request, State},
    http::{HeaderName, HeaderValue, Uri, header},
    middleware::{self, Next},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use tower::ServiceBuilder;
use tower_http::catch_panic::CatchPanicLayer;

use crate::{
    error::{ApiError, Code, render_problem},
    media, openapi, ops,
    ops::Observed,
    sandbox, serve,
    state::AppState,
    web,
};

/// A proxy may give an id; it goes into logs and answers.
const LONGEST_REQUEST_ID: usize = 64;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Bodies of API calls; the media and editor uploads set their own.
const BODY_LIMIT: usize = 64 * 1024;

/// The whole store as one router.
pub fn build(state: &AppState) -> Router {
    let (api, document) = openapi::build(state);
    let api = api.fallback(unknown_address).method_not_allowed_fallback(unknown_method);
    let inside = web::Inside::new(api.clone().with_state(state.clone()));
    Router::new()
        .nest("/api", api)
        .merge(openapi::pages(document))
        .merge(media::router())
        .merge(ops::router())
        .merge(sandbox::router(state))
        .merge(web::router(state, inside))
        .with_state(state.clone())
        // One layer: each one that the router gets by itself costs every request a box and a copy of what is below.
        .layer(
            ServiceBuilder::new()
                .layer(middleware::from_fn_with_state(state.clone(), around))
                .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
                    ApiError::new(Code::Internal, "The cause is in the server's log.").into_response()
                }))
                .layer(DefaultBodyLimit::max(BODY_LIMIT)),
        )
}

async fn unknown_address() -> ApiError {
    ApiError::not_found("Nothing has this address.")
}

async fn unknown_method() -> ApiError {
    ApiError::new(Code::MethodNotAllowed, "See /api/docs for the methods of this address.")
}

/// What every request and every answer meets: an id, the refusal of NULs, a limit on silence, problem documents, headers, metrics.
async fn around(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let given = request.headers().get(&REQUEST_ID).filter(|given| given.len() <= LONGEST_REQUEST_ID);
    let request_id = given.cloned().unwrap_or_else(fresh_request_id);
    let observed = Observed::of(&request);
    let path = request.uri().clone();
    let is_preview = web::is_preview(&request);
    let request = serve::paced(request, Duration::from_secs(app.config.body_pause_seconds));
    let response = if has_nul(&path) {
        ApiError::new(Code::MalformedRequest, "The address holds a NUL character.").into_response()
    } else if is_preview {
        web::preview(&app, request, next).await
    } else {
        next.run(request).await
    };
    let mut response = render_problem(response, &request_id, path.path());
    observed.end(response.status(), &request_id);
    let headers = response.headers_mut();
    headers.entry(header::X_CONTENT_TYPE_OPTIONS).or_insert(HeaderValue::from_static("nosniff"));
    if path.path().starts_with("/api/") {
        // What does not say how long it holds may be about one person.
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
    }
    headers.insert(REQUEST_ID, request_id);
    response
}

/// PostgreSQL cannot hold a NUL, so no path or query may carry one.
fn has_nul(address: &Uri) -> bool {
    let has = |text: &str| text.contains("%00");
    has(address.path()) || address.query().is_some_and(has)
}

fn fresh_request_id() -> HeaderValue {
    let id: [u8; 12] = rand::random();
    HeaderValue::from_str(&URL_SAFE_NO_PAD.encode(id)).unwrap_or(HeaderValue::from_static("-"))
}
