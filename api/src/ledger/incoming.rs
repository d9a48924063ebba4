//! Money that came in.

use heliriiul_db::Timestamp;

use super::Cause;
use crate::money::Cents;

/// Money or a verified card that came in; without a transaction when nothing was due.
#[derive(Clone, Copy, Debug)]
pub struct IncomingPayment<'a> {
    /// The provider's id and the whole amount of the transaction.
    pub transaction: Option<(&'a str, Cents)>,
    pub cause: Cause,
    pub now: Timestamp,
}

impl<'a> IncomingPayment<'a> {
    pub fn transaction_id(&self) -> Option<&'a str> {
        self.transaction.map(|(id, _)| id)
    }

    pub fn amount(&self) -> Option<Cents> {
        self.transaction.map(|(_, amount)| amount)
    }
}
