//! The store of editable documents: sections, the announcement, sliders of books, and pages.
//!
//! Owns the body of each kind, the cleaning and rendering of its HTML, its revisions and its schedule. A save adds a
//! revision and publishes nothing; publishing is a separate action. It knows nothing of HTTP; books are only ids.

pub mod addresses;
mod archive;
mod audit;
mod body;
mod documents;
mod error;
mod fields;
mod html;
mod identifiers;
mod image_uses;
mod kinds;
mod linked_page;
mod missing;
mod order;
mod presence;
mod publish;
mod published;
mod revisions;
mod save;
mod schedule;

pub use archive::{archive, unarchive};
pub use audit::record_action;
pub use body::{Body, CleanBody, Kind};
pub use documents::{DocumentState, find_document, list_documents, lock_document};
pub use error::{CmsError, Fault};
pub use fields::BodyFields;
pub use html::{
    HtmlReferences, LinkResolver, ReaderImage, Target, clean_html, clean_plain_html, find_references,
    is_blank, plain_text, render,
};
pub use identifiers::{page_redirects, rename_page};
pub use image_uses::sliders_of_category;
pub use kinds::{
    ANNOUNCEMENT, AnnouncementBody, PageBody, SectionBody, SliderBody, SliderRule, SliderRuleKind,
};
pub use linked_page::{body_to_fields, link_page_by_id};
pub use missing::MissingReferences;
pub use order::order;
pub use presence::{PresentEditor, delete_stale_presence, record_presence};
pub use publish::{publish, take_down};
pub use published::{PublishedDocument, load_preview, load_published};
pub use revisions::{RevisionState, find_revision, list_revisions, pin_revision, record_step};
pub use save::{Save, Saved, next_position, save};
pub use schedule::{Schedule, apply_due, schedule};
