//! The sound of a book for its listener: file names, chapters, and the ticket for the files.

use axum::extract::State;
use heliriiul_db::{BookId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::{reading, seconds::Seconds};
use crate::{
    auth::{CurrentUser, Now},
    catalogue::BookEntry,
    error::{ApiError, ApiResult, Code, responses::SessionRequired},
    extract::{Json, Path},
    library::{self, Source},
    media::{TICKET_LIFETIME, Ticket},
    state::AppState,
    subscriptions,
    token::token_digest,
};

/// A chapter: a range of one file, in seconds from the file's beginning.
#[derive(Serialize, ToSchema)]
struct Chapter {
    title: String,
    /// One of the names in `files`.
    file: String,
    #[schema(value_type = f64)]
    start: Seconds,
    #[schema(value_type = f64)]
    end: Seconds,
}

/// What the player needs. The files are at `{dlUrl}/books/{id}/{file}?ticket={ticket}`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookFiles {
    files: Vec<String>,
    ticket: String,
    ticket_expires_at: Timestamp,
    chapters: Vec<Chapter>,
}

/// Returns the files and chapters of a book in the library, and a ticket for them.
///
/// Bought and free books play for ever; the others need an active subscription with hours left.
#[utoipa::path(
    get, path = "/books/{id}/files", tag = "listening",
    params(("id" = uuid::Uuid, Path, description = "The book")),
    responses(
        (status = 200, body = BookFiles), SessionRequired,
        (status = 402, description = "The listening hours of the plan are used up"),
        (status = 403, description = "An active subscription is needed"),
        (status = 404, description = "The book is not in the library"),
    ),
)]
pub async fn list_book_files(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
    Path(id): Path<BookId>,
) -> ApiResult<Json<BookFiles>> {
    let mut tx = app.db.read().await?;
    let entry = library::find(&mut tx, user.id, id).await?;
    let (source, _) = entry.ok_or_else(|| ApiError::not_found("The book is not in the library."))?;
    if source == Source::Subscription {
        let active = subscriptions::find(&mut tx, user.id, now)
            .await?
            .filter(|subscription| subscription.is_active(now));
        let Some(subscription) = active else {
            return Err(ApiError::new(Code::SubscriptionRequired, "This book needs a subscription."));
        };
        if reading::quota_is_full(&mut tx, user.id, &subscription).await? {
            return Err(ApiError::new(Code::QuotaFull, "The hours of this billing period are used up."));
        }
    }
    drop(tx);
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.book(id).filter(|entry| !entry.files.is_empty());
    let entry = entry.ok_or_else(|| ApiError::not_found("The book has no sound."))?;
    let ticket = Ticket { user: user.id, book: id, session: token_digest(&user.token) };
    let ticket_expires_at = now.plus(TICKET_LIFETIME);
    Ok(Json(BookFiles {
        files: entry.files.iter().map(|file| file.name.clone()).collect(),
        ticket: app.media.tickets.sign(&ticket, ticket_expires_at),
        ticket_expires_at,
        chapters: chapters(entry),
    }))
}

fn chapters(entry: &BookEntry) -> Vec<Chapter> {
    entry
        .chapters
        .iter()
        .filter_map(|chapter| {
            Some(Chapter {
                title: chapter.title.clone(),
                file: entry.files.get(usize::try_from(chapter.file_position).ok()?)?.name.clone(),
                start: Seconds(chapter.start_ms),
                end: Seconds(chapter.end_ms),
            })
        })
        .collect()
}
