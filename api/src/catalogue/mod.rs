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

use heliriiul_db::{BookId, CategoryId, DbError, Tx};

use self::store::IdRange;
pub use self::{
    books::router,
    entry::{BookEntry, BookFile, Chapter, StoredSound},
    names::{CategoryPath, Isbn, NameError, Slug},
    pages::{ListQuery, Page},
    snapshot::{Catalogue, Snapshot},
    sorting::Sort,
    view::{Book, BookCard, Category, CoverImage, PaymentType, Person},
};
use crate::state::AppState;

/// Over this many changed books, one sweep over all of them is cheaper than asking for each.
const MANY: usize = 50;

/// Whether there is such a category; it stays until the transaction ends.
pub async fn hold_category(tx: &mut Tx, id: CategoryId) -> Result<bool, DbError> {
    write::hold_categories(tx).await?;
    tx.scalar("SELECT EXISTS (SELECT 1 FROM categories WHERE id = $1)", (id,)).await
}

/// Loads the whole snapshot.
pub async fn load(app: &AppState, tx: &mut Tx) -> Result<(), DbError> {
    let categories = store::categories(tx).await?;
    let books = store::books(tx, IdRange::all()).await?;
    app.catalogue.replace(books, &categories);
    Ok(())
}

/// Brings the snapshot up to date with changed books and, when told so, categories. Answers the books that the search
/// index may know otherwise: those, and all that lie in a category of another name.
pub async fn apply(
    app: &AppState,
    tx: &mut Tx,
    books: &HashSet<BookId>,
    categories: bool,
) -> Result<HashSet<BookId>, DbError> {
    let before = app.catalogue.snapshot();
    let mut wanted = books.clone();
    let mut rows = None;
    if categories {
        // Categories also hold the order of their books.
        let places = store::places(tx, IdRange::all()).await?;
        wanted.extend(before.placed_otherwise(places));
        rows = Some(store::categories(tx).await?);
    }
    if wanted.len() > MANY {
        load(app, tx).await?;
    } else {
        let mut changed = Vec::with_capacity(wanted.len());
        for id in &wanted {
            changed.extend(store::books(tx, IdRange::one(*id)).await?);
        }
        app.catalogue.update(&wanted, changed, rows.as_deref());
    }
    if categories {
        wanted.extend(app.catalogue.snapshot().in_renamed_categories(&before));
    }
    Ok(wanted)
}
