//! The full-text search of Heliriiul's books and pages, and the Estonian analysis behind it.
//!
//! ```text
//! document  what callers hand over
//! schema    what is indexed of it, and how much each text counts
//! analysis  words, stems, parts of compounds: the same for documents and queries
//! index     the handle: changes, rebuild, search
//! store     generations in a folder, and which is current
//! part      one tantivy index
//! query     from what was typed to the ids that fit it
//! ```
//!
//! The index is derived data: whoever owns the books and pages can [rebuild](SearchIndex::rebuild) it at any time, and
//! keeps it fresh from a feed of changes whose [position](SearchIndex::applied_seq) is stored with the index.
//! Nothing here knows of HTTP or SQL, and nothing of tantivy shows outside.

mod analysis;
mod document;
mod error;
mod index;
mod part;
mod query;
mod schema;
mod store;

pub use document::{BookDocument, PageDocument};
pub use error::SearchError;
pub use index::SearchIndex;
pub use query::Hit;
