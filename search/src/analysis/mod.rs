//! What a text becomes before it is indexed or asked for: folded words, their stems and their compound parts.
//!
//! The same functions serve the index and the query; a rule changed here changes what the index holds, so
//! the `FORMAT` of `store` goes up with it.

pub(crate) mod compound;
pub(crate) mod stem;
mod words;

pub(crate) use words::words;
