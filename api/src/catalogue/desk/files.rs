//! Uploads of a book's cover and sample. The bytes of a file decide what it is, not its name or content type.
//!
//! A file is decoded and stored before the transaction begins, so that no transaction waits for a codec or the object store.

use axum::extract::{Request, State};
use futures::StreamExt as _;
use heliriiul_db::BookId;
use serde::Deserialize;
use tempfile::TempPath;
use tokio::io::AsyncWriteExt as _;
use utoipa::IntoParams;

use super::{
    book_view::DeskBook,
    books::{find, lock, write},
};
use crate::{
    auth::Editor,
    catalogue::import::{ImportError, NamedFile, RecordError, measure, store},
    error::{ApiError, ApiResult, Code, responses::ServiceAway},
    extract::{Json, Path, Query, broken_body, read_body},
    media,
    state::AppState,
};

/// Bytes of a sample.
pub const MAX_SAMPLE: u64 = 50 << 20;
const MAX_NAME: usize = 120;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SampleName {
    /// The name of the file in its address.
    #[param(min_length = 1, max_length = 120, example = "sample.mp3")]
    name: String,
}

/// Replaces the cover of a book: a JPEG, PNG or WebP of at most 20 MB.
#[utoipa::path(
    put, path = "/desk/books/{id}/cover", params(("id" = uuid::Uuid, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file; any content type"),
    responses(
        (status = 200, body = DeskBook), (status = 413, description = "Over 20 MB"),
        (status = 422, description = "No picture (`image`: `invalid`), or too large a one (`too-many-pixels`)"),
        ServiceAway,
    ),
)]
pub async fn replace_desk_cover(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<BookId>,
    request: Request,
) -> ApiResult<Json<DeskBook>> {
    // Before the upload is read, so that no file is stored for a missing book.
    find(&mut app.db.read().await?, id).await?;
    let file = read_body(request, &app).await?;
    let cover = media::store_cover(&app.media, file).await?;
    let mut tx = app.db.write().await?;
    let old = lock(&mut tx, id).await?;
    let mut new = old.clone();
    new.book.cover = Some(cover);
    Ok(Json(write(&app, tx, &old, new, "cover", by).await?))
}

/// Replaces the sample of a book: sound that every browser plays, at most 50 MB.
#[utoipa::path(
    put, path = "/desk/books/{id}/sample", params(("id" = uuid::Uuid, Path), SampleName),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file; any content type"),
    responses(
        (status = 200, body = DeskBook), (status = 413, description = "Over 50 MB"),
        (status = 422, description = "No sound (`sample`: `invalid`), or an unfit name"), ServiceAway,
    ),
)]
pub async fn replace_desk_sample(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<BookId>,
    Query(named): Query<SampleName>,
    request: Request,
) -> ApiResult<Json<DeskBook>> {
    let name = file_name(&named.name)?;
    find(&mut app.db.read().await?, id).await?;
    let file = save_body(request).await?;
    let measured = measure(NamedFile { name, path: file.to_path_buf() }).await.map_err(sample_error)?;
    let sample = store(&app.media, measured).await?;
    let mut tx = app.db.write().await?;
    let old = lock(&mut tx, id).await?;
    let mut new = old.clone();
    new.book.sample = Some(sample.sound);
    Ok(Json(write(&app, tx, &old, new, "sample", by).await?))
}

/// The name, if it can be the last part of an address.
fn file_name(name: &str) -> ApiResult<String> {
    let name = name.trim();
    let code = if name.is_empty() {
        "required"
    } else if name.chars().count() > MAX_NAME {
        "too-long"
    } else if name.starts_with('.') || name.contains(['/', '\\']) || name.chars().any(char::is_control) {
        "invalid"
    } else {
        return Ok(name.to_owned());
    };
    Err(ApiError::field("name", code))
}

/// Writes the body in pieces into a temporary file, which is deleted when its path is dropped.
async fn save_body(request: Request) -> ApiResult<TempPath> {
    let (file, path) = tempfile::NamedTempFile::new().map_err(ApiError::internal)?.into_parts();
    let mut file = tokio::fs::File::from_std(file);
    let mut body = request.into_body().into_data_stream();
    let mut bytes: u64 = 0;
    while let Some(piece) = body.next().await {
        let piece = piece.map_err(|error| broken_body(&error))?;
        bytes += piece.len() as u64;
        if bytes > MAX_SAMPLE {
            return Err(ApiError::new(Code::PayloadTooLarge, "The body is over the limit of this address."));
        }
        file.write_all(&piece).await.map_err(ApiError::internal)?;
    }
    file.flush().await.map_err(ApiError::internal)?;
    Ok(path)
}

fn sample_error(error: RecordError) -> ApiError {
    match error {
        RecordError::Refused(reasons) => {
            ApiError::field("sample", "invalid").with("reason", reasons.join("; "))
        }
        RecordError::Failed(ImportError::Media(error)) => error.into(),
        RecordError::Failed(error) => ApiError::internal(error),
    }
}
