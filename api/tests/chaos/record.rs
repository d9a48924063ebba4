//! What happened in a run: the log, the answers that promise something, and the faults that were seen at once.

use std::{
    collections::BTreeMap,
    fmt::Display,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use heliriiul_db::Timestamp;

/// An answer with success (2xx), which must hold at the end.
#[derive(Clone, Debug)]
pub enum Promise {
    Registered {
        email: String,
    },
    /// The order exists, and its transaction, if it has one.
    Ordered {
        order: String,
        transaction: Option<String>,
    },
    /// The page after the payment said that the order is paid.
    OrderPaid {
        order: String,
    },
    /// The store knows the transaction as paid.
    Completed {
        transaction: String,
    },
    Upgraded {
        email: String,
    },
    GiftCard {
        email: String,
        code: String,
    },
    Discount {
        email: String,
        code: String,
    },
    Stopped(Stop),
}

/// A stop that was answered with success.
#[derive(Clone, Debug)]
pub struct Stop {
    pub email: String,
    /// By the store's clock.
    pub sent_at: Timestamp,
    pub answered: Instant,
}

/// A charge of a saved card that reached the provider.
#[derive(Clone, Debug)]
pub struct ChargeCall {
    pub transaction: String,
    pub arrived: Instant,
    /// By the store's clock.
    pub arrived_at: Timestamp,
}

/// The record of one run.
pub struct Record {
    began: Instant,
    lines: Mutex<Vec<String>>,
    promises: Mutex<Vec<Promise>>,
    charges: Mutex<Vec<ChargeCall>>,
    faults: Mutex<Vec<String>>,
    counts: Mutex<BTreeMap<&'static str, u64>>,
}

impl Record {
    pub fn new() -> Self {
        Self {
            began: Instant::now(),
            lines: Mutex::default(),
            promises: Mutex::default(),
            charges: Mutex::default(),
            faults: Mutex::default(),
            counts: Mutex::default(),
        }
    }

    pub fn log(&self, line: impl Display) {
        let at = self.began.elapsed().as_millis();
        lock(&self.lines).push(format!("{at:>6} ms  {line}"));
    }

    pub fn promise(&self, promise: Promise) {
        lock(&self.promises).push(promise);
    }

    pub fn charge(&self, charge: ChargeCall) {
        lock(&self.charges).push(charge);
    }

    /// Notes something that must never happen.
    pub fn fault(&self, fault: String) {
        self.log(&fault);
        lock(&self.faults).push(fault);
    }

    pub fn count(&self, what: &'static str) {
        *lock(&self.counts).entry(what).or_default() += 1;
    }

    pub fn counted(&self, what: &str) -> u64 {
        lock(&self.counts).get(what).copied().unwrap_or(0)
    }

    pub fn promises(&self) -> Vec<Promise> {
        lock(&self.promises).clone()
    }

    pub fn charges(&self) -> Vec<ChargeCall> {
        lock(&self.charges).clone()
    }

    pub fn faults(&self) -> Vec<String> {
        lock(&self.faults).clone()
    }

    pub fn lines(&self) -> Vec<String> {
        lock(&self.lines).clone()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
