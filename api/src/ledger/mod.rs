//! The records of money: the events that moved it, the incidents that need an operator, and the refunds.

mod events;
pub mod incidents;
mod incoming;
pub mod refunds;

pub use self::{
    events::{Cause, Event, EventKind},
    incidents::{IncidentKind, PaymentIncident},
    incoming::IncomingPayment,
    refunds::{PaidFor, Refund, RefundStatus},
};
