//! All routes of the store, and the middleware of every request.

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
    listening, media,
    metrics::Observed,
    openapi, ops, sandbox, serve,
    state::AppState,
    web,
};

/// A proxy may send a request id, which is written to logs and responses.
const MAX_REQUEST_ID_LENGTH: usize = 64;

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The limit for bodies of API calls. Uploads of media set their own.
const BODY_LIMIT: usize = 64 * 1024;

/// Builds the router of the whole store.
pub fn build(state: &AppState) -> Router {
    let (api, document) = openapi::build();
    let api = api.fallback(unknown_address).method_not_allowed_fallback(unknown_method);
    Router::new()
        .nest("/api", api)
        .merge(openapi::pages(document))
        .merge(media::router())
        .merge(listening::media_router())
        .merge(ops::router())
        .merge(sandbox::router(state))
        .merge(web::router(state))
        .with_state(state.clone())
        // One combined layer: each separate layer costs every request a box and a copy of the service below.
        .layer(
            ServiceBuilder::new()
                .layer(middleware::from_fn_with_state(state.clone(), process))
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

/// The middleware of every request: request id, refusal of NULs, body timeout, previews, problem documents, headers,
/// metrics.
async fn process(State(app): State<AppState>, request: Request, next: Next) -> Response {
    let given = request.headers().get(&REQUEST_ID).filter(|given| given.len() <= MAX_REQUEST_ID_LENGTH);
    let request_id = given.cloned().unwrap_or_else(new_request_id);
    let observed = Observed::of(&request);
    let path = request.uri().clone();
    let is_preview = web::is_preview(&request);
    let request = serve::with_body_timeout(request, Duration::from_secs(app.config.body_pause_seconds));
    let response = if has_nul(&path) {
        ApiError::new(Code::MalformedRequest, "The address contains a NUL character.").into_response()
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
        // A response without its own header may be personal.
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("private, no-store"));
    }
    headers.insert(REQUEST_ID, request_id);
    response
}

/// PostgreSQL cannot store a NUL, so no path or query may contain one.
fn has_nul(address: &Uri) -> bool {
    let has = |text: &str| text.contains("%00");
    has(address.path()) || address.query().is_some_and(has)
}

fn new_request_id() -> HeaderValue {
    let id: [u8; 12] = rand::random();
    HeaderValue::from_str(&URL_SAFE_NO_PAD.encode(id)).unwrap_or(HeaderValue::from_static("-"))
}
