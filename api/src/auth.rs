//! Extractors that stand for permissions, so that a handler cannot forget to check them.

use std::convert::Infallible;

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, header, request::Parts},
};
use heliriiul_db::Timestamp;

pub use crate::accounts::{CurrentUser, Role};
use crate::{
    accounts::sessions::{self, DESK_IDLE_END},
    audit::Actor,
    error::{ApiError, ApiResult, Code},
    state::AppState,
};

/// An editor or an admin, and the time of the request.
#[derive(Clone, Copy, Debug)]
pub struct Editor(pub Actor);

/// An admin, and the time of the request.
#[derive(Clone, Copy, Debug)]
pub struct Admin(pub Actor);

/// An editor or an admin, for requests that the desk sends by itself. They do not postpone the end of the session.
#[derive(Clone, Debug)]
pub struct BackgroundEditor(pub CurrentUser);

impl FromRequestParts<AppState> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> ApiResult<Self> {
        require_session(app, sent_token(&parts.headers)?).await
    }
}

/// `Option<CurrentUser>`: `None` when there is no session or it has ended, so that public pages stay readable.
impl OptionalFromRequestParts<AppState> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> ApiResult<Option<Self>> {
        match sent_token(&parts.headers)? {
            Some(token) => Ok(sessions::use_session(&app.db, token, app.clock.now()).await?),
            None => Ok(None),
        }
    }
}

impl FromRequestParts<AppState> for Editor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> ApiResult<Self> {
        // Check before recording the use. Otherwise an expired session would be valid again at its second request.
        let BackgroundEditor(user) = BackgroundEditor::from_request_parts(parts, app).await?;
        let now = app.clock.now();
        sessions::record_use(&app.db, &user, now).await?;
        Ok(Self(Actor { editor: user.id, now }))
    }
}

impl FromRequestParts<AppState> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> ApiResult<Self> {
        let BackgroundEditor(user) = BackgroundEditor::from_request_parts(parts, app).await?;
        if user.role < Role::Admin {
            return Err(ApiError::new(Code::Forbidden, "This needs the role of an admin."));
        }
        let now = app.clock.now();
        sessions::record_use(&app.db, &user, now).await?;
        Ok(Self(Actor { editor: user.id, now }))
    }
}

impl FromRequestParts<AppState> for BackgroundEditor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> ApiResult<Self> {
        let token = sent_token(&parts.headers)?.ok_or_else(no_token)?;
        let now = app.clock.now();
        let user = sessions::find_session(&app.db, token, now).await?.ok_or_else(ended)?;
        if user.role < Role::Editor {
            return Err(ApiError::new(Code::Forbidden, "This needs the role of an editor."));
        }
        if user.last_used_at < now.minus(DESK_IDLE_END) {
            sessions::revoke(&app.db, &user).await?;
            return Err(ApiError::new(
                Code::Unauthorized,
                "The session has ended: it has not been used for hours.",
            ));
        }
        Ok(Self(user))
    }
}

async fn require_session(app: &AppState, token: Option<&str>) -> ApiResult<CurrentUser> {
    let token = token.ok_or_else(no_token)?;
    sessions::use_session(&app.db, token, app.clock.now()).await?.ok_or_else(ended)
}

fn no_token() -> ApiError {
    ApiError::new(Code::Unauthorized, "Send the api token as Api-Token or bearer.")
}

fn ended() -> ApiError {
    ApiError::new(Code::Unauthorized, "The session has ended.")
}

/// Returns the token of `Api-Token` or of the bearer header. Both may be sent when they are equal (spec §4).
fn sent_token(headers: &HeaderMap) -> ApiResult<Option<&str>> {
    let text =
        |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok()).map(str::trim);
    let own = text("api-token").filter(|token| !token.is_empty());
    let bearer = text("authorization")
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .filter(|token| !token.is_empty());
    one_token(own, bearer, "Api-Token and the bearer header differ.")
}

fn one_token<'a>(
    first: Option<&'a str>,
    second: Option<&'a str>,
    mismatch: &'static str,
) -> ApiResult<Option<&'a str>> {
    match (first, second) {
        (Some(first), Some(second)) if first != second => Err(ApiError::new(Code::TokenMismatch, mismatch)),
        (first, second) => Ok(first.or(second)),
    }
}

/// Returns the user of the token in the headers or in the body, for pages that have a token in their address.
pub async fn caller(app: &AppState, headers: &HeaderMap, in_body: Option<&str>) -> ApiResult<CurrentUser> {
    let in_body = in_body.map(str::trim).filter(|token| !token.is_empty());
    let token =
        one_token(sent_token(headers)?, in_body, "The headers and the body contain different tokens.")?;
    require_session(app, token).await
}

/// The time of the request, read once.
pub struct Now(pub Timestamp);

impl FromRequestParts<AppState> for Now {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        Ok(Self(app.clock.now()))
    }
}
