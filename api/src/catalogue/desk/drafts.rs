//! Unsaved changes of a book: one draft for each editor and book. The server stores a draft and does not read it.

use axum::{
    extract::State,
    http::StatusCode,
    response::{IntoResponse as _, Response},
};
use heliriiul_db::{BookId, DbError, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::books::no_such_book;
use crate::{
    auth::Editor,
    error::{ApiError, ApiResult},
    extract::{Json, Path},
    state::AppState,
};

/// Bytes of a draft, as it is sent.
pub const MAX_DRAFT: u64 = 1536 * 1024;

/// The unsaved changes of an editor.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBookDraft {
    /// The version of the book that the editor started from.
    based_on: i64,
    /// The fields as the editor left them.
    #[schema(value_type = Object)]
    values: Map<String, Value>,
    /// The fields as they were in that version.
    #[schema(value_type = Object)]
    base: Map<String, Value>,
    saved_at: Timestamp,
}

/// A draft to store.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBookDraftSave {
    /// The version of the book that the editor started from.
    based_on: i64,
    /// The fields as the editor left them.
    #[schema(value_type = Object)]
    values: Map<String, Value>,
    /// The fields as they were in that version.
    #[schema(value_type = Object)]
    base: Map<String, Value>,
}

/// The version, the JSON and the time of a draft; empty when the book has no draft of the editor.
type DraftRow = (Option<i64>, Option<String>, Option<Timestamp>);

/// The editor's own draft of a book.
#[utoipa::path(
    get, path = "/desk/books/{id}/draft", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = DeskBookDraft),
        (status = 204, description = "The editor has no draft of this book"),
    ),
)]
pub async fn find_desk_book_draft(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<BookId>,
) -> ApiResult<Response> {
    let row: Option<DraftRow> = app
        .db
        .optional(
            "SELECT d.based_on, d.draft, d.saved_at FROM books b \
             LEFT JOIN book_drafts d ON d.book_id = b.id AND d.user_id = $2 WHERE b.id = $1",
            (id, by.editor),
        )
        .await?;
    let (Some(based_on), Some(draft), Some(saved_at)) = row.ok_or_else(no_such_book)? else {
        return Ok(StatusCode::NO_CONTENT.into_response());
    };
    let (values, base) = serde_json::from_str(&draft).map_err(ApiError::internal)?;
    let draft = DeskBookDraft { based_on, values, base, saved_at };
    Ok(Json(draft).into_response())
}

/// Stores the editor's own draft of a book, in place of an earlier one.
#[utoipa::path(
    put, path = "/desk/books/{id}/draft", params(("id" = uuid::Uuid, Path)), responses((status = 204)),
)]
pub async fn save_desk_book_draft(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<BookId>,
    Json(sent): Json<DeskBookDraftSave>,
) -> ApiResult<StatusCode> {
    let draft = serde_json::to_string(&(sent.values, sent.base)).map_err(ApiError::internal)?;
    let mut tx = app.db.write().await?;
    tx.execute(
        "INSERT INTO book_drafts (book_id, user_id, based_on, draft, saved_at) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT (book_id, user_id) DO UPDATE SET based_on = excluded.based_on, draft = excluded.draft, \
         saved_at = excluded.saved_at",
        (id, by.editor, sent.based_on, draft, by.now),
    )
    .await
    .map_err(|error| match error {
        DbError::Database(error) if error.is_foreign_key_violation() => no_such_book(),
        other => other.into(),
    })?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Deletes the editor's own draft of a book, if there is one.
#[utoipa::path(
    delete, path = "/desk/books/{id}/draft", params(("id" = uuid::Uuid, Path)), responses((status = 204)),
)]
pub async fn delete_desk_book_draft(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<BookId>,
) -> ApiResult<StatusCode> {
    let mut tx = app.db.write().await?;
    tx.execute("DELETE FROM book_drafts WHERE book_id = $1 AND user_id = $2", (id, by.editor)).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
