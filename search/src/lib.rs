//! The full-text search of Heliriiul's books, and the Estonian analysis behind it.
//!
//! ```text
//! document    the books that callers give to the index
//! schema      the fields of the index and their weights
//! analysis    words, stems, parts of compounds: the same for documents and queries
//! index       the handle: changes, rebuild, search
//! store       the generations in a folder, and which is current
//! generation  one tantivy index
//! query       from the typed text to the ids that match it
//! ```
//!
//! The index is derived data: the owner of the books can [rebuild](SearchIndex::rebuild) it at any time, and updates it
//! from a change feed whose [position](SearchIndex::applied_seq) is stored with the index. The crate knows neither HTTP
//! nor SQL, and its interface does not show tantivy.

mod analysis;
mod document;
mod error;
mod generation;
mod index;
mod query;
mod schema;
mod store;

pub use document::BookDocument;
pub use error::SearchError;
pub use index::SearchIndex;
pub use query::Hit;
