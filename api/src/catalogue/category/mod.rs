//! Categories: their rows in the database, the rules of their tree, and their shape in the API.

mod rows;
pub mod tree;
mod view;

pub use self::{
    rows::{
        CategoryRow, LAST_POSITION, NAME_LENGTH, book_counts, delete, find_all, id_by_path, lock_category,
        lock_tree, redirect_paths, save,
    },
    view::{Category, categories},
};
