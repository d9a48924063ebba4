//! Asks the API inside the process: the same routes, rules and bodies as over the network.

use axum::{
    Router,
    body::Body,
    http::{Request, StatusCode, header},
};
use serde_json::value::RawValue;
use tower::ServiceExt as _;

/// The API's router. Cheap to clone.
#[derive(Clone)]
pub struct Inside(Router);

/// What the API said: a body, or that the thing is elsewhere, or is not there.
pub enum Answer {
    Body(Box<RawValue>),
    Moved(String),
    Missing,
}

/// The API failed; the page fails with it.
#[derive(Debug, thiserror::Error)]
#[error("{path} answered {status}")]
pub struct InsideError {
    path: String,
    status: StatusCode,
}

impl Inside {
    pub fn new(api: Router) -> Self {
        Self(api)
    }

    /// GETs `path`, which begins after `/api`.
    pub async fn ask(&self, path: &str) -> Result<Answer, InsideError> {
        let failed = |status| InsideError { path: path.to_owned(), status };
        let request = Request::get(path).body(Body::empty()).map_err(|_| failed(StatusCode::BAD_REQUEST))?;
        let response = self.0.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
        let status = response.status();
        if status.is_redirection() {
            let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
            return location.map(|to| Answer::Moved(to.to_owned())).ok_or_else(|| failed(status));
        }
        if matches!(
            status,
            StatusCode::NOT_FOUND | StatusCode::UNPROCESSABLE_ENTITY | StatusCode::BAD_REQUEST
        ) {
            return Ok(Answer::Missing);
        }
        if status != StatusCode::OK {
            return Err(failed(status));
        }
        let body =
            axum::body::to_bytes(response.into_body(), usize::MAX).await.map_err(|_| failed(status))?;
        let text = String::from_utf8(body.to_vec()).map_err(|_| failed(status))?;
        RawValue::from_string(text).map(Answer::Body).map_err(|_| failed(status))
    }
}
