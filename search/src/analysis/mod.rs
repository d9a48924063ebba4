//! Turns a text into folded words, their stems and their compound parts.
//!
//! The index and the query use the same functions. A changed rule changes the content of the index, so raise the `FORMAT`
//! of `store` with it.

pub(crate) mod compound;
pub(crate) mod stem;
mod words;

pub(crate) use words::words;
