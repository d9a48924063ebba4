//! Whether the database can be written: a full or read-only disk is seen by a write alone.

use std::time::{Duration, Instant};

use heliriiul_db::Db;
use tokio::{sync::Mutex, time::timeout};

/// A write that takes longer has failed.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long the result of a write counts, so that many calls cause few writes.
const PROBE_EVERY: Duration = Duration::from_millis(500);

/// Finds out whether the database can be written.
#[derive(Default)]
pub struct WriteProbe(Mutex<Option<(Instant, bool)>>);

impl WriteProbe {
    pub async fn can_write(&self, db: &Db) -> bool {
        let mut last = self.0.lock().await;
        if let Some((at, result)) = *last
            && at.elapsed() < PROBE_EVERY
        {
            return result;
        }
        let write = db.execute(
            "INSERT INTO counters (name, value) VALUES ('write-probe', 1) \
             ON CONFLICT (name) DO UPDATE SET value = counters.value + 1",
            (),
        );
        let result = matches!(timeout(WRITE_TIMEOUT, write).await, Ok(Ok(_)));
        *last = Some((Instant::now(), result));
        result
    }
}
