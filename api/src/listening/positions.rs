//! Where a listener is in each book. A saving names the revision it builds on, so that no device overwrites what
//! another has saved since; the last places are kept, for the way back.

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{BookId, DbError, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Seconds;
use crate::{
    auth::{CurrentUser, Now},
    catalogue::BookEntry,
    error::responses::{JsonBody, SessionRequired},
    error::{ApiError, ApiResult, Code, FieldError, Problem},
    extract::{Json, Path},
    library,
    state::AppState,
};

/// How many of the last places are kept for each book.
const KEPT: i64 = 50;

/// Of plain listening one place a minute is kept; the storefront offers the way back after a leap of as much.
const ONE_STEP_MS: i64 = 60_000;

/// A place in a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Position {
    book_id: BookId,
    /// Which chapter, from 0.
    index: i64,
    /// Seconds from the start of the chapter.
    #[serde(rename = "position")]
    #[schema(value_type = f64)]
    seconds: Seconds,
    /// To be named by the saving that comes next.
    revision: i64,
    updated_at: Timestamp,
}

/// A place that was saved earlier.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct PastPosition {
    index: i64,
    #[schema(value_type = f64)]
    position: Seconds,
    updated_at: Timestamp,
}

/// A place with the last 50 that were saved, newest first; the first is the place itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PositionWithHistory {
    #[serde(flatten)]
    current: Position,
    history: Vec<PastPosition>,
}

/// A place to save.
#[derive(Deserialize, ToSchema)]
pub struct NewPosition {
    /// Which chapter, from 0.
    #[schema(minimum = 0)]
    index: i64,
    /// Seconds from the start of the chapter.
    #[schema(value_type = f64, minimum = 0, maximum = 1e10)]
    position: Seconds,
    /// The revision that was last seen, 0 for none.
    #[schema(minimum = 0)]
    revision: i64,
}

/// The caller's places in all books, the latest first.
#[utoipa::path(
    get,
    path = "/positions",
    tag = "listening",
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = Vec<Position>),
        SessionRequired,
    )
)]
pub async fn list_positions(
    State(app): State<AppState>,
    user: CurrentUser,
) -> ApiResult<Json<Vec<Position>>> {
    let mut tx = app.db.read().await?;
    let rows: Vec<Row> = tx
        .all(
            "SELECT book_id, chapter_index, position_ms, revision, updated_at FROM positions \
             WHERE user_id = $1 ORDER BY updated_at DESC, book_id",
            (user.id,),
        )
        .await?;
    Ok(Json(rows.into_iter().map(Position::from).collect()))
}

/// The caller's place in a book, with the places before it.
#[utoipa::path(
    get,
    path = "/positions/{book_id}",
    tag = "listening",
    security(("api_token" = []), ("bearer" = [])),
    params(("book_id" = uuid::Uuid, Path, description = "The book")),
    responses(
        (status = 200, body = PositionWithHistory),
        SessionRequired,
        (status = 404, description = "The book has not been begun", body = Problem),
    )
)]
pub async fn get_position(
    State(app): State<AppState>,
    user: CurrentUser,
    Path(book_id): Path<BookId>,
) -> ApiResult<Json<PositionWithHistory>> {
    let mut tx = app.db.read().await?;
    let current = find(&mut tx, user.id, book_id).await?;
    let current = current.ok_or_else(|| ApiError::not_found("The book has not been begun."))?;
    let rows: Vec<(i64, i64, Timestamp)> = tx
        .all(
            "SELECT chapter_index, position_ms, updated_at FROM position_history \
             WHERE user_id = $1 AND book_id = $2 ORDER BY revision DESC LIMIT $3",
            (user.id, book_id, KEPT),
        )
        .await?;
    let history = rows
        .into_iter()
        .map(|(index, position, updated_at)| PastPosition { index, position: Seconds(position), updated_at })
        .collect();
    Ok(Json(PositionWithHistory { current, history }))
}

/// Saves a place in a book of the shelf. On a stale revision nothing is saved, and `current` tells the winner.
#[utoipa::path(
    put,
    path = "/positions/{book_id}",
    tag = "listening",
    security(("api_token" = []), ("bearer" = [])),
    params(("book_id" = uuid::Uuid, Path, description = "The book")),
    request_body = NewPosition,
    responses(
        (status = 200, body = Position),
        JsonBody, SessionRequired,
        (status = 404, description = "The book is not on the shelf", body = Problem),
        (status = 409, description = "Another saving came first; see `current`", body = Problem),
    )
)]
pub async fn put_position(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
    Path(book_id): Path<BookId>,
    Json(body): Json<NewPosition>,
) -> ApiResult<(StatusCode, Json<Position>)> {
    let mut tx = app.db.write().await?;
    let on_shelf = library::find(&mut tx, user.id, book_id).await?.is_some();
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.book(book_id).filter(|_| on_shelf);
    let entry = entry.ok_or_else(|| ApiError::not_found("The book is not on the shelf."))?;
    let place = place(entry, &body)?;
    let Some(saved) = save(&mut tx, user.id, book_id, place, body.revision, now).await? else {
        return Err(stale(find(&mut tx, user.id, book_id).await?));
    };
    tx.commit().await?;
    Ok((StatusCode::OK, Json(saved)))
}

/// A chapter and the milliseconds into it.
type Place = (i64, i64);

/// The place that a body means. Players measure sound a little differently, so what is past the end is the end.
fn place(entry: &BookEntry, body: &NewPosition) -> ApiResult<Place> {
    let chapter = usize::try_from(body.index).ok().and_then(|index| entry.chapters.get(index));
    let mut faults = Vec::new();
    let mut fault = |field: &str| {
        faults.push(FieldError { field: field.to_owned(), code: "out-of-range".into() });
    };
    if chapter.is_none() {
        fault("index");
    }
    if body.revision < 0 {
        fault("revision");
    }
    match chapter {
        Some(chapter) if faults.is_empty() => {
            Ok((body.index, body.position.0.min(chapter.end_ms - chapter.start_ms)))
        }
        _ => Err(ApiError::fields(faults)),
    }
}

fn stale(current: Option<Position>) -> ApiError {
    ApiError::new(Code::StaleRevision, "Another saving came first; build on its revision.")
        .with("current", current)
}

#[derive(sqlx::FromRow)]
struct Row {
    book_id: BookId,
    chapter_index: i64,
    position_ms: i64,
    revision: i64,
    updated_at: Timestamp,
}

impl From<Row> for Position {
    fn from(row: Row) -> Self {
        Self {
            book_id: row.book_id,
            index: row.chapter_index,
            seconds: Seconds(row.position_ms),
            revision: row.revision,
            updated_at: row.updated_at,
        }
    }
}

async fn find(tx: &mut Tx, user_id: UserId, book_id: BookId) -> Result<Option<Position>, DbError> {
    let row: Option<Row> = tx
        .optional(
            "SELECT book_id, chapter_index, position_ms, revision, updated_at FROM positions \
             WHERE user_id = $1 AND book_id = $2",
            (user_id, book_id),
        )
        .await?;
    Ok(row.map(Position::from))
}

/// Saves on top of `revision`; `None` when another saving was first. The guard is in the write itself.
async fn save(
    tx: &mut Tx,
    user_id: UserId,
    book_id: BookId,
    (index, position_ms): Place,
    revision: i64,
    now: Timestamp,
) -> Result<Option<Position>, DbError> {
    let saved: Option<Row> = tx
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
    let Some(saved) = saved.map(Position::from) else { return Ok(None) };
    thin(tx, &saved, user_id).await?;
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
        (user_id, book_id, KEPT),
    )
    .await?;
    Ok(Some(saved))
}

/// Drops the place before `saved` where it only lies on the way from the one before it, so that what is kept reaches
/// back over what was listened to and not over the last few savings. A leap is never dropped.
async fn thin(tx: &mut Tx, saved: &Position, user_id: UserId) -> Result<(), DbError> {
    let before: Vec<(i64, i64, i64)> = tx
        .all(
            "SELECT revision, chapter_index, position_ms FROM position_history \
             WHERE user_id = $1 AND book_id = $2 ORDER BY revision DESC LIMIT 2",
            (user_id, saved.book_id),
        )
        .await?;
    let [(revision, index, position), (_, earlier_index, earlier)] = before[..] else { return Ok(()) };
    let goes_on = |from: Place, to: Place| from.0 == to.0 && (0..ONE_STEP_MS).contains(&(to.1 - from.1));
    let on_the_way = goes_on((earlier_index, earlier), (index, position))
        && goes_on((index, position), (saved.index, saved.seconds.0))
        && goes_on((earlier_index, earlier), (saved.index, saved.seconds.0));
    if on_the_way {
        tx.execute(
            "DELETE FROM position_history WHERE user_id = $1 AND book_id = $2 AND revision = $3",
            (user_id, saved.book_id, revision),
        )
        .await?;
    }
    Ok(())
}
