//! The clock of the store. All code reads the time from here, so that the sandbox and the tests can advance it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use time::OffsetDateTime;

use crate::Timestamp;

/// The system time plus an offset that only grows. Clones share the offset.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    offset_millis: Arc<AtomicI64>,
}

impl Clock {
    /// Returns the current time, to the millisecond.
    #[expect(clippy::disallowed_methods, reason = "the only place that reads the system time")]
    pub fn now(&self) -> Timestamp {
        let system = Timestamp::from(OffsetDateTime::now_utc());
        Timestamp::from_millis(system.millis() + self.offset_millis.load(Ordering::Relaxed))
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: Duration) {
        let millis = i64::try_from(by.as_millis()).unwrap_or(i64::MAX);
        self.offset_millis.fetch_add(millis, Ordering::Relaxed);
    }

    /// Moves the clock to `offset` after the system time, unless it is there already.
    pub fn advance_to(&self, offset: Duration) {
        let millis = i64::try_from(offset.as_millis()).unwrap_or(i64::MAX);
        self.offset_millis.fetch_max(millis, Ordering::Relaxed);
    }
}
