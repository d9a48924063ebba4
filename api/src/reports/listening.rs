//! Listening: what publishers are paid by. A listening that began within the time counts whole.

use std::ops::Range;

use heliriiul_db::{Db, DbResult, Timestamp};
use serde::Serialize;

/// The listening to one book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ListeningRow {
    pub title: String,
    pub isbn: String,
    pub publisher: String,
    pub listeners: i64,
    /// Whole minutes by the clock.
    pub minutes: i64,
    /// Whole minutes of the recording: the speed is counted in.
    pub book_minutes: i64,
}

/// Returns the listening of subscribers and owners within a time, by publisher and title.
pub async fn listening(db: &Db, time: Range<Timestamp>) -> DbResult<Vec<ListeningRow>> {
    db.all(
        "SELECT b.title, COALESCE(b.isbn, '') AS isbn, COALESCE(b.publisher, '') AS publisher, \
         COUNT(DISTINCT l.user_id) AS listeners, \
         CAST(SUM(l.ended_at - l.started_at) AS bigint) / 60000 AS minutes, \
         CAST(SUM((l.ended_at - l.started_at) * l.speed_percent) AS bigint) / 6000000 AS book_minutes \
         FROM reading_logs l JOIN books b ON b.id = l.book_id \
         WHERE l.started_at >= $1 AND l.started_at < $2 \
         GROUP BY b.id, b.title, b.isbn, b.publisher ORDER BY publisher, b.title, b.id",
        (time.start, time.end),
    )
    .await
}
