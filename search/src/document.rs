//! What callers hand over to be found.

/// A book as the search knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookDocument {
    /// Comes back in [`crate::Hit::id`]; a second document with the same id replaces the first.
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
    /// Names of the categories the book is in, and of those above them.
    pub categories: Vec<String>,
    /// Plain text, no markup.
    pub description: String,
    /// How often the book is listened to. Lifts a book among others that fit a query about as well.
    pub popularity: u64,
}

/// A content page as the search knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageDocument {
    /// Comes back in [`crate::Hit::id`]; a second document with the same id replaces the first.
    pub id: String,
    /// The page's address, searched as words too.
    pub identifier: String,
    pub title: String,
    /// Plain text, no markup.
    pub text: String,
}
