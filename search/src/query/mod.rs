//! Finds the documents that match a typed text.
//!
//! A query that can only be an ISBN is looked up as one. Any other is cut into words: [`word`] makes the ways to match
//! each word, [`matching`] says how many of the words must match and what a match of the title adds.

mod dictionary;
mod hits;
mod isbn;
mod matching;
mod terms;
mod word;

pub use hits::Hit;
pub(crate) use hits::search;
