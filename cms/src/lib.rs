//! The editable content store: sections, the announcement, sliders of books, and pages.
//!
//! Owns what a body of each kind holds, how its HTML is cleaned and shown, its revisions and its plans. A save makes a revision and
//! never shows it; publishing is an act of its own. It knows nothing of HTTP; books are only ids to it.

pub mod addresses;
mod archive;
mod audit;
mod body;
mod clean;
mod desk;
mod identifiers;
mod nesting;
mod order;
mod presence;
mod raw_text;
mod remains;
mod revisions;
mod schedule;
mod show;
mod store;
mod uses;

pub use archive::{archive, unarchive};
pub use audit::{AuditEntry, Audited, audit, list_audit};
pub use body::{
    AnnouncementBody, Body, CleanBody, Kind, PageBody, SectionBody, SliderBody, SliderRule, SliderRuleKind,
};
pub use clean::{clean_html, clean_plain_html, plain_text};
pub use desk::{
    Author, ItemState, Revision, RevisionState, find_item, find_revision, hold_item, list_items,
    list_revisions,
};
pub use identifiers::{ANNOUNCEMENT, identifier_of, page_of, redirects, rename_page};
pub use order::order;
pub use presence::{Present, be_present, forget_gone};
pub use remains::Gone;
pub use revisions::{keep, note_step};
pub use schedule::{Plan, Planned, apply_due, list_planned, schedule};
pub use show::{LinkResolver, Marks, ShownImage, Target, marks, says_nothing, show};
pub use store::{
    CmsError, Item, Published, PublishedItem, Save, load_preview, load_published, next_position, publish,
    save, take_down,
};
pub use uses::sliders_of_category;
