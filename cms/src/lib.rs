//! The editable content store: sections, the announcement, sliders of books, and pages.
//!
//! Owns what a body of each kind holds, how its HTML is cleaned, and its revisions. A save makes a revision and
//! never shows it; publishing is an act of its own. It knows nothing of HTTP; books are only ids to it.

mod body;
mod clean;
mod store;

pub use body::{AnnouncementBody, Body, Kind, PageBody, SectionBody, SliderBody};
pub use clean::{clean_html, plain_text};
pub use store::{
    CmsError, Item, Published, PublishedItem, RESERVED_IDENTIFIERS, Save, load_published, publish, redirects,
    save,
};
