//! The editable content store: sections, the announcement, sliders of books, and pages.
//!
//! Owns what a body of each kind holds, how its HTML is cleaned, and its revisions. A save makes a revision and
//! never shows it; publishing is an act of its own. It knows nothing of HTTP; books are only ids to it.

mod audit;
mod body;
mod clean;
mod desk;
mod nesting;
mod store;

pub use audit::{AuditEntry, Audited, audit, list_audit};
pub use body::{AnnouncementBody, Body, CleanBody, Kind, PageBody, SectionBody, SliderBody};
pub use clean::{clean_html, plain_text};
pub use desk::{
    Author, ItemState, Revision, RevisionState, find_item, find_revision, list_items, list_revisions,
};
pub use store::{
    ANNOUNCEMENT, CmsError, Item, Published, PublishedItem, RESERVED_IDENTIFIERS, Save, load_published,
    next_position, page_exists, publish, redirects, save, take_down,
};
