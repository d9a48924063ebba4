//! What is published, in memory, in the shapes that the API answers.

use std::{collections::HashMap, sync::Arc};

use arc_swap::ArcSwap;
use heliriiul_cms::{
    AnnouncementBody, Body, CmsError, LinkResolver as _, PageBody, Published, PublishedItem, SectionBody,
    SliderBody, SliderRule, SliderRuleKind, Target, show,
};
use heliriiul_db::{BookId, DbError, DocumentId, Timestamp, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    links::StoreLinks,
    preview::{self, Previews},
};
use crate::{
    catalogue::{BookEntry, Sort},
    state::AppState,
};

/// A block of text with a name (spec §3). The announcement comes as the block `announcement`.
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
    /// Only in the announcement: identifier of the page that it leads to.
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

/// A page as the footer names it.
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

/// All that is published at one moment.
#[derive(Default)]
pub struct ContentSnapshot {
    pub sections: Vec<Section>,
    pub pages: Vec<Page>,
    pub sliders: Vec<Slider>,
    pub footer: Vec<FooterPage>,
    page_index: HashMap<String, usize>,
    moved_pages: HashMap<String, String>,
}

impl ContentSnapshot {
    pub fn section(&self, identifier: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.identifier == identifier)
    }

    pub fn page(&self, identifier: &str) -> Option<&Page> {
        self.page_index.get(identifier).map(|&index| &self.pages[index])
    }

    pub fn page_by_id(&self, id: DocumentId) -> Option<&Page> {
        self.pages.iter().find(|page| page.id == id)
    }

    /// The present identifier of a page that once had this one.
    pub fn moved_page(&self, old_identifier: &str) -> Option<&str> {
        self.moved_pages.get(old_identifier).map(String::as_str)
    }
}

/// Holds the newest snapshot; readers keep the one that they have taken.
pub struct Content {
    current: ArcSwap<ContentSnapshot>,
    pub previews: Previews,
}

impl Content {
    /// Empty, until it is loaded.
    pub fn new(secret: &[u8]) -> Self {
        Self { current: ArcSwap::default(), previews: Previews::new(secret) }
    }

    /// What is live; for a request of a preview, what that shows.
    pub fn snapshot(&self) -> Arc<ContentSnapshot> {
        preview::seen().unwrap_or_else(|| self.current.load_full())
    }
}

/// Loads the published content into the snapshot.
pub async fn load(app: &AppState, tx: &mut Tx) -> Result<(), DbError> {
    let published = heliriiul_cms::load_published(tx).await.map_err(as_db_error)?;
    let snapshot = build(app, tx, published).await.map_err(as_db_error)?;
    app.content.current.store(Arc::new(snapshot));
    Ok(())
}

/// The content as readers get it, with all that it names by id.
pub async fn build(app: &AppState, tx: &mut Tx, content: Published) -> Result<ContentSnapshot, CmsError> {
    let moved = heliriiul_cms::redirects(tx).await?;
    let around = StoreLinks::of(app, tx, &content).await?;
    let mut snapshot = ContentSnapshot::default();
    for item in content.items {
        let PublishedItem { id, identifier, updated_at, body } = item;
        match body {
            Body::Section(body) => snapshot.sections.push(section(id, identifier, updated_at, body, &around)),
            Body::Announcement(body) => snapshot.sections.push(announcement(id, updated_at, body, &around)),
            Body::Slider(body) => snapshot.sliders.push(slider(app, id, body)),
            Body::Page(body) => snapshot.pages.push(page(id, identifier, updated_at, body, &around)),
        }
    }
    snapshot.footer = snapshot
        .pages
        .iter()
        .filter(|page| page.show_in_footer)
        .map(|page| FooterPage { identifier: page.identifier.clone(), title: page.title.clone() })
        .collect();
    snapshot.page_index =
        snapshot.pages.iter().enumerate().map(|(index, page)| (page.identifier.clone(), index)).collect();
    snapshot.moved_pages = moved
        .into_iter()
        .filter_map(|(old, id)| {
            let page = snapshot.pages.iter().find(|page| page.id == id)?;
            Some((old, page.identifier.clone()))
        })
        .collect();
    for index in 0..snapshot.sections.len() {
        let present = snapshot.sections[index].linked_page_slug.as_deref().and_then(|linked| {
            let page = match Target::of_link(linked) {
                Some(Target::Page(id)) => snapshot.page_by_id(id),
                _ => snapshot.page(linked),
            };
            page.map(|page| page.identifier.as_str()).or_else(|| snapshot.moved_page(linked))
        });
        snapshot.sections[index].linked_page_slug = present.map(str::to_owned);
    }
    Ok(snapshot)
}

fn as_db_error(error: CmsError) -> DbError {
    match error {
        CmsError::Database(error) => error,
        other => DbError::Decode(Box::new(other)),
    }
}

fn section(
    id: DocumentId,
    identifier: String,
    updated_at: Timestamp,
    body: SectionBody,
    around: &StoreLinks,
) -> Section {
    Section {
        id,
        identifier,
        title: body.title,
        content: show(&body.content, around),
        updated_at,
        linked_page_slug: None,
        link_text: None,
    }
}

fn announcement(
    id: DocumentId,
    updated_at: Timestamp,
    body: AnnouncementBody,
    around: &StoreLinks,
) -> Section {
    Section {
        id,
        identifier: "announcement".to_owned(),
        title: body.title,
        content: show(&body.content, around),
        updated_at,
        linked_page_slug: body.linked_page,
        link_text: body.link_text,
    }
}

fn slider(app: &AppState, id: DocumentId, body: SliderBody) -> Slider {
    let book_ids = match &body.rule {
        Some(rule) => by_rule(app, rule),
        None => body.books,
    };
    Slider { id, kind: "book", label: body.label, book_ids }
}

/// The books that a rule finds now.
fn by_rule(app: &AppState, rule: &SliderRule) -> Vec<BookId> {
    let catalogue = app.catalogue.snapshot();
    let count = usize::try_from(rule.count).unwrap_or(usize::MAX);
    let ids =
        |books: &mut dyn Iterator<Item = &Arc<BookEntry>>| books.take(count).map(|book| book.id()).collect();
    match rule.kind {
        SliderRuleKind::Newest => ids(&mut catalogue.visible(Sort::Newest).iter()),
        SliderRuleKind::Popular => ids(&mut catalogue.visible(Sort::Popular).iter()),
        SliderRuleKind::Category => {
            let top = rule.category_id.and_then(|id| catalogue.category(id));
            let Some(within) = top.map(|top| catalogue.subtree(top)) else { return Vec::new() };
            let of_it =
                |book: &&Arc<BookEntry>| book.book.card.category_ids.iter().any(|id| within.contains(id));
            ids(&mut catalogue.visible(Sort::Newest).iter().filter(of_it))
        }
    }
}

fn page(
    id: DocumentId,
    identifier: String,
    updated_at: Timestamp,
    body: PageBody,
    around: &StoreLinks,
) -> Page {
    let share_image = body.share_image.and_then(|id| around.image(id)).map(|image| image.src);
    Page {
        id,
        identifier,
        title: body.title,
        content: show(&body.content, around),
        summary: body.summary,
        share_image,
        show_in_footer: body.show_in_footer,
        updated_at,
    }
}
