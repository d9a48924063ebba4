//! Listening: what publishers are paid by. A listening that began within a month counts whole in it.

use std::ops::Range;

use heliriiul_db::{Db, DbResult, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Days, finish};
use crate::error::{ApiError, ApiResult};

/// The listening to one book in one month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListeningRow {
    /// `YYYY-MM` in Estonian time.
    pub month: String,
    pub title: String,
    pub isbn: String,
    pub publisher: String,
    pub listeners: i64,
    /// Whole minutes by the clock.
    pub minutes: i64,
    /// Whole minutes of the recording: the speed is counted in.
    pub book_minutes: i64,
}

#[derive(sqlx::FromRow)]
struct Row {
    title: String,
    isbn: String,
    publisher: String,
    listeners: i64,
    minutes: i64,
    book_minutes: i64,
}

/// Returns the listening of subscribers and owners by month, publisher and title.
pub async fn listening(db: &Db, days: Days) -> DbResult<Vec<ListeningRow>> {
    let mut rows = Vec::new();
    for (month, time) in days.months() {
        let row = |row: Row| {
            let Row { title, isbn, publisher, listeners, minutes, book_minutes } = row;
            ListeningRow { month: month.clone(), title, isbn, publisher, listeners, minutes, book_minutes }
        };
        rows.extend(of_month(db, time).await?.into_iter().map(row));
    }
    Ok(rows)
}

async fn of_month(db: &Db, time: Range<Timestamp>) -> DbResult<Vec<Row>> {
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

/// Writes the rows as CSV.
pub fn listening_csv(rows: &[ListeningRow]) -> ApiResult<String> {
    let header = ["month", "title", "isbn", "publisher", "listeners", "minutes", "bookMinutes"];
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(header).map_err(ApiError::internal)?;
    for ListeningRow { month, title, isbn, publisher, listeners, minutes, book_minutes } in rows {
        let [listeners, minutes, book_minutes] = [listeners, minutes, book_minutes].map(i64::to_string);
        let record = [month, title, isbn, publisher, &listeners, &minutes, &book_minutes];
        writer.write_record(record).map_err(ApiError::internal)?;
    }
    finish(writer)
}
