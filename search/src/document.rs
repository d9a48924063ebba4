//! The books that callers give to the index.

/// A book with the texts that are searched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookDocument {
    /// Returned in [`crate::Hit::id`]; a second document with the same id replaces the first.
    pub id: String,
    /// With or without hyphens.
    pub isbn: Option<String>,
    pub title: String,
    pub subtitle: Option<String>,
    /// Full names, in order.
    pub authors: Vec<String>,
    /// Full names, in order.
    pub readers: Vec<String>,
    pub publisher: Option<String>,
    /// Names of the categories of the book and of their ancestors.
    pub categories: Vec<String>,
    /// Plain text, no markup.
    pub description: String,
    /// How popular the book is. Raises a book among others that match a query about as well.
    pub popularity: u64,
}
