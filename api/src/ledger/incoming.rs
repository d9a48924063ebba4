//! Money that came in, and the numbers of the receipts for it.

use heliriiul_db::{DbResult, Timestamp, Tx};

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

/// Takes the next number of the series that orders and subscription payments share. A rolled back transaction gives it
/// back, so that the series has no gaps.
pub async fn next_receipt_number(tx: &mut Tx) -> DbResult<i64> {
    tx.scalar("UPDATE counters SET value = value + 1 WHERE name = 'receipt-number' RETURNING value", ()).await
}
