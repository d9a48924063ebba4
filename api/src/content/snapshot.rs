//! The published content in the shapes of the API's responses.

use std::collections::HashMap;

use heliriiul_db::{BookId, DocumentId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

/// A block of text with a name (spec §3). The announcement is the section `announcement`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Section {
    pub id: DocumentId,
    #[schema(example = "intro")]
    pub identifier: String,
    pub title: String,
    /// Clean HTML.
    pub content: String,
    pub updated_at: Timestamp,
    /// Only in the announcement: identifier of the page that it links to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linked_page_slug: Option<String>,
    /// Only in the announcement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link_text: Option<String>,
}

/// A page of text at `/{identifier}`.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Page {
    pub id: DocumentId,
    pub identifier: String,
    pub title: String,
    /// Clean HTML; its headings begin at h2.
    pub content: String,
    pub summary: Option<String>,
    /// Shown where the page is shared.
    #[schema(example = "/media/images/5f0c…/640.jpg")]
    pub share_image: Option<String>,
    pub show_in_footer: bool,
    pub updated_at: Timestamp,
}

/// A page in the footer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FooterPage {
    pub identifier: String,
    pub title: String,
}

/// A row of books on the home page.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Slider {
    pub id: DocumentId,
    #[serde(rename = "type")]
    #[schema(example = "book")]
    pub kind: &'static str,
    pub label: String,
    pub book_ids: Vec<BookId>,
}

/// The content that is published at one moment.
#[derive(Default)]
pub struct ContentSnapshot {
    pub sections: Vec<Section>,
    pub pages: Vec<Page>,
    pub sliders: Vec<Slider>,
    pub footer: Vec<FooterPage>,
    /// Old identifiers of pages with the current ones.
    pub(super) redirects: HashMap<String, String>,
}

impl ContentSnapshot {
    pub fn section(&self, identifier: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.identifier == identifier)
    }

    pub fn page(&self, identifier: &str) -> Option<&Page> {
        self.pages.iter().find(|page| page.identifier == identifier)
    }

    pub fn page_by_id(&self, id: DocumentId) -> Option<&Page> {
        self.pages.iter().find(|page| page.id == id)
    }

    /// The current identifier of a page that once had this one.
    pub fn moved_page(&self, old_identifier: &str) -> Option<&str> {
        self.redirects.get(old_identifier).map(String::as_str)
    }
}
