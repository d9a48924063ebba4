//! Sound and covers: the object store, tickets, and answers with ranges.

mod range;
mod serve;
mod store;
mod tickets;

pub use self::{
    serve::router,
    store::{Media, MediaError},
    tickets::{TICKET_LIFETIME, TicketFault, Tickets},
};
