//! Tickets: signed, stateless permissions for one user to read the files of one book for some hours.

use std::time::Duration;

use heliriiul_db::{BookId, Timestamp, UserId};
use uuid::Uuid;

use crate::secret::TokenSigner;

/// The player requests a new ticket when one has expired (spec §4: 6 h).
pub const TICKET_LIFETIME: Duration = Duration::from_hours(6);

/// Why a ticket is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TicketFault {
    /// The store did not sign it, or it has been changed.
    Forged,
    Expired,
    OtherBook,
}

/// Signs and verifies tickets.
pub struct Tickets(TokenSigner);

impl Tickets {
    pub fn new(secret: &[u8]) -> Self {
        Self(TokenSigner::new(secret, b"heliriiul ticket 1"))
    }

    pub fn sign(&self, user: UserId, book: BookId, expires: Timestamp) -> String {
        let (user, book) = (user.uuid(), book.uuid());
        self.0.sign(&[&user.as_bytes()[..], book.as_bytes(), &expires.millis().to_be_bytes()].concat())
    }

    /// Checks that a ticket is valid for `book` at `now`, and returns its user.
    pub fn verify(&self, ticket: &str, book: BookId, now: Timestamp) -> Result<UserId, TicketFault> {
        let content: [u8; 40] = self.0.read(ticket).ok_or(TicketFault::Forged)?;
        let (ids, expires) = content.split_at(32);
        let (user, of_book) = ids.split_at(16);
        let expires = expires.try_into().map(i64::from_be_bytes).map_err(|_| TicketFault::Forged)?;
        if Timestamp::from_millis(expires) <= now {
            return Err(TicketFault::Expired);
        }
        if of_book != book.uuid().as_bytes() {
            return Err(TicketFault::OtherBook);
        }
        Uuid::from_slice(user).map(UserId::from).map_err(|_| TicketFault::Forged)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ticket_is_valid_for_one_book_until_it_expires() {
        let tickets = Tickets::new(b"some secret");
        let (user, book, other) = (UserId::new(), BookId::new(), BookId::new());
        let now = Timestamp::from_millis(1_000_000);
        let ticket = tickets.sign(user, book, now.plus(TICKET_LIFETIME));
        assert_eq!(tickets.verify(&ticket, book, now), Ok(user));
        assert_eq!(tickets.verify(&ticket, other, now), Err(TicketFault::OtherBook));
        let late = now.plus(TICKET_LIFETIME);
        assert_eq!(tickets.verify(&ticket, book, late), Err(TicketFault::Expired));
        let other_store = Tickets::new(b"another secret");
        assert_eq!(other_store.verify(&ticket, book, now), Err(TicketFault::Forged));
    }
}
