//! Who calls: extractors that stand for permissions, so that a handler cannot forget them.

use std::convert::Infallible;

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::{HeaderMap, header, request::Parts},
};
use heliriiul_db::{Timestamp, UserId};
use sha2::{Digest, Sha256};

use crate::{
    accounts::{self, sessions::DESK_IDLE_END},
    error::{ApiError, Code},
    state::AppState,
};

/// What a user may do beyond listening.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    sqlx::Type,
    serde::Serialize,
    utoipa::ToSchema,
    clap::ValueEnum,
)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Listener,
    Editor,
    Admin,
}

impl Role {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Listener => "listener",
            Self::Editor => "editor",
            Self::Admin => "admin",
        }
    }
}

/// The signed-in user of this request.
#[derive(Clone, Debug)]
pub struct CurrentUser {
    pub id: UserId,
    pub role: Role,
    /// Before this request, to some minutes.
    pub last_used_at: Timestamp,
    /// As sent by the client; the database holds only its hash.
    pub token: String,
}

/// An editor or an admin.
#[derive(Clone, Debug)]
pub struct Editor(pub CurrentUser);

/// The same of what the desk asks by itself while nobody touches it, which does not keep the session alive.
#[derive(Clone, Debug)]
pub struct EditorsTab(pub CurrentUser);

impl FromRequestParts<AppState> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let token = needed(sent_token(&parts.headers)?)?;
        accounts::session_user(app, token).await?.ok_or_else(ended)
    }
}

/// `Option<CurrentUser>`: a missing or ended session is `None`, so public pages stay readable.
impl OptionalFromRequestParts<AppState> for CurrentUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Option<Self>, ApiError> {
        match sent_token(&parts.headers)? {
            Some(token) => accounts::session_user(app, token).await,
            None => Ok(None),
        }
    }
}

impl FromRequestParts<AppState> for Editor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        // Looked at before it is used: or of two calls at once the second would find a session in use.
        let EditorsTab(user) = EditorsTab::from_request_parts(parts, app).await?;
        accounts::sessions::keep_alive(app, &user).await?;
        Ok(Self(user))
    }
}

impl FromRequestParts<AppState> for EditorsTab {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, ApiError> {
        let token = needed(sent_token(&parts.headers)?)?;
        let user = accounts::sessions::live_session(app, token).await?.ok_or_else(ended)?;
        at_desk(app, user).await.map(Self)
    }
}

/// The user, if the desk is open to them.
async fn at_desk(app: &AppState, user: CurrentUser) -> Result<CurrentUser, ApiError> {
    if user.role < Role::Editor {
        return Err(ApiError::new(Code::Forbidden, "This needs the role of an editor."));
    }
    if user.last_used_at < app.clock.now().minus(DESK_IDLE_END) {
        accounts::sessions::end_idle(app, &user).await?;
        return Err(ApiError::new(
            Code::Unauthorized,
            "The session has ended: nobody has used it for hours.",
        ));
    }
    Ok(user)
}

fn needed(token: Option<&str>) -> Result<&str, ApiError> {
    token.ok_or_else(|| ApiError::new(Code::Unauthorized, "Send the api token as Api-Token or bearer."))
}

fn ended() -> ApiError {
    ApiError::new(Code::Unauthorized, "The session has ended.")
}

/// The token of `Api-Token` or of the bearer header; both may be sent when they agree (spec §4).
fn sent_token(headers: &HeaderMap) -> Result<Option<&str>, ApiError> {
    let text =
        |name| headers.get(name).and_then(|value: &header::HeaderValue| value.to_str().ok()).map(str::trim);
    let own = text("api-token").filter(|token| !token.is_empty());
    let bearer = text("authorization")
        .and_then(|value| value.split_once(' '))
        .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
        .map(|(_, token)| token.trim())
        .filter(|token| !token.is_empty());
    match (own, bearer) {
        (Some(own), Some(bearer)) if own != bearer => {
            Err(ApiError::new(Code::TokenMismatch, "Api-Token and the bearer header differ."))
        }
        (own, bearer) => Ok(own.or(bearer)),
    }
}

/// The user of the headers or of the token in a body, for calls that pages with a token in their address make.
pub async fn caller(
    app: &AppState,
    headers: &HeaderMap,
    in_body: Option<&str>,
) -> Result<CurrentUser, ApiError> {
    let in_body = in_body.map(str::trim).filter(|token| !token.is_empty());
    let token = match (sent_token(headers)?, in_body) {
        (Some(sent), Some(in_body)) if sent != in_body => {
            return Err(ApiError::new(
                Code::TokenMismatch,
                "The headers and the body name different tokens.",
            ));
        }
        (sent, in_body) => sent.or(in_body),
    };
    accounts::session_user(app, needed(token)?).await?.ok_or_else(ended)
}

/// A new random token of 256 bits, URL-safe.
pub fn new_token() -> String {
    use base64::Engine as _;
    let bytes: [u8; 32] = rand::random();
    base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes)
}

/// What the database holds of a token: SHA-256, hex.
pub fn token_hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// The moment of the request, taken once.
pub struct Now(pub Timestamp);

impl FromRequestParts<AppState> for Now {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, app: &AppState) -> Result<Self, Infallible> {
        Ok(Self(app.clock.now()))
    }
}
