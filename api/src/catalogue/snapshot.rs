//! The catalogue in memory, which serves all public reads of books and categories. A snapshot never changes; a newer
//! one replaces it when the database changes.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use arc_swap::ArcSwap;
use heliriiul_db::{BookId, CategoryId, DbResult, Timestamp, Tx};
use quick_cache::{Weighter, sync::Cache};

use super::{
    book::{self, BookEntry, BookRows, IdRange, StoredBook, json_array},
    category::{self, Category, CategoryRow, categories},
    names::Isbn,
    sorting::{Sort, SortKeyMaker},
};
use crate::{encoded_body::EncodedBody, money::Cents};

/// Over this many changed books, reading all of them at once is cheaper.
const MANY_BOOKS: usize = 50;

/// The largest memory for the cached pages of a snapshot.
const CACHE_BYTES: u64 = 16 << 20;

/// Response bodies of lists, by the query.
pub(super) type BodyCache = Cache<String, Arc<EncodedBody>, BodySize>;

#[derive(Clone)]
pub(super) struct BodySize;

impl Weighter<String, Arc<EncodedBody>> for BodySize {
    fn weight(&self, query: &String, body: &Arc<EncodedBody>) -> u64 {
        // The compressed bodies are added later; together they take two fifths of the plain body.
        (query.len() + body.bytes().len() * 7 / 5 + 256) as u64
    }
}

/// Holds the current snapshot.
pub struct Catalogue {
    current: ArcSwap<Snapshot>,
    key_maker: SortKeyMaker,
}

impl Default for Catalogue {
    fn default() -> Self {
        let empty = Snapshot::new(HashMap::new(), Vec::new());
        Self { current: ArcSwap::from_pointee(empty), key_maker: SortKeyMaker::new() }
    }
}

impl Catalogue {
    /// Returns the current snapshot. Use it for one request, not longer.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.current.load_full()
    }

    /// Reads all books and categories.
    pub async fn load(&self, tx: &mut Tx, now: Timestamp) -> DbResult<()> {
        let categories = category::find_all(tx).await?;
        let books = book::find_all(tx, IdRange::all()).await?;
        let lowest = book::lowest_prices(tx, IdRange::all(), now).await?;
        let stored = |rows: BookRows| {
            let lowest = lowest.get(&rows.book.id).copied();
            self.stored(rows, lowest)
        };
        let books = books.into_iter().map(stored).collect();
        self.current.store(Arc::new(Snapshot::new(books, categories)));
        Ok(())
    }

    /// Reads the changed books and, if `categories` is set, the categories. Returns the books to index again: the
    /// changed ones and those in renamed categories.
    pub async fn apply(
        &self,
        tx: &mut Tx,
        changed: &HashSet<BookId>,
        categories: bool,
        now: Timestamp,
    ) -> DbResult<HashSet<BookId>> {
        let before = self.snapshot();
        let mut changed = changed.clone();
        let mut category_rows = before.category_rows.clone();
        if categories {
            // A change of a category may be a change of the order of its books.
            let positions = book::category_positions(tx, IdRange::all()).await?;
            changed.extend(before.with_other_positions(positions));
            category_rows = category::find_all(tx).await?;
        }
        if changed.len() > MANY_BOOKS {
            self.load(tx, now).await?;
        } else {
            let mut books = before.books.clone();
            for id in &changed {
                // A deleted book has no rows.
                books.remove(id);
                let Some(rows) = book::find(tx, *id).await? else { continue };
                let lowest = book::lowest_prices(tx, IdRange::one(*id), now).await?.remove(id);
                books.extend([self.stored(rows, lowest)]);
            }
            self.current.store(Arc::new(Snapshot::new(books, category_rows)));
        }
        if categories {
            changed.extend(self.snapshot().in_renamed_categories(&before));
        }
        Ok(changed)
    }

    fn stored(&self, rows: BookRows, lowest_price: Option<Cents>) -> (BookId, Arc<StoredBook>) {
        (rows.book.id, Arc::new(StoredBook::new(rows, lowest_price, &self.key_maker)))
    }
}

/// Books and categories at one moment. Hidden books are in the lookups, and in no list.
pub struct Snapshot {
    pub(super) books: HashMap<BookId, Arc<StoredBook>>,
    by_slug: HashMap<String, BookId>,
    old_slugs: HashMap<String, BookId>,
    by_isbn: HashMap<String, BookId>,
    /// The visible books in each order.
    visible: HashMap<Sort, Vec<Arc<BookEntry>>>,
    pub(super) category_rows: Vec<CategoryRow>,
    categories: Vec<Category>,
    old_category_paths: HashMap<String, CategoryId>,
    /// The response body of `GET /books`.
    pub(super) list: Arc<EncodedBody>,
    /// The response body of `GET /categories`.
    pub(super) category_list: Arc<EncodedBody>,
    pub(super) pages: BodyCache,
}

impl Snapshot {
    pub(super) fn new(books: HashMap<BookId, Arc<StoredBook>>, category_rows: Vec<CategoryRow>) -> Self {
        let mut by_slug = HashMap::with_capacity(books.len());
        let mut old_slugs = HashMap::new();
        let mut by_isbn = HashMap::with_capacity(books.len());
        for (id, stored) in &books {
            let card = &stored.entry.book.card;
            by_slug.insert(card.slug.as_str().to_owned(), *id);
            if let Some(isbn) = &card.isbn {
                by_isbn.insert(isbn.as_str().to_owned(), *id);
            }
            old_slugs.extend(stored.old_slugs.iter().map(|slug| (slug.as_str().to_owned(), *id)));
        }
        let visible: Vec<Arc<BookEntry>> =
            books.values().map(|stored| stored.entry.clone()).filter(|entry| entry.is_visible()).collect();
        let ordered = |sort: Sort| {
            let mut list = visible.clone();
            list.sort_unstable_by(|a, b| sort.key(&a.keys).cmp(sort.key(&b.keys)));
            (sort, list)
        };
        let visible: HashMap<_, _> = Sort::ALL.map(ordered).into();
        let by_title = &visible[&Sort::Title];
        let positions = by_title.iter().map(|entry| (entry.id(), books[&entry.id()].positions.as_slice()));
        let categories = categories(&category_rows, positions);
        let old_category_paths = category_rows
            .iter()
            .flat_map(|row| row.old_paths.iter().map(|path| (path.clone(), row.id)))
            .collect();
        Self {
            list: EncodedBody::json(json_array(by_title.iter().map(|entry| entry.json.as_str()))),
            category_list: EncodedBody::json(
                serde_json::to_vec(&categories).expect("categories have text keys"),
            ),
            visible,
            by_slug,
            old_slugs,
            by_isbn,
            category_rows,
            categories,
            old_category_paths,
            books,
            pages: Cache::with_weighter(500, CACHE_BYTES, BodySize),
        }
    }

    /// Any book, hidden or not.
    pub fn book(&self, id: BookId) -> Option<&Arc<BookEntry>> {
        self.books.get(&id).map(|stored| &stored.entry)
    }

    /// The books whose categories, or positions in them, differ from these.
    pub(super) fn with_other_positions(&self, positions: Vec<(BookId, CategoryId, i64)>) -> Vec<BookId> {
        let mut by_book: HashMap<BookId, Vec<(CategoryId, i64)>> = HashMap::new();
        for (book, category, position) in positions {
            by_book.entry(book).or_default().push((category, position));
        }
        let differs = |id: &BookId, stored: &StoredBook| {
            by_book.get(id).map_or(&[] as &[_], Vec::as_slice) != stored.positions.as_slice()
        };
        self.books.iter().filter(|(id, stored)| differs(id, stored)).map(|(id, _)| *id).collect()
    }

    /// The books of categories whose names, or those of their ancestors, differ from an older snapshot.
    pub(super) fn in_renamed_categories(&self, before: &Self) -> Vec<BookId> {
        let names = |snapshot: &Self, id: CategoryId| -> Vec<String> {
            snapshot.chain(id).into_iter().map(|category| category.name.clone()).collect()
        };
        let is_renamed = |id: &CategoryId| names(self, *id) != names(before, *id);
        let renamed: HashSet<CategoryId> =
            self.categories.iter().map(|category| category.id).filter(is_renamed).collect();
        let is_inside =
            |stored: &StoredBook| stored.entry.book.card.category_ids.iter().any(|id| renamed.contains(id));
        self.books.iter().filter(|(_, stored)| is_inside(stored)).map(|(id, _)| *id).collect()
    }

    /// The book that has this slug now, hidden or not.
    pub fn by_slug(&self, slug: &str) -> Option<&Arc<BookEntry>> {
        self.by_slug.get(slug).and_then(|id| self.book(*id))
    }

    /// The book that had this slug before.
    pub fn old_slug(&self, slug: &str) -> Option<&Arc<BookEntry>> {
        self.old_slugs.get(slug).and_then(|id| self.book(*id))
    }

    pub fn by_isbn(&self, isbn: &Isbn) -> Option<&Arc<BookEntry>> {
        self.by_isbn.get(isbn.as_str()).and_then(|id| self.book(*id))
    }

    /// All books, hidden ones too, in no order.
    pub fn all(&self) -> impl Iterator<Item = &Arc<BookEntry>> {
        self.books.values().map(|stored| &stored.entry)
    }

    /// The visible books.
    pub fn visible(&self, sort: Sort) -> &[Arc<BookEntry>] {
        &self.visible[&sort]
    }

    /// In display order: each category is followed by those below it.
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    pub fn category(&self, id: CategoryId) -> Option<&Category> {
        self.categories.iter().find(|category| category.id == id)
    }

    pub fn category_by_path(&self, path: &str) -> Option<&Category> {
        self.categories.iter().find(|category| category.path.as_str() == path.trim_matches('/'))
    }

    /// The category that had this path before.
    pub fn old_category_path(&self, path: &str) -> Option<&Category> {
        self.old_category_paths.get(path).and_then(|id| self.category(*id))
    }

    /// Returns the categories from the top down to this one, which is the last.
    pub fn chain(&self, id: CategoryId) -> Vec<&Category> {
        let mut chain = Vec::new();
        let mut next = self.category(id);
        while let Some(category) = next {
            chain.push(category);
            next = category.parent_id.and_then(|parent| self.category(parent));
        }
        chain.reverse();
        chain
    }

    /// Returns the category and all categories below it.
    pub fn subtree(&self, top: &Category) -> HashSet<CategoryId> {
        let prefix = format!("{}/", top.path);
        self.categories
            .iter()
            .filter(|category| category.id == top.id || category.path.as_str().starts_with(&prefix))
            .map(|category| category.id)
            .collect()
    }
}
