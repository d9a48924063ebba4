//! The published content in memory, in the shapes of the API's responses.

use std::{collections::HashMap, sync::Arc};

use arc_swap::ArcSwap;
use heliriiul_cms::{CmsError, load_published};
use heliriiul_db::{BookId, DbError, DbResult, DocumentId, Timestamp, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    build::build,
    preview::{self, Previews},
};
use crate::catalogue::Snapshot;

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

/// Holds the current snapshot. A reader's snapshot does not change when a newer one replaces it.
pub struct Content {
    current: ArcSwap<ContentSnapshot>,
    pub previews: Previews,
}

impl Content {
    /// Empty, until it is loaded.
    pub fn new(secret: &[u8]) -> Self {
        Self { current: ArcSwap::default(), previews: Previews::new(secret) }
    }

    /// The published content; in the request of a preview, the preview's content.
    pub fn snapshot(&self) -> Arc<ContentSnapshot> {
        preview::current().unwrap_or_else(|| self.current.load_full())
    }

    /// Reads the published documents.
    pub async fn load(&self, tx: &mut Tx, catalogue: Arc<Snapshot>) -> DbResult<()> {
        let load = async {
            let documents = load_published(tx, None).await?;
            build(tx, catalogue, documents).await
        };
        let snapshot = load.await.map_err(|error| match error {
            CmsError::Database(error) => error,
            other => DbError::Decode(Box::new(other)),
        })?;
        self.current.store(Arc::new(snapshot));
        Ok(())
    }
}
