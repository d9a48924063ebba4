//! The position of a listener in each book. A save names the revision it is based on, so that no device overwrites a
//! newer position of another. The last positions are stored, so that the listener can return to them.

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{BookId, DbResult, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use sqlx::FromRow;
use utoipa::ToSchema;

use super::seconds::Seconds;
use crate::{
    auth::{CurrentUser, Now},
    catalogue::BookEntry,
    error::{ApiError, ApiResult, Code, FieldError, responses::SessionRequired},
    extract::{Json, Path},
    library,
    state::AppState,
};

/// How many positions are stored for each book.
const HISTORY_LENGTH: i64 = 50;

/// Continuous listening stores one position a minute. The storefront offers to return after a jump of a minute.
const STEP_MS: i64 = 60_000;

/// A position in a book.
#[derive(Clone, Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    book_id: BookId,
    /// Which chapter, from 0.
    #[sqlx(rename = "chapter_index")]
    index: i64,
    /// Seconds from the start of the chapter.
    #[serde(rename = "position")]
    #[sqlx(rename = "position_ms")]
    #[schema(value_type = f64)]
    seconds: Seconds,
    /// The next save must name it.
    revision: i64,
    updated_at: Timestamp,
}

/// A position that was saved earlier.
#[derive(FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PastPosition {
    #[sqlx(rename = "chapter_index")]
    index: i64,
    #[sqlx(rename = "position_ms")]
    #[schema(value_type = f64)]
    position: Seconds,
    updated_at: Timestamp,
}

/// A position with the last 50 that were saved, newest first. The first is the position itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionWithHistory {
    #[serde(flatten)]
    current: Position,
    history: Vec<PastPosition>,
}

/// A position to save.
#[derive(Deserialize, ToSchema)]
pub struct NewPosition {
    /// Which chapter, from 0.
    #[schema(minimum = 0)]
    index: i64,
    /// Seconds from the start of the chapter.
    #[schema(value_type = f64, minimum = 0, maximum = 1e10)]
    position: Seconds,
    /// The revision that the client has, 0 for none.
    #[schema(minimum = 0)]
    revision: i64,
}

/// Lists the caller's positions in all books, the latest first.
#[utoipa::path(
    get, path = "/positions", tag = "listening",
    responses((status = 200, body = Vec<Position>), SessionRequired),
)]
pub async fn list_positions(
    State(app): State<AppState>,
    user: CurrentUser,
) -> ApiResult<Json<Vec<Position>>> {
    let positions = app
        .db
        .all(
            "SELECT book_id, chapter_index, position_ms, revision, updated_at FROM positions \
             WHERE user_id = $1 ORDER BY updated_at DESC, book_id",
            (user.id,),
        )
        .await?;
    Ok(Json(positions))
}

/// Returns the caller's position in a book, with earlier positions.
#[utoipa::path(
    get, path = "/positions/{book_id}", tag = "listening",
    params(("book_id" = uuid::Uuid, Path, description = "The book")),
    responses(
        (status = 200, body = PositionWithHistory), SessionRequired,
        (status = 404, description = "The book has no position"),
    ),
)]
pub async fn get_position(
    State(app): State<AppState>,
    user: CurrentUser,
    Path(book_id): Path<BookId>,
) -> ApiResult<Json<PositionWithHistory>> {
    let mut tx = app.db.read().await?;
    let current = find(&mut tx, user.id, book_id).await?;
    let current = current.ok_or_else(|| ApiError::not_found("The book has no position."))?;
    let history = tx
        .all(
            "SELECT chapter_index, position_ms, updated_at FROM position_history \
             WHERE user_id = $1 AND book_id = $2 ORDER BY revision DESC LIMIT $3",
            (user.id, book_id, HISTORY_LENGTH),
        )
        .await?;
    Ok(Json(PositionWithHistory { current, history }))
}

/// Saves a position in a book of the library. With a stale revision nothing is saved, and `current` is the stored one.
#[utoipa::path(
    put, path = "/positions/{book_id}", tag = "listening",
    params(("book_id" = uuid::Uuid, Path, description = "The book")),
    responses(
        (status = 200, body = Position), SessionRequired,
        (status = 404, description = "The book is not in the library"),
        (status = 409, description = "Another device has saved a position; see `current`"),
    ),
)]
pub async fn put_position(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
    Path(book_id): Path<BookId>,
    Json(body): Json<NewPosition>,
) -> ApiResult<(StatusCode, Json<Position>)> {
    let mut tx = app.db.write().await?;
    let is_in_library = library::find(&mut tx, user.id, book_id).await?.is_some();
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.book(book_id).filter(|_| is_in_library);
    let entry = entry.ok_or_else(|| ApiError::not_found("The book is not in the library."))?;
    let position = check(entry, &body)?;
    let Some(saved) = save(&mut tx, user.id, book_id, position, body.revision, now).await? else {
        return Err(stale(find(&mut tx, user.id, book_id).await?));
    };
    tx.commit().await?;
    Ok((StatusCode::OK, Json(saved)))
}

/// A chapter and the milliseconds since its start.
type ChapterPosition = (i64, i64);

/// Checks the position of a body. Players measure sound slightly differently, so a position past the end becomes the end.
fn check(entry: &BookEntry, body: &NewPosition) -> ApiResult<ChapterPosition> {
    let chapter = usize::try_from(body.index).ok().and_then(|index| entry.chapters.get(index));
    let rules = [("index", chapter.is_none()), ("revision", body.revision < 0)];
    let broken = rules.into_iter().filter(|(_, is_broken)| *is_broken);
    let faults: Vec<FieldError> = broken
        .map(|(field, _)| FieldError { field: field.to_owned(), code: "out-of-range".into() })
        .collect();
    match chapter {
        Some(chapter) if faults.is_empty() => {
            Ok((body.index, body.position.0.min(chapter.end_ms - chapter.start_ms)))
        }
        _ => Err(ApiError::fields(faults)),
    }
}

fn stale(current: Option<Position>) -> ApiError {
    let detail = "Another device has saved a position; base the next save on its revision.";
    ApiError::new(Code::StaleRevision, detail).with("current", current)
}

async fn find(tx: &mut Tx, user_id: UserId, book_id: BookId) -> DbResult<Option<Position>> {
    tx.optional(
        "SELECT book_id, chapter_index, position_ms, revision, updated_at FROM positions \
         WHERE user_id = $1 AND book_id = $2",
        (user_id, book_id),
    )
    .await
}

/// Saves a position based on `revision`; `None` when another save was first. The write itself compares the revision.
async fn save(
    tx: &mut Tx,
    user_id: UserId,
    book_id: BookId,
    (index, position_ms): ChapterPosition,
    revision: i64,
    now: Timestamp,
) -> DbResult<Option<Position>> {
    let saved: Option<Position> = tx
        .optional(
            "INSERT INTO positions (user_id, book_id, chapter_index, position_ms, revision, updated_at) \
             VALUES ($1, $2, $3, $4, 1, $6) \
             ON CONFLICT (user_id, book_id) DO UPDATE SET chapter_index = excluded.chapter_index, \
             position_ms = excluded.position_ms, revision = positions.revision + 1, \
             updated_at = excluded.updated_at WHERE positions.revision = $5 \
             RETURNING book_id, chapter_index, position_ms, revision, updated_at",
            (user_id, book_id, index, position_ms, revision, now),
        )
        .await?;
    let Some(saved) = saved else { return Ok(None) };
    drop_intermediate(tx, &saved, user_id).await?;
    tx.execute(
        "INSERT INTO position_history (user_id, book_id, revision, chapter_index, position_ms, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        (user_id, book_id, saved.revision, index, position_ms, now),
    )
    .await?;
    tx.execute(
        "DELETE FROM position_history WHERE user_id = $1 AND book_id = $2 AND revision <= \
         (SELECT revision FROM position_history WHERE user_id = $1 AND book_id = $2 \
         ORDER BY revision DESC LIMIT 1 OFFSET $3)",
        (user_id, book_id, HISTORY_LENGTH),
    )
    .await?;
    Ok(Some(saved))
}

/// Deletes the position before `saved` when it is one of continuous listening, so that the history reaches further back.
/// The positions around a jump are never deleted.
async fn drop_intermediate(tx: &mut Tx, saved: &Position, user_id: UserId) -> DbResult<()> {
    let before: Vec<(i64, i64, i64)> = tx
        .all(
            "SELECT revision, chapter_index, position_ms FROM position_history \
             WHERE user_id = $1 AND book_id = $2 ORDER BY revision DESC LIMIT 2",
            (user_id, saved.book_id),
        )
        .await?;
    let [(revision, index, position), (_, earlier_index, earlier)] = before[..] else { return Ok(()) };
    let continues = |from: ChapterPosition, to: ChapterPosition| {
        from.0 == to.0 && (0..STEP_MS).contains(&(to.1 - from.1))
    };
    let is_intermediate = continues((earlier_index, earlier), (index, position))
        && continues((index, position), (saved.index, saved.seconds.0))
        && continues((earlier_index, earlier), (saved.index, saved.seconds.0));
    if is_intermediate {
        tx.execute(
            "DELETE FROM position_history WHERE user_id = $1 AND book_id = $2 AND revision = $3",
            (user_id, saved.book_id, revision),
        )
        .await?;
    }
    Ok(())
}
