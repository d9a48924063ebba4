//! Books and categories: their rules and rows, the snapshot that answers reads, search, the desk and the importers.

mod book;
mod category;
mod changes;
pub mod cli;
mod current;
mod desk;
pub mod import;
mod names;
mod pages;
mod routes;
pub mod search;
mod snapshot;
mod sorting;

pub use self::{
    book::{Book, BookCard, BookEntry, BookFile, Chapter, CoverImage, PaymentType, Person, StoredSound},
    category::{Category, lock_category},
    current::Catalogue,
    names::{CategoryPath, Isbn, NameError, Slug},
    pages::{ListQuery, Page},
    routes::router,
    snapshot::Snapshot,
    sorting::Sort,
};
