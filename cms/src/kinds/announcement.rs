//! The banner over all pages. The store has one.

use serde::{Deserialize, Serialize};

use crate::fields::{BodyFields, Faults, line};

/// The identifier of the announcement. Readers get it among the sections.
pub const ANNOUNCEMENT: &str = "announcement";

const MAX_LINK_TEXT: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementBody {
    pub title: String,
    /// HTML.
    pub content: String,
    /// The page that the banner links to: a link by id, or an identifier.
    #[serde(default)]
    pub linked_page: Option<String>,
    #[serde(default)]
    pub link_text: Option<String>,
}

impl AnnouncementBody {
    pub fn from_fields(mut fields: BodyFields, faults: &mut Faults) -> Self {
        let (linked_page, link_text) = (line(fields.linked_page.take()), line(fields.link_text.take()));
        faults.limit("body.linkText", link_text.as_deref().unwrap_or_default(), MAX_LINK_TEXT);
        if linked_page.is_some() && link_text.is_none() {
            faults.add("body.linkText", "required");
        }
        let (title, content) = (fields.take_title(faults), fields.take_content(faults));
        Self { title, content, linked_page, link_text }
    }

    pub fn into_fields(self) -> BodyFields {
        let Self { title, content, linked_page, link_text } = self;
        BodyFields { title, content: Some(content), linked_page, link_text, ..BodyFields::default() }
    }

    pub fn may_be_named(identifier: &str) -> bool {
        identifier == ANNOUNCEMENT
    }
}
