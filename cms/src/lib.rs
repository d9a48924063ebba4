//! The store of editable documents: sections, the announcement, sliders of books, and pages.
//!
//! Owns the body of each kind, the cleaning and rendering of its HTML, its revisions and its schedule. A save adds a
//! revision and publishes nothing; publishing is a separate action. It knows nothing of HTTP; books are only ids.

pub mod addresses;
mod body;
mod documents;
mod error;
mod fields;
mod html;
mod identifiers;
mod image_uses;
mod kinds;
mod presence;
mod publish;
mod revisions;

pub use body::{Body, CleanBody, Kind};
pub use documents::{
    DocumentState, DocumentStatus, PublishedDocument, find_document, list_documents, load_published,
    lock_document, record_action,
};
pub use error::{CmsError, CmsResult, Fault};
pub use fields::BodyFields;
pub use html::{
    HtmlReferences, LinkResolver, ReaderImage, Target, clean_html, clean_plain_html, find_references,
    is_blank, plain_text, render,
};
pub use identifiers::{body_to_fields, link_page_by_id, page_redirects, rename_page};
pub use image_uses::sliders_of_category;
pub use kinds::{
    ANNOUNCEMENT, AnnouncementBody, MissingReferences, PageBody, SectionBody, SliderBody, SliderRule,
    SliderRuleKind,
};
pub use presence::{PresentEditor, delete_stale_presence, record_presence};
pub use publish::{Schedule, apply_due, archive, order, publish, schedule, take_down, unarchive};
pub use revisions::{
    RevisionState, Save, Saved, find_revision, list_revisions, next_position, pin_revision, record_step, save,
};
