//! The missing references of an old revision.

use heliriiul_db::{BookId, CategoryId, RecordId};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissingReferences {
    pub images: Vec<RecordId>,
    pub books: Vec<BookId>,
    pub category: Option<CategoryId>,
}

impl MissingReferences {
    /// In the form `image/ID`, `book/ID`, `category/ID`.
    pub fn names(&self) -> Vec<String> {
        let images = self.images.iter().map(|id| format!("image/{id}"));
        let books = self.books.iter().map(|id| format!("book/{id}"));
        let category = self.category.iter().map(|id| format!("category/{id}"));
        images.chain(books).chain(category).collect()
    }
}
