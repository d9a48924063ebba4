//! The records of money: the events that moved it, the incidents that need a person, the refunds, and the numbers of
//! receipts.

mod events;
mod incidents;
mod incoming;
mod receipts;
pub mod refunds;

pub use self::{
    events::{Cause, Event, EventKind},
    incidents::{IncidentKind, PaymentIncident},
    incoming::IncomingPayment,
    receipts::next_receipt_number,
    refunds::{Refund, RefundStatus},
};
