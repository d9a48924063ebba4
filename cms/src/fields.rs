//! The fields of all kinds of bodies in one flat shape, as the desk's API sends and receives them.

use heliriiul_db::{BookId, RecordId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    error::{CmsError, CmsResult, Fault},
    kinds::SliderRule,
};

const MAX_TITLE: usize = 200;
const MAX_CONTENT: usize = 1_000_000;

/// The body of a document. Members that its kind does not have are ignored in requests and absent in responses.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskBody)]
pub struct BodyFields {
    /// Of a slider: its label.
    #[schema(min_length = 1, max_length = 200)]
    pub title: String,
    /// HTML, cleaned when it is saved. Not in sliders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1_000_000)]
    pub content: Option<String>,
    /// Pages: for search engines and sharing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub summary: Option<String>,
    /// Pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show_in_footer: Option<bool>,
    /// The announcement: identifier of the page that it links to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 80)]
    pub linked_page: Option<String>,
    /// The announcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100)]
    pub link_text: Option<String>,
    /// Sliders, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 100)]
    pub book_ids: Option<Vec<BookId>>,
    /// Sliders: in place of `bookIds`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<SliderRule>,
    /// Pages: the image for sharing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_image: Option<RecordId>,
}

impl BodyFields {
    /// The title, which every kind must have.
    pub(crate) fn take_title(&mut self, faults: &mut Faults) -> String {
        let title = std::mem::take(&mut self.title).trim().to_owned();
        if title.is_empty() {
            faults.add("body.title", "required");
        }
        faults.limit("body.title", &title, MAX_TITLE);
        title
    }

    /// The HTML; absent, it is empty.
    pub(crate) fn take_content(&mut self, faults: &mut Faults) -> String {
        let content = self.content.take().unwrap_or_default();
        faults.limit("body.content", &content, MAX_CONTENT);
        content
    }
}

/// A text of one line without white space at its ends. An empty one is absent.
pub fn line(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Collects the fields that do not meet their rules.
#[derive(Default)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub fn add(&mut self, field: &str, code: &'static str) {
        self.0.push(Fault { field: field.to_owned(), code });
    }

    /// Adds a fault for a text of more than `most` characters.
    pub fn limit(&mut self, field: &str, text: &str, most: usize) {
        if text.chars().count() > most {
            self.add(field, "too-long");
        }
    }

    pub fn into_result(self) -> CmsResult<()> {
        if self.0.is_empty() { Ok(()) } else { Err(CmsError::Invalid(self.0)) }
    }
}
