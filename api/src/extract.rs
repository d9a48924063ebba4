//! Extractors that reject bad input with problem documents that name the field and the rule.

use std::{convert::Infallible, error::Error as StdError, sync::Arc};

use axum::{
    body::Bytes,
    extract::{
        FromRef, FromRequest, FromRequestParts, OptionalFromRequest, Request, rejection::BytesRejection,
    },
    http::{HeaderMap, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::{
    config::Config,
    error::{ApiError, Code},
    serve,
};

/// A JSON body of a request or a response. Unknown members are ignored. A NUL is refused, since PostgreSQL cannot
/// store it.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_json(request.headers()) {
            return Err(ApiError::new(Code::UnsupportedMediaType, "Send application/json."));
        }
        let body = read_body(request, state).await?;
        parse_json(&body).map(Self)
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let Some(kind) = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()) else {
        return false;
    };
    let kind = kind.split_once(';').map_or(kind, |(kind, _)| kind).trim().to_ascii_lowercase();
    kind == "application/json" || kind.ends_with("+json")
}

/// Reads the whole body, within the limit of the router.
pub async fn read_body<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, state).await.map_err(|rejection| body_error(&rejection))
}

fn body_error(rejection: &BytesRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        ApiError::new(Code::PayloadTooLarge, "The body is over the limit of this address.")
    } else {
        broken_body(rejection)
    }
}

/// Returns the error of a body that ended early.
pub fn broken_body(error: &(dyn StdError + 'static)) -> ApiError {
    if serve::is_body_timeout(error) {
        ApiError::new(Code::RequestTimeout, "The body stopped coming.")
    } else {
        ApiError::new(Code::MalformedRequest, "The body broke off.")
    }
}

/// Parses JSON. Errors name the field.
pub fn parse_json<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    if body.windows(6).any(|part| part == br"\u0000") {
        let value: Value = serde_json::from_slice(body).map_err(|error| malformed(&error))?;
        if let Some(field) = field_with_nul(&value, String::new()) {
            return Err(ApiError::field(field, "invalid"));
        }
    }
    let mut reader = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let cause = error.into_inner();
        if !cause.is_data() {
            return malformed(&cause);
        }
        let text = cause.to_string();
        match missing_field(&text) {
            Some(name) => ApiError::field(joined(&path, name), "required"),
            None => ApiError::field(path, "invalid"),
        }
    })?;
    reader.end().map_err(|error| malformed(&error))?;
    Ok(value)
}

fn malformed(error: &serde_json::Error) -> ApiError {
    ApiError::new(Code::MalformedRequest, format!("The body is not JSON: {error}."))
}

fn missing_field(message: &str) -> Option<&str> {
    message.strip_prefix("missing field `")?.split('`').next()
}

fn joined(path: &str, name: &str) -> String {
    if path == "." { name.to_owned() } else { format!("{path}.{name}") }
}

fn field_with_nul(value: &Value, path: String) -> Option<String> {
    match value {
        Value::String(text) => text.contains('\0').then_some(path),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| field_with_nul(item, format!("{path}[{index}]"))),
        Value::Object(members) => members.iter().find_map(|(name, member)| {
            let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
            if name.contains('\0') { Some(path) } else { field_with_nul(member, path) }
        }),
        _ => None,
    }
}

/// The query string as a struct.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let query = parts.uri.query().unwrap_or_default();
        let reader = serde_urlencoded::Deserializer::new(url::form_urlencoded::parse(query.as_bytes()));
        serde_path_to_error::deserialize(reader).map(Self).map_err(|error| {
            let path = error.path().to_string();
            let text = error.into_inner().to_string();
            match missing_field(&text) {
                Some(name) => ApiError::field(name, "required"),
                None if path == "." => ApiError::new(Code::MalformedRequest, text),
                None => ApiError::field(path, "invalid"),
            }
        })
    }
}

/// The parameters of the path. A value that cannot be parsed is 404.
#[derive(Clone, Copy, Debug)]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        axum::extract::Path::from_request_parts(parts, state)
            .await
            .map(|axum::extract::Path(value)| Self(value))
            .map_err(|_| ApiError::not_found("Nothing has this address."))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Json<T> {
    type Rejection = ApiError;

    /// An empty body is `None`.
    async fn from_request(request: Request, state: &S) -> Result<Option<Self>, ApiError> {
        let is_json = is_json(request.headers());
        let body = read_body(request, state).await?;
        if body.is_empty() {
            return Ok(None);
        }
        if !is_json {
            return Err(ApiError::new(Code::UnsupportedMediaType, "Send application/json."));
        }
        parse_json(&body).map(|value| Some(Self(value)))
    }
}

/// The address of the store in the caller's browser, without a slash at the end.
///
/// Without the `public_url` setting it is the address that the browser used, since `localhost` and `127.0.0.1` do not
/// share a session. The caller can forge it, so use it only for links that the same caller follows.
#[derive(Clone, Debug)]
pub struct BrowserBase(String);

impl BrowserBase {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl<S: Send + Sync> FromRequestParts<S> for BrowserBase
where
    Arc<Config>: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Infallible> {
        let config = Arc::<Config>::from_ref(state);
        let host = parts.headers.get(header::HOST).and_then(|value| value.to_str().ok());
        let requested = host.and_then(|host| url::Url::parse(&format!("http://{host}")).ok());
        Ok(Self(match requested {
            Some(url) if config.public_url.is_empty() => url.origin().ascii_serialization(),
            _ => config.public_base(),
        }))
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    struct Body {
        #[expect(dead_code, reason = "only read from JSON")]
        name: String,
        #[expect(dead_code, reason = "only read from JSON")]
        ages: Vec<u8>,
    }

    fn error(body: &str) -> ApiError {
        parse_json::<Body>(body.as_bytes()).unwrap_err()
    }

    #[test]
    fn errors_name_the_field() {
        for (body, field) in [
            (r#"{"ages":[]}"#, "name"),
            (r#"{"name":5,"ages":[]}"#, "name"),
            (r#"{"name":"a","ages":[1,-2]}"#, "ages[1]"),
            (r#"{"name":"a\u0000","ages":[]}"#, "name"),
        ] {
            let error = error(body);
            assert_eq!(error.code, Code::Validation, "{body}");
            assert_eq!(error.first_field(), Some(field), "{body}");
        }
    }

    #[test]
    fn a_body_that_is_not_json_is_malformed() {
        for body in
            ["", "{", "{\"name\":\"\\ud800\",\"ages\":[]}", "{\"name\":\"a\",\"ages\":[]} x", "\u{feff}{}"]
        {
            assert_eq!(error(body).code, Code::MalformedRequest, "{body}");
        }
    }
}
