//! The sound that this server has sent: unique seconds of each listener and book, collected in memory and written in
//! batches. Where much more is sent than is reported, the hours of the plan count as used.

use std::{
    collections::HashMap,
    ops::Range,
    sync::{Mutex, PoisonError},
};

use heliriiul_db::{BookId, Clock, Db, DbError, DbResult, Timestamp, Tx, UserId};
use roaring::RoaringBitmap;

use super::log::active_period;

/// The seconds that were sent since the last write.
#[derive(Default)]
pub struct ServedSound(Mutex<HashMap<(UserId, BookId), RoaringBitmap>>);

impl ServedSound {
    /// Records that a range of a book, in seconds from its beginning, is sent to a listener.
    pub fn record(&self, user_id: UserId, book_id: BookId, seconds: Range<u32>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry((user_id, book_id)).or_default().insert_range(seconds);
    }

    fn take(&self) -> HashMap<(UserId, BookId), RoaringBitmap> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes what was collected. What cannot be written is collected again.
    pub async fn flush(&self, db: &Db, clock: &Clock) -> DbResult<()> {
        let mut collected = self.take().into_iter();
        while let Some(((user_id, book_id), seconds)) = collected.next() {
            if let Err(error) = add(db, user_id, book_id, &seconds, clock.now()).await {
                let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                for (key, seconds) in std::iter::once(((user_id, book_id), seconds)).chain(collected) {
                    *all.entry(key).or_default() |= seconds;
                }
                return Err(error);
            }
        }
        Ok(())
    }
}

/// Adds seconds to the listener's present billing period; without one nothing is counted.
async fn add(
    db: &Db,
    user_id: UserId,
    book_id: BookId,
    seconds: &RoaringBitmap,
    now: Timestamp,
) -> DbResult<()> {
    let mut tx = db.write().await?;
    let Some(period) = active_period(&mut tx, user_id, now).await? else { return Ok(()) };
    // The insert locks the row, so that no other node's seconds are lost.
    let stored: Vec<u8> = tx
        .scalar(
            "INSERT INTO served_sound (user_id, book_id, period_start, seconds, count) VALUES ($1, $2, $3, $4, 0) \
             ON CONFLICT (user_id, period_start, book_id) DO UPDATE SET count = served_sound.count \
             RETURNING seconds",
            (user_id, book_id, period.from, encode(&RoaringBitmap::new())?),
        )
        .await?;
    let stored = RoaringBitmap::deserialize_from(&*stored).map_err(|error| DbError::Decode(error.into()))?;
    let all = stored | seconds;
    let count = i64::try_from(all.len()).unwrap_or(i64::MAX);
    tx.execute(
        "UPDATE served_sound SET seconds = $4, count = $5 WHERE user_id = $1 AND book_id = $2 AND period_start = $3",
        (user_id, book_id, period.from, encode(&all)?, count),
    )
    .await?;
    tx.commit().await
}

fn encode(seconds: &RoaringBitmap) -> DbResult<Vec<u8>> {
    let mut bytes = Vec::with_capacity(seconds.serialized_size());
    seconds.serialize_into(&mut bytes).map_err(|error| DbError::Encode(error.into()))?;
    Ok(bytes)
}

/// Returns the seconds that were sent to a listener in a billing period.
pub async fn served_seconds(tx: &mut Tx, user_id: UserId, period_start: Timestamp) -> DbResult<i64> {
    tx.scalar(
        "SELECT CAST(COALESCE(SUM(count), 0) AS bigint) FROM served_sound \
         WHERE user_id = $1 AND period_start = $2",
        (user_id, period_start),
    )
    .await
}
