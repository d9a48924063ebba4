//! A book's cover and its sample, from a file. What a file is, it says itself: names and content types are not believed.
//!
//! Objects go first, rows point to what is there; no transaction waits for a codec or for the object store.

use axum::extract::{Request, State};
use futures::StreamExt as _;
use heliriiul_db::BookId;
use serde::Deserialize;
use tempfile::TempPath;
use tokio::io::AsyncWriteExt as _;
use utoipa::IntoParams;

use super::{
    books::rows,
    save::{held, written},
    wire::DeskBook,
};
use crate::{
    auth::{Editor, Now},
    catalogue::{
        import::{ImportError, listing::Named, sound_file},
        write,
    },
    content::audit::By,
    error::responses::{EditorOnly, NoSuchId, ServiceAway, Unreadable},
    error::{ApiError, ApiResult, Code, Problem},
    extract::{Json, Path, Query, broken_body, read_body},
    media,
    state::AppState,
};

/// Bytes of a sample.
pub const LARGEST_SAMPLE: u64 = 50 << 20;
const MAX_NAME: usize = 120;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SampleName {
    /// The file's name, as it is to stand in the address.
    #[param(min_length = 1, max_length = 120, example = "sample.mp3")]
    name: String,
}

/// Gives a book another cover: a JPEG, PNG or WebP of at most 20 MB.
#[utoipa::path(
    put,
    path = "/desk/books/{id}/cover",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file; any content type will do"),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskBook),
        Unreadable, EditorOnly, NoSuchId,
        (status = 413, description = "Over 20 MB", body = Problem),
        (status = 422, description = "No picture (`image`: `invalid`), or too large a one (`too-many-pixels`)", body = Problem),
        ServiceAway,
    )
)]
pub async fn replace_desk_cover(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<BookId>,
    request: Request,
) -> ApiResult<Json<DeskBook>> {
    must_be(&app, id).await?;
    let file = read_body(request, &app).await?;
    let cover = media::store_cover(&app.media, file).await?.map_err(|fault| fault.at("image"))?;
    let mut tx = app.db.write().await?;
    let old = held(&mut tx, id).await?;
    let mut new = old.clone();
    let book = &mut new.book;
    book.cover_hash = Some(cover.hash);
    book.cover_hue = Some(cover.hue);
    book.cover_widths = Some(cover.widths.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
    if write::differences(&old, &new).is_empty() {
        return Ok(Json(DeskBook::from(&old)));
    }
    new.book.updated_at = write::next_moment(old.book.updated_at, now);
    let by = By { editor: editor.id, now };
    Ok(Json(written(&app, tx, &old, &new, "cover", by).await?))
}

/// Gives a book another sample: sound that every browser plays, at most 50 MB.
#[utoipa::path(
    put,
    path = "/desk/books/{id}/sample",
    tag = "desk",
    params(("id" = uuid::Uuid, Path), SampleName),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file; any content type will do"),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskBook),
        Unreadable, EditorOnly, NoSuchId,
        (status = 413, description = "Over 50 MB", body = Problem),
        (status = 422, description = "No sound (`sample`: `invalid`), or an unfit name", body = Problem),
        ServiceAway,
    )
)]
pub async fn replace_desk_sample(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<BookId>,
    Query(named): Query<SampleName>,
    request: Request,
) -> ApiResult<Json<DeskBook>> {
    let name = file_name(&named.name)?;
    must_be(&app, id).await?;
    let file = received(request).await?;
    let measured = sound_file::measure(Named { name, path: file.to_path_buf() }).await.map_err(failed)?;
    let measured = measured.map_err(|why| ApiError::field("sample", "invalid").with("reason", why))?;
    let sample = sound_file::store(&app, &measured).await.map_err(failed)?;
    let mut tx = app.db.write().await?;
    let old = held(&mut tx, id).await?;
    let mut new = old.clone();
    let book = &mut new.book;
    book.sample_name = Some(sample.name);
    book.sample_key = Some(sample.key);
    book.sample_type = Some(sample.content_type.to_owned());
    book.sample_bytes = Some(sample.bytes);
    book.sample_duration_ms = Some(sample.duration_ms);
    if write::differences(&old, &new).is_empty() {
        return Ok(Json(DeskBook::from(&old)));
    }
    new.book.updated_at = write::next_moment(old.book.updated_at, now);
    let by = By { editor: editor.id, now };
    Ok(Json(written(&app, tx, &old, &new, "sample", by).await?))
}

/// Asked first, so that no file is taken in for a book that is not there.
async fn must_be(app: &AppState, id: BookId) -> ApiResult<()> {
    let mut tx = app.db.read().await?;
    rows(&mut tx, id).await.map(drop)
}

/// One that can be the last part of an address.
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

/// Writes the body into a file that goes with its path, piece by piece.
async fn received(request: Request) -> ApiResult<TempPath> {
    let (file, path) = tempfile::NamedTempFile::new().map_err(ApiError::internal)?.into_parts();
    let mut file = tokio::fs::File::from_std(file);
    let mut body = request.into_body().into_data_stream();
    let mut bytes: u64 = 0;
    while let Some(piece) = body.next().await {
        let piece = piece.map_err(|error| broken_body(&error))?;
        bytes += piece.len() as u64;
        if bytes > LARGEST_SAMPLE {
            return Err(ApiError::new(Code::PayloadTooLarge, "The body is over the limit of this address."));
        }
        file.write_all(&piece).await.map_err(ApiError::internal)?;
    }
    file.flush().await.map_err(ApiError::internal)?;
    Ok(path)
}

fn failed(error: ImportError) -> ApiError {
    match error {
        ImportError::Media(error) => error.into(),
        other => ApiError::internal(other),
    }
}
