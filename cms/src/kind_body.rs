//! What the body of every kind of document provides.

use heliriiul_db::{BookId, CategoryId, RecordId};

use crate::{
    fields::{BodyFields, Faults},
    missing::MissingReferences,
};

/// The body of one kind. A new kind implements it in a file of `kinds` and is named in `body`.
pub trait KindBody: Sized {
    /// The body that an editor sends. Adds a fault for each field that does not meet its rule.
    fn from_fields(fields: BodyFields, faults: &mut Faults) -> Self;

    fn into_fields(self) -> BodyFields;

    /// The title in lists.
    fn title(&self) -> &str;

    /// The HTML, in kinds that have one.
    fn content(&self) -> Option<&str> {
        None
    }

    fn content_mut(&mut self) -> Option<&mut String> {
        None
    }

    /// The page that the document links to beside those in its HTML.
    fn linked_page_mut(&mut self) -> Option<&mut String> {
        None
    }

    /// The picture that is shown where the document is shared.
    fn share_image(&self) -> Option<RecordId> {
        None
    }

    /// The books that it lists, in kinds that list books.
    fn books(&self) -> Option<&[BookId]> {
        None
    }

    /// The category whose books it shows.
    fn category(&self) -> Option<CategoryId> {
        None
    }

    /// Removes what the store no longer has, except from the HTML.
    fn remove_missing(&mut self, _: &MissingReferences) {}

    /// Whether a document of the kind may have the identifier.
    fn may_be_named(_identifier: &str) -> bool {
        true
    }
}
