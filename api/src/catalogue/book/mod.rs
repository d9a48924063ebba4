//! Books: the rules of their fields, their rows in the database, and their shapes in the API.
//!
//! A new field of a book is a column in `migrations/sql`, and is added to `rows`, `queries`, `fields`, `view` and
//! `../desk/book_view`. `make openapi` then updates the types of the front ends. The book's page shows it in
//! `api/templates/book.html` and in `storefront/src/features/catalogue/facts.tsx`, which must render the same markup. The
//! desk edits it in `admin-content/src/features/books/book-fields.ts` and `book-form.tsx`.

mod checks;
mod fields;
mod prices;
mod queries;
mod rows;
mod view;

pub use self::{
    checks::{Checks, Patch},
    fields::{BookFields, BookRecord, RecordPerson, TITLE_LENGTH},
    prices::{PriceReduction, lowest_prices},
    queries::{
        IdRange, category_positions, find, find_all, id_by_isbn, id_by_old_slug, id_by_slug, lock, save,
    },
    rows::{BookRows, Chapter, FileRow, PaymentType, PersonName, StoredSound},
    view::{Book, BookCard, BookEntry, CoverImage, Person, StoredBook, json_array, whole_seconds},
};
