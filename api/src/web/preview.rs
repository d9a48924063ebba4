//! Pages as they would be with a draft live: the real pages, under an address that is signed and ends.

use axum::{
    extract::Request,
    http::{HeaderName, HeaderValue, Uri, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    app::AppState,
    content::preview::{self, PARAMETER},
    error::ApiError,
};

/// Whether the address asks for a preview.
pub fn is_preview(address: &Uri) -> bool {
    token(address).is_some()
}

fn token(address: &Uri) -> Option<&str> {
    let mut members = address.query()?.split('&').filter_map(|member| member.split_once('='));
    members.find_map(|(name, value)| (name == PARAMETER).then_some(value))
}

/// Answers the request with the content of its preview. An address that is over leads to the page that is not there.
pub async fn preview(app: &AppState, mut request: Request, next: Next) -> Response {
    let now = app.clock.now();
    let asked = token(request.uri()).and_then(|token| app.content.previews.read(token, now));
    let content = match asked {
        Some(asked) => match preview::load(app, asked).await {
            Ok(content) => content,
            Err(error) => return ApiError::from(error).into_response(),
        },
        None => None,
    };
    // Whoever looks sees what a visitor would, without the banners that a first visit has.
    request.headers_mut().insert(header::COOKIE, HeaderValue::from_static("hr_consent=no"));
    request.headers_mut().remove(header::IF_NONE_MATCH);
    private(preview::seeing(content, next.run(request)).await)
}

fn private(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    headers.remove(header::ETAG);
    response
}
