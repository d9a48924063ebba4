//! `/media/…`: sound with ranges, covers for ever.

use std::ops::Range;

use axum::{
    Router,
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use futures::{StreamExt as _, stream};
use heliriiul_db::{BookId, Timestamp};
use serde::Deserialize;
use time::{OffsetDateTime, PrimitiveDateTime, macros::format_description};

use super::{
    file_chunks::CHUNK_BYTES,
    range::{Wanted, wanted},
    tickets::TicketFault,
};
use crate::{
    auth::Now,
    catalogue::{BookEntry, StoredSound},
    error::{ApiError, ApiResult, Code},
    extract::{Path, Query},
    state::AppState,
};

/// Books: only the listener's own browser keeps them.
const BOOK_CACHE: HeaderValue = HeaderValue::from_static("private, max-age=3600");
const SAMPLE_CACHE: HeaderValue =
    HeaderValue::from_static("public, max-age=3600, stale-while-revalidate=86400");
const IMAGE_CACHE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

pub fn router() -> Router<AppState> {
    Router::new()
        .route("/media/books/{id}/{file}", get(book_file))
        .route("/media/samples/{id}/{file}", get(sample_file))
        .route("/media/images/{hash}/{file}", get(image))
}

#[derive(Deserialize)]
struct TicketQuery {
    ticket: Option<String>,
}

async fn book_file(
    State(app): State<AppState>,
    Path((id, name)): Path<(BookId, String)>,
    Query(query): Query<TicketQuery>,
    Now(now): Now,
    method: Method,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let ticket = query.ticket.unwrap_or_default();
    app.media.tickets.verify(&ticket, id, now).map_err(|fault| match fault {
        TicketFault::Forged => ApiError::new(Code::Unauthorized, "This needs a ticket from the files call."),
        TicketFault::Expired => ApiError::new(Code::Unauthorized, "The ticket has expired."),
        TicketFault::OtherBook => ApiError::new(Code::Forbidden, "The ticket is of another book."),
    })?;
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.book(id).ok_or_else(no_file)?;
    let file = entry.file(&name).ok_or_else(no_file)?;
    sound(&app, &file.object, entry, BOOK_CACHE, &method, &headers).await
}

async fn sample_file(
    State(app): State<AppState>,
    Path((id, name)): Path<(BookId, String)>,
    method: Method,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.book(id).filter(|entry| entry.is_visible()).ok_or_else(no_file)?;
    let sample = entry.sample.as_ref().ok_or_else(no_file)?;
    if entry.book.card.sample.as_deref() != Some(name.as_str()) {
        return Err(no_file());
    }
    sound(&app, sample, entry, SAMPLE_CACHE, &method, &headers).await
}

fn no_file() -> ApiError {
    ApiError::not_found("There is no such file.")
}

/// What is to be answered of an object.
struct Object<'a> {
    key: &'a str,
    content_type: HeaderValue,
    size: u64,
    etag: HeaderValue,
    modified: HeaderValue,
    cache: HeaderValue,
}

async fn sound(
    app: &AppState,
    sound: &StoredSound,
    entry: &BookEntry,
    cache: HeaderValue,
    method: &Method,
    headers: &HeaderMap,
) -> ApiResult<Response> {
    let object = Object {
        key: &sound.key,
        content_type: HeaderValue::try_from(&sound.content_type).map_err(ApiError::internal)?,
        size: sound.bytes,
        etag: etag_of(&sound.key)?,
        modified: http_date(entry.book.card.updated_at),
        cache,
    };
    if is_known(headers, &object) {
        return Ok(with_headers(Response::new(Body::empty()), StatusCode::NOT_MODIFIED, &object));
    }
    // Ranges are defined for GET alone; HEAD tells of the whole.
    let asked = (*method == Method::GET && may_use_range(headers, &object))
        .then(|| headers.get(header::RANGE).and_then(|value| value.to_str().ok()))
        .flatten();
    let (status, range) = match wanted(asked, object.size) {
        Wanted::Whole => (StatusCode::OK, 0..object.size),
        Wanted::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        Wanted::Unsatisfiable => return Ok(unsatisfiable(object.size)),
    };
    let length = range.end - range.start;
    let body =
        if *method == Method::HEAD { Body::empty() } else { body(app, &object, range.clone()).await? };
    let mut response = with_headers(Response::new(body), status, &object);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, object.content_type.clone());
    headers.insert(header::CONTENT_LENGTH, length.into());
    if status == StatusCode::PARTIAL_CONTENT {
        let shown = format!("bytes {}-{}/{}", range.start, range.end - 1, object.size);
        headers.insert(header::CONTENT_RANGE, HeaderValue::try_from(shown).map_err(ApiError::internal)?);
    }
    Ok(response)
}

fn with_headers(mut response: Response, status: StatusCode, object: &Object<'_>) -> Response {
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::ETAG, object.etag.clone());
    headers.insert(header::LAST_MODIFIED, object.modified.clone());
    headers.insert(header::CACHE_CONTROL, object.cache.clone());
    response
}

fn unsatisfiable(size: u64) -> Response {
    let error = ApiError::new(Code::RangeNotSatisfiable, "The range begins past the end of the file.");
    let mut response = error.into_response();
    if let Ok(value) = HeaderValue::try_from(format!("bytes */{size}")) {
        response.headers_mut().insert(header::CONTENT_RANGE, value);
    }
    response
}

/// The first piece is read before the answer begins, so that a store that is away gives an error, not half an answer.
async fn body(app: &AppState, object: &Object<'_>, range: Range<u64>) -> ApiResult<Body> {
    if range.is_empty() {
        return Ok(Body::empty());
    }
    let first_end = range.end.min(range.start + CHUNK_BYTES as u64);
    let first = app.media.get_range(object.key, range.start..first_end).await?;
    if first_end == range.end {
        return Ok(Body::from(first));
    }
    let (app, key) = (app.clone(), object.key.to_owned());
    let rest = stream::try_unfold((first_end, app, key), move |(start, app, key)| async move {
        if start >= range.end {
            return Ok::<_, super::MediaError>(None);
        }
        let end = range.end.min(start + CHUNK_BYTES as u64);
        let piece = app.media.get_range(&key, start..end).await.inspect_err(|error| {
            tracing::error!(%error, key, "an answer ends early: the object store failed");
        })?;
        Ok(Some((piece, (end, app, key))))
    });
    Ok(Body::from_stream(stream::once(async { Ok(first) }).chain(rest)))
}

/// Keys are digests of what they hold.
fn etag_of(key: &str) -> ApiResult<HeaderValue> {
    let digest = key.rsplit('/').next().unwrap_or(key);
    HeaderValue::try_from(format!("\"{digest}\"")).map_err(ApiError::internal)
}

fn is_known(headers: &HeaderMap, object: &Object<'_>) -> bool {
    if let Some(known) = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok()) {
        let own = object.etag.to_str().unwrap_or_default();
        return known.split(',').map(str::trim).any(|tag| tag == "*" || tag.trim_start_matches("W/") == own);
    }
    let since = headers.get(header::IF_MODIFIED_SINCE).and_then(parse_http_date);
    since.zip(parse_http_date(&object.modified)).is_some_and(|(since, modified)| modified <= since)
}

/// `If-Range`: the range counts only for the very file that the client has begun.
fn may_use_range(headers: &HeaderMap, object: &Object<'_>) -> bool {
    let Some(condition) = headers.get(header::IF_RANGE) else { return true };
    if condition == object.etag {
        return true;
    }
    parse_http_date(condition).is_some_and(|date| Some(date) == parse_http_date(&object.modified))
}

fn http_date(at: Timestamp) -> HeaderValue {
    let format = format_description!(
        "[weekday repr:short], [day] [month repr:short] [year] [hour]:[minute]:[second] GMT"
    );
    let text = at.utc().format(format).unwrap_or_default();
    HeaderValue::try_from(text).unwrap_or_else(|_| HeaderValue::from_static("Thu, 01 Jan 1970 00:00:00 GMT"))
}

fn parse_http_date(value: &HeaderValue) -> Option<OffsetDateTime> {
    let format = format_description!(
        "[weekday repr:short], [day] [month repr:short] [year] [hour]:[minute]:[second] GMT"
    );
    PrimitiveDateTime::parse(value.to_str().ok()?, format).ok().map(PrimitiveDateTime::assume_utc)
}

/// A cover in one width. Its address holds the digest of the picture, so it never changes.
async fn image(
    State(app): State<AppState>,
    Path((hash, file)): Path<(String, String)>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let (width, extension) = file.split_once('.').ok_or_else(no_file)?;
    let content_type = match extension {
        "avif" => "image/avif",
        "jpg" => "image/jpeg",
        _ => return Err(no_file()),
    };
    let is_name = |text: &str, most| {
        !text.is_empty() && text.len() <= most && text.bytes().all(|b| b.is_ascii_hexdigit())
    };
    if !is_name(&hash, 64) || !is_name(width, 5) {
        return Err(no_file());
    }
    let key = format!("images/{hash}/{width}.{extension}");
    let etag = HeaderValue::try_from(format!("\"{hash}-{width}\"")).map_err(ApiError::internal)?;
    if headers.get(header::IF_NONE_MATCH) == Some(&etag) {
        return Ok((StatusCode::NOT_MODIFIED, [(header::ETAG, etag), (header::CACHE_CONTROL, IMAGE_CACHE)])
            .into_response());
    }
    let (bytes, put_at) = app.media.get(&key).await?.ok_or_else(no_file)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(content_type)),
        (header::CACHE_CONTROL, IMAGE_CACHE),
        (header::ETAG, etag),
        (header::LAST_MODIFIED, http_date(put_at.into())),
    ];
    Ok((headers, bytes).into_response())
}
