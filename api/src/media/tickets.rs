//! Tickets: signed permissions for one session to read the files of one book for some hours.

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

/// What a ticket permits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Ticket {
    pub user: UserId,
    pub book: BookId,
    /// The hash of the session's api token.
    pub session: [u8; 32],
}

/// Signs and verifies tickets.
pub struct Tickets(TokenSigner);

impl Tickets {
    pub fn new(secret: &[u8]) -> Self {
        Self(TokenSigner::new(secret, b"heliriiul ticket 2"))
    }

    pub fn sign(&self, ticket: &Ticket, expires: Timestamp) -> String {
        let Ticket { user, book, session } = ticket;
        let (user, book) = (user.uuid(), book.uuid());
        let expires = expires.millis().to_be_bytes();
        self.0.sign(&[user.as_bytes(), book.as_bytes(), session.as_slice(), &expires].concat())
    }

    /// Checks that a ticket is valid for `book` at `now`, and returns what it contains.
    pub fn verify(&self, token: &str, book: BookId, now: Timestamp) -> Result<Ticket, TicketFault> {
        let content: [u8; 72] = self.0.read(token).ok_or(TicketFault::Forged)?;
        let [user, of_book] = [0, 16].map(|at| content[at..at + 16].try_into().map(Uuid::from_bytes));
        let session = content[32..64].try_into();
        let expires = content[64..].try_into().map(i64::from_be_bytes);
        let (Ok(user), Ok(of_book), Ok(session), Ok(expires)) = (user, of_book, session, expires) else {
            return Err(TicketFault::Forged);
        };
        if Timestamp::from_millis(expires) <= now {
            return Err(TicketFault::Expired);
        }
        if of_book != book.uuid() {
            return Err(TicketFault::OtherBook);
        }
        Ok(Ticket { user: UserId::from(user), book, session })
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
        let ticket = Ticket { user, book, session: [7; 32] };
        let token = tickets.sign(&ticket, now.plus(TICKET_LIFETIME));
        assert_eq!(tickets.verify(&token, book, now), Ok(ticket));
        assert_eq!(tickets.verify(&token, other, now), Err(TicketFault::OtherBook));
        let late = now.plus(TICKET_LIFETIME);
        assert_eq!(tickets.verify(&token, book, late), Err(TicketFault::Expired));
        let other_store = Tickets::new(b"another secret");
        assert_eq!(other_store.verify(&token, book, now), Err(TicketFault::Forged));
    }
}
