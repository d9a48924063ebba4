//! `/media/books/…`: the files of a book, for the holder of a ticket.

use std::ops::Range;

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, Method},
    response::Response,
    routing::get,
};
use heliriiul_db::{BookId, Timestamp};
use serde::Deserialize;

use crate::{
    auth::Now,
    catalogue::{BookEntry, StoredSound},
    error::{ApiError, ApiResult, Code},
    extract::{Path, Query},
    library::{self, Source},
    media::{self, Ticket, TicketFault},
    state::AppState,
    subscriptions,
};

pub fn media_router() -> Router<AppState> {
    Router::new().route("/media/books/{id}/{file}", get(book_file))
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
    let ticket = app.media.tickets.verify(&ticket, id, now).map_err(|fault| match fault {
        TicketFault::Forged => ApiError::new(Code::Unauthorized, "This needs a ticket from the files call."),
        TicketFault::Expired => ApiError::new(Code::Unauthorized, "The ticket has expired."),
        TicketFault::OtherBook => ApiError::new(Code::Forbidden, "The ticket is of another book."),
    })?;
    check_access(&app, &ticket, now).await?;
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.book(id).ok_or_else(media::no_file)?;
    let file = entry.file(&name).ok_or_else(media::no_file)?;
    let (user, seconds, for_record) = (ticket.user, seconds_of(entry, file), app.clone());
    let on_piece = move |bytes| for_record.served_sound.record(user, id, seconds(bytes));
    media::sound(&app, file, entry, media::BOOK_CACHE, &method, &headers, on_piece).await
}

/// Refuses a ticket whose session has ended, or whose listener has lost the book. The hours of the plan are not checked:
/// the chapter in play may end.
async fn check_access(app: &AppState, ticket: &Ticket, now: Timestamp) -> ApiResult<()> {
    if app.checked_tickets.contains(ticket, now) {
        return Ok(());
    }
    let mut tx = app.db.read().await?;
    let has_session: bool = tx
        .scalar(
            "SELECT EXISTS (SELECT 1 FROM sessions WHERE token_hash = $1)",
            (hex::encode(ticket.session),),
        )
        .await?;
    if !has_session {
        return Err(ApiError::new(Code::Unauthorized, "The session of this ticket has ended."));
    }
    let entry = library::find(&mut tx, ticket.user, ticket.book).await?;
    let (source, _) = entry.ok_or_else(|| ApiError::not_found("The book is not in the library."))?;
    if source == Source::Subscription {
        let subscription = subscriptions::find(&mut tx, ticket.user, now).await?;
        if !subscription.is_some_and(|subscription| subscription.is_active(now)) {
            return Err(ApiError::new(Code::SubscriptionRequired, "This book needs a subscription."));
        }
    }
    app.checked_tickets.insert(ticket, now);
    Ok(())
}

/// Tells which seconds of the book a range of bytes of one of its files holds.
fn seconds_of(entry: &BookEntry, file: &StoredSound) -> impl Fn(Range<u64>) -> Range<u32> + use<> {
    let before: i64 =
        entry.files.iter().take_while(|other| other.name != file.name).map(|other| other.duration_ms).sum();
    let (duration, size) = (file.duration_ms, file.bytes.max(1));
    let second = move |byte: u64| {
        let in_file = i128::from(duration) * i128::from(byte) / i128::from(size);
        u32::try_from((i128::from(before) + in_file) / 1000).unwrap_or(u32::MAX)
    };
    move |bytes| second(bytes.start)..second(bytes.end)
}
