//! Books and categories: lists, search and import.

pub mod import;
pub mod lists;
pub mod search;
