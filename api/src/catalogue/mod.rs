//! Books and categories: the in-memory snapshot, its routes, and the importers.

mod books;
mod build;
pub mod cli;
mod desk;
mod entry;
pub mod import;
mod names;
mod pages;
pub mod search;
pub mod seed;
mod snapshot;
mod sorting;
pub mod store;
mod view;
mod write;

use std::collections::HashSet;

use heliriiul_migrations::{BookId, DbError, Tx};

use self::store::Stretch;
pub use self::{
    books::router,
    entry::{BookEntry, BookFile, Chapter, StoredSound},
    names::{CategoryPath, Isbn, NameError, Slug},
    pages::{ListQuery, Page},
    snapshot::{Catalogue, Snapshot},
    sorting::Sort,
    view::{Book, BookCard, Category, CoverImage, PaymentType, Person},
};
use crate::app::AppState;

/// Over this many changed books, one sweep over all of them is cheaper than asking for each.
const MANY: usize = 50;

/// Loads the whole snapshot.
pub async fn load(app: &AppState, tx: &mut Tx) -> Result<(), DbError> {
    let categories = store::categories(tx).await?;
    let books = store::books(tx, Stretch::all()).await?;
    app.catalogue.replace(books, &categories);
    Ok(())
}

/// Brings the snapshot up to date with changed books and, when told so, categories.
pub async fn apply(
    app: &AppState,
    tx: &mut Tx,
    books: &HashSet<BookId>,
    categories: bool,
) -> Result<(), DbError> {
    // Categories also hold the order of their books.
    if categories || books.len() > MANY {
        return load(app, tx).await;
    }
    let mut changed = Vec::with_capacity(books.len());
    for id in books {
        changed.extend(store::books(tx, Stretch::one(*id)).await?);
    }
    app.catalogue.update(books, changed);
    Ok(())
}
