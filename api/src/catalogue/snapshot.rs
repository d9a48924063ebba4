//! The catalogue in memory: everything that reads of books and categories are answered from.
//!
//! A [`Snapshot`] never changes; a newer one takes its place. [`Catalogue`] holds the present one.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use arc_swap::ArcSwap;
use heliriiul_db::{BookId, CategoryId};

use super::{
    build,
    entry::BookEntry,
    names::{CategoryPath, Isbn, Slug},
    pages::PageCache,
    sorting::{Sort, Sorter},
    store::{BookRows, CategoryRow},
    view::Category,
};
use crate::encoded_body::EncodedBody;

/// Holds the present snapshot.
pub struct Catalogue {
    current: ArcSwap<Snapshot>,
    sorter: Sorter,
}

impl Default for Catalogue {
    fn default() -> Self {
        Self { current: ArcSwap::from_pointee(Snapshot::new(HashMap::new(), &[])), sorter: Sorter::new() }
    }
}

impl Catalogue {
    /// The catalogue as it is now. Keep it for one request, not longer.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.current.load_full()
    }

    /// Takes all books and categories anew.
    pub(super) fn replace(&self, books: Vec<BookRows>, categories: &[CategoryRow]) {
        let books = books.into_iter().map(|rows| self.entry(rows)).collect();
        self.current.store(Arc::new(Snapshot::new(books, categories)));
    }

    /// Takes changed books anew, and categories if there are any; those of `asked` that are not among `books` are gone.
    pub(super) fn update(
        &self,
        asked: &HashSet<BookId>,
        books: Vec<BookRows>,
        categories: Option<&[CategoryRow]>,
    ) {
        let old = self.snapshot();
        let mut all = old.books.clone();
        all.retain(|id, _| !asked.contains(id));
        all.extend(books.into_iter().map(|rows| self.entry(rows)));
        let categories = categories.unwrap_or(&old.category_rows);
        self.current.store(Arc::new(Snapshot::new(all, categories)));
    }

    fn entry(&self, rows: BookRows) -> (BookId, Arc<StoredBook>) {
        (rows.book.id, Arc::new(build::book(rows, &self.sorter)))
    }
}

/// A book with what only the snapshot needs of it.
#[derive(Debug)]
pub(super) struct StoredBook {
    pub entry: Arc<BookEntry>,
    /// Its place in the order of each category that has one.
    pub places: Vec<(CategoryId, i64)>,
    pub old_slugs: Vec<Slug>,
}

/// Books and categories at one moment. Hidden books are in the lookups, and in no list.
pub struct Snapshot {
    books: HashMap<BookId, Arc<StoredBook>>,
    by_slug: HashMap<String, BookId>,
    old_slugs: HashMap<String, BookId>,
    by_isbn: HashMap<String, BookId>,
    by_title: Vec<Arc<BookEntry>>,
    by_author: Vec<Arc<BookEntry>>,
    newest: Vec<Arc<BookEntry>>,
    popular: Vec<Arc<BookEntry>>,
    category_rows: Vec<CategoryRow>,
    categories: Vec<Category>,
    category_index: HashMap<CategoryId, usize>,
    category_paths: HashMap<CategoryPath, usize>,
    old_category_paths: HashMap<String, CategoryId>,
    /// The answer of `GET /books`.
    pub(super) list: Arc<EncodedBody>,
    /// The answer of `GET /categories`.
    pub(super) category_list: Arc<EncodedBody>,
    pub(super) pages: PageCache,
}

impl Snapshot {
    fn new(books: HashMap<BookId, Arc<StoredBook>>, category_rows: &[CategoryRow]) -> Self {
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
            list
        };
        let by_title = ordered(Sort::Title);
        let categories = build::categories(category_rows, &books, &by_title);
        let category_index = categories.iter().enumerate().map(|(at, category)| (category.id, at)).collect();
        let category_paths =
            categories.iter().enumerate().map(|(at, category)| (category.path.clone(), at)).collect();
        let old_category_paths = category_rows
            .iter()
            .flat_map(|row| row.old_paths.iter().map(|path| (path.clone(), row.id)))
            .collect();
        Self {
            list: EncodedBody::json(build::array(by_title.iter().map(|entry| entry.json.as_str()))),
            category_list: EncodedBody::json(serde_json::to_vec(&categories).unwrap_or_default()),
            by_author: ordered(Sort::Author),
            newest: ordered(Sort::Newest),
            popular: ordered(Sort::Popular),
            by_title,
            by_slug,
            old_slugs,
            by_isbn,
            category_rows: category_rows.to_vec(),
            categories,
            category_index,
            category_paths,
            old_category_paths,
            books,
            pages: PageCache::default(),
        }
    }

    /// Any book, hidden or not.
    pub fn book(&self, id: BookId) -> Option<&Arc<BookEntry>> {
        self.books.get(&id).map(|stored| &stored.entry)
    }

    /// The books whose categories, or places in them, are not these.
    pub(super) fn placed_otherwise(&self, places: Vec<(BookId, CategoryId, i64)>) -> Vec<BookId> {
        let mut now: HashMap<BookId, Vec<(CategoryId, i64)>> = HashMap::new();
        for (book, category, place) in places {
            now.entry(book).or_default().push((category, place));
        }
        let differs = |id: &BookId, stored: &StoredBook| {
            now.get(id).map_or(&[] as &[_], Vec::as_slice) != stored.places.as_slice()
        };
        self.books.iter().filter(|(id, stored)| differs(id, stored)).map(|(id, _)| *id).collect()
    }

    /// The books of categories that are called otherwise than before, themselves or above.
    pub(super) fn in_renamed_categories(&self, before: &Self) -> Vec<BookId> {
        let names = |snapshot: &Self, id: CategoryId| -> Vec<String> {
            snapshot.chain(id).into_iter().map(|category| category.name.clone()).collect()
        };
        let is_renamed = |id: &CategoryId| names(self, *id) != names(before, *id);
        let renamed: HashSet<CategoryId> =
            self.categories.iter().map(|category| category.id).filter(is_renamed).collect();
        let lies_there =
            |stored: &StoredBook| stored.entry.book.card.category_ids.iter().any(|id| renamed.contains(id));
        self.books.iter().filter(|(_, stored)| lies_there(stored)).map(|(id, _)| *id).collect()
    }

    /// The book that has this slug now, hidden or not.
    pub fn by_slug(&self, slug: &str) -> Option<&Arc<BookEntry>> {
        self.by_slug.get(slug).and_then(|id| self.book(*id))
    }

    /// The book that once had this slug.
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
        match sort {
            Sort::Title => &self.by_title,
            Sort::Newest => &self.newest,
            Sort::Author => &self.by_author,
            Sort::Popular => &self.popular,
        }
    }

    /// In display order: each category is followed by those below it.
    pub fn categories(&self) -> &[Category] {
        &self.categories
    }

    pub fn category(&self, id: CategoryId) -> Option<&Category> {
        self.category_index.get(&id).map(|&at| &self.categories[at])
    }

    pub fn category_by_path(&self, path: &str) -> Option<&Category> {
        let path = CategoryPath::parse(path).ok()?;
        self.category_paths.get(&path).map(|&at| &self.categories[at])
    }

    /// The category that once had this path.
    pub fn old_category_path(&self, path: &str) -> Option<&Category> {
        self.old_category_paths.get(path).and_then(|id| self.category(*id))
    }

    /// The categories from the top down to this one, itself the last.
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

    /// The category and all below it.
    pub fn subtree(&self, top: &Category) -> HashSet<CategoryId> {
        let inside = format!("{}/", top.path);
        self.categories
            .iter()
            .filter(|category| category.id == top.id || category.path.as_str().starts_with(&inside))
            .map(|category| category.id)
            .collect()
    }
}
