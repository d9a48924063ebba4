//! Tickets: signed, stateless permissions for one user to read the files of one book for some hours.

use std::time::Duration;

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heliriiul_db::{BookId, Timestamp, UserId};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use uuid::Uuid;

use crate::secret;

/// The player requests a new ticket when one has expired (spec §4: 6 h).
pub const TICKET_LIFETIME: Duration = Duration::from_hours(6);

const SIGNED: usize = 16 + 16 + 8;
const SIGNATURE: usize = 16;

/// Why a ticket is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TicketFault {
    /// The store did not sign it, or it has been changed.
    Forged,
    Expired,
    OtherBook,
}

/// Signs and verifies tickets. All nodes of a store must have the same secret.
pub struct Tickets(Hmac<Sha256>);

impl Tickets {
    pub fn new(secret: &[u8]) -> Self {
        Self(secret::signer(secret, b"heliriiul ticket 1"))
    }

    pub fn sign(&self, user: UserId, book: BookId, expires: Timestamp) -> String {
        let mut bytes = Vec::with_capacity(SIGNED + SIGNATURE);
        bytes.extend_from_slice(user.uuid().as_bytes());
        bytes.extend_from_slice(book.uuid().as_bytes());
        bytes.extend_from_slice(&expires.millis().to_be_bytes());
        let signature = self.0.clone().chain_update(&bytes).finalize().into_bytes();
        bytes.extend_from_slice(&signature[..SIGNATURE]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// Returns the user of a ticket that is valid for `book` at `now`.
    pub fn verify(&self, ticket: &str, book: BookId, now: Timestamp) -> Result<UserId, TicketFault> {
        let bytes = URL_SAFE_NO_PAD.decode(ticket).map_err(|_| TicketFault::Forged)?;
        let (signed, signature) = bytes.split_at_checked(SIGNED).ok_or(TicketFault::Forged)?;
        if signature.len() != SIGNATURE {
            return Err(TicketFault::Forged);
        }
        let mac = self.0.clone().chain_update(signed);
        mac.verify_truncated_left(signature).map_err(|_| TicketFault::Forged)?;
        let (ids, expires) = signed.split_at(32);
        let expires = expires.try_into().map(i64::from_be_bytes).map_err(|_| TicketFault::Forged)?;
        let (user, of_book) = ids.split_at(16);
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

    #[test]
    fn a_changed_ticket_is_refused() {
        let tickets = Tickets::new(b"some secret");
        let book = BookId::new();
        let now = Timestamp::from_millis(0);
        let ticket = tickets.sign(UserId::new(), book, now.plus(TICKET_LIFETIME));
        for at in 0..ticket.len() {
            let mut changed: Vec<char> = ticket.chars().collect();
            changed[at] = if changed[at] == 'A' { 'B' } else { 'A' };
            let changed: String = changed.into_iter().collect();
            assert!(tickets.verify(&changed, book, now).is_err(), "{at}");
        }
        for wrong in ["", "õ", &ticket[..40], &ticket.repeat(2)] {
            assert_eq!(tickets.verify(wrong, book, now), Err(TicketFault::Forged), "{wrong}");
        }
    }
}
