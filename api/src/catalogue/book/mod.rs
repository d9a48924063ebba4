//! Books: the rules of their fields, their rows in the database, and their shapes in the API.
//!
//! A new field of a book is added to `rows`, `queries`, `fields`, `view` and `desk/book_view`.

mod checks;
mod entry;
mod fields;
mod patch;
mod queries;
mod rows;
mod view;

pub use self::{
    checks::Checks,
    entry::{BookEntry, BookFile, Chapter, StoredBook, StoredSound, json_array},
    fields::{BookFields, BookRecord, RecordPerson, TITLE_LENGTH},
    patch::Patch,
    queries::{
        IdRange, category_positions, find, find_all, id_by_isbn, id_by_old_slug, id_by_slug, lock, save,
    },
    rows::{BookRows, ChapterRow, Cover, FileRow, PaymentType, PersonName, Sample},
    view::{Book, BookCard, CoverImage, Person, whole_seconds},
};
