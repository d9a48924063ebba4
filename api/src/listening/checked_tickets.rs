//! The tickets whose session and access were checked a moment ago.

use std::time::Duration;

use heliriiul_db::Timestamp;
use quick_cache::sync::Cache;

use crate::media::Ticket;

/// How long a check counts, so that a player's many requests cause few queries.
const LIFETIME: Duration = Duration::from_secs(15);

const MAX_TICKETS: usize = 10_000;

pub struct CheckedTickets(Cache<Ticket, Timestamp>);

impl Default for CheckedTickets {
    fn default() -> Self {
        Self(Cache::new(MAX_TICKETS))
    }
}

impl CheckedTickets {
    pub fn contains(&self, ticket: &Ticket, now: Timestamp) -> bool {
        self.0.get(ticket).is_some_and(|at| at <= now && now < at.plus(LIFETIME))
    }

    pub fn insert(&self, ticket: &Ticket, now: Timestamp) {
        self.0.insert(ticket.clone(), now);
    }
}
