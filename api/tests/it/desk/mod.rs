//! The editors' desk.

pub mod archive;
pub mod audit;
pub mod books;
pub mod categories;
pub mod documents;
pub mod images;
pub mod late_saves;
pub mod nodes;
pub mod order;
pub mod presence_and_preview;
pub mod races;
pub mod restore;
pub mod saving;
