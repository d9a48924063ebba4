//! The records of money: the events that moved it, the incidents that need an operator, the refunds, and the numbers of
//! receipts.

mod events;
pub mod incidents;
mod incoming;
pub mod refunds;

pub use self::{
    events::{Cause, Event, EventKind},
    incidents::{IncidentKind, PaymentIncident},
    incoming::{IncomingPayment, next_receipt_number},
    refunds::{Refund, RefundStatus},
};
