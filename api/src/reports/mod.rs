//! Reports for bookkeeping and for publishers: what was sold and refunded, and what was listened to.

pub mod cli;
mod listening;
mod sales;

pub use self::{
    listening::{ListeningRow, listening},
    sales::{SaleKind, SalesRow, sales},
};
