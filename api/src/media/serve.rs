//! `/media/…`: samples and covers, and the response with a range of sound.

use std::{ops::Range, time::SystemTime};

use axum::{
    Router,
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
    routing::get,
};
use futures::{StreamExt as _, stream};
use headers::{AcceptRanges, ETag, HeaderMapExt as _, LastModified};
use heliriiul_db::BookId;

use super::file_chunks::CHUNK_BYTES;
use crate::{
    catalogue::{BookEntry, StoredSound},
    error::{ApiError, ApiResult, Code},
    extract::Path,
    http_cache::{
        RequestedRange, if_none_match, is_not_modified, range_applies, requested_range, strong_etag,
    },
    state::AppState,
};

/// Only the listener's own browser may cache a book.
pub const BOOK_CACHE: HeaderValue = HeaderValue::from_static("private, max-age=3600");
const SAMPLE_CACHE: HeaderValue =
    HeaderValue::from_static("public, max-age=3600, stale-while-revalidate=86400");
const IMAGE_CACHE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

pub fn router() -> Router<AppState> {
    Router::new()
        .route("/media/samples/{id}/{file}", get(sample_file))
        .route("/media/images/{hash}/{file}", get(image))
}

async fn sample_file(
    State(app): State<AppState>,
    Path((id, name)): Path<(BookId, String)>,
    method: Method,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.book(id).filter(|entry| entry.is_visible()).ok_or_else(no_file)?;
    let sample = entry.sample.as_ref().filter(|sample| sample.name == name).ok_or_else(no_file)?;
    sound(&app, sample, entry, SAMPLE_CACHE, &method, &headers, |_| {}).await
}

pub fn no_file() -> ApiError {
    ApiError::not_found("There is no such file.")
}

/// An object with the headers of its response.
struct Object<'a> {
    key: &'a str,
    content_type: HeaderValue,
    size: u64,
    etag: ETag,
    modified: SystemTime,
    cache: HeaderValue,
}

/// Returns the response with a file or a range of it. `on_piece` is called with the bytes of each piece of the body when
/// the client takes it: players ask for whole files and stop reading.
pub async fn sound(
    app: &AppState,
    sound: &StoredSound,
    entry: &BookEntry,
    cache: HeaderValue,
    method: &Method,
    headers: &HeaderMap,
    on_piece: impl Fn(Range<u64>) + Send + 'static,
) -> ApiResult<Response> {
    let object = Object {
        key: &sound.object_key,
        content_type: HeaderValue::try_from(&sound.content_type).map_err(ApiError::internal)?,
        size: sound.bytes.try_into().unwrap_or_default(),
        // A key ends with the digest of its object.
        etag: strong_etag(sound.object_key.rsplit('/').next().unwrap_or_default()),
        modified: entry.book.card.updated_at.utc().into(),
        cache,
    };
    if is_not_modified(headers, &object.etag, object.modified) {
        return Ok(with_headers(Response::new(Body::empty()), StatusCode::NOT_MODIFIED, &object));
    }
    // Ranges are defined only for GET; HEAD describes the whole file.
    let range = (*method == Method::GET && range_applies(headers, &object.etag, object.modified))
        .then(|| headers.get(header::RANGE).and_then(|value| value.to_str().ok()))
        .flatten();
    let (status, range) = match requested_range(range, object.size) {
        RequestedRange::Whole => (StatusCode::OK, 0..object.size),
        RequestedRange::Part(range) => (StatusCode::PARTIAL_CONTENT, range),
        RequestedRange::Unsatisfiable => return Ok(unsatisfiable(object.size)),
    };
    let length = range.end - range.start;
    let is_head = *method == Method::HEAD;
    let body = if is_head { Body::empty() } else { body(app, &object, range.clone(), on_piece).await? };
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
    headers.typed_insert(AcceptRanges::bytes());
    headers.typed_insert(object.etag.clone());
    headers.typed_insert(LastModified::from(object.modified));
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

/// Reads the first piece before the response begins, so that an unreachable store gives an error, not half a body.
async fn body(
    app: &AppState,
    object: &Object<'_>,
    range: Range<u64>,
    on_piece: impl Fn(Range<u64>) + Send + 'static,
) -> ApiResult<Body> {
    if range.is_empty() {
        return Ok(Body::empty());
    }
    let first_end = range.end.min(range.start + CHUNK_BYTES as u64);
    let first = app.media.get_range(object.key, range.start..first_end).await?;
    on_piece(range.start..first_end);
    if first_end == range.end {
        return Ok(Body::from(first));
    }
    let (app, key) = (app.clone(), object.key.to_owned());
    let rest =
        stream::try_unfold((first_end, app, key, on_piece), move |(start, app, key, on_piece)| async move {
            if start >= range.end {
                return Ok::<_, super::MediaError>(None);
            }
            let end = range.end.min(start + CHUNK_BYTES as u64);
            let piece = app.media.get_range(&key, start..end).await.inspect_err(|error| {
                tracing::error!(%error, key, "a response ends early: the object store failed");
            })?;
            on_piece(start..end);
            Ok(Some((piece, (end, app, key, on_piece))))
        });
    Ok(Body::from_stream(stream::once(async { Ok(first) }).chain(rest)))
}

/// A cover in one width. Its address contains the digest of the image, so it never changes.
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
    let etag = strong_etag(format_args!("{hash}-{width}"));
    let mut response = if if_none_match(&headers, [etag.clone()]).unwrap_or_default() {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let (bytes, stored_at) = app.media.get(&key).await?.ok_or_else(no_file)?;
        let mut response = ([(header::CONTENT_TYPE, content_type)], bytes).into_response();
        response.headers_mut().typed_insert(LastModified::from(SystemTime::from(stored_at)));
        response
    };
    response.headers_mut().typed_insert(etag);
    response.headers_mut().insert(header::CACHE_CONTROL, IMAGE_CACHE);
    Ok(response)
}
