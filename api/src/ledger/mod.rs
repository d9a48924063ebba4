//! The records of money: the events that moved it, the incidents that need an operator, and the refunds.

mod events;
pub mod incidents;
mod incoming;
mod operator;
pub mod refunds;

pub use self::{
    events::{Cause, Event, EventKind},
    incidents::{IncidentKind, PaymentIncident},
    incoming::IncomingPayment,
    operator::Operator,
    refunds::{PaidFor, Refund, RefundStatus},
};
