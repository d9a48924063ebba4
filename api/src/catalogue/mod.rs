//! Books and categories: their rules and rows, the snapshot that serves reads, search, the desk and the importers.

mod book;
mod category;
pub mod cli;
mod desk;
pub mod import;
mod names;
mod pages;
mod price_reduction;
mod routes;
pub mod search;
mod snapshot;
mod sorting;

use heliriiul_db::Timestamp;

pub use self::{
    book::{Book, BookCard, BookEntry, Checks, CoverImage, Patch, PaymentType, Person, StoredSound},
    category::{Category, lock_category},
    names::{CategoryPath, Isbn, NameError, Slug},
    pages::{ListQuery, Page},
    price_reduction::end_price_reduction_job,
    routes::router,
    snapshot::{Catalogue, Snapshot},
    sorting::Sort,
};

/// The version of a write at `now`. Always greater than the old version, even within one millisecond.
fn next_version(old: Timestamp, now: Timestamp) -> Timestamp {
    now.max(Timestamp::from_millis(old.millis().saturating_add(1)))
}
