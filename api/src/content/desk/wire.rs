//! Items, bodies and revisions as the editors' desk speaks of them.

use std::collections::HashSet;

use heliriiul_cms::{
    AnnouncementBody, Body, ItemState, Kind, PageBody, Revision, RevisionState, SectionBody, SliderBody,
};
use heliriiul_migrations::{BookId, ContentId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    app::AppState,
    catalogue::BookCard,
    error::{ApiError, ApiResult, FieldError},
};

const MAX_TITLE: usize = 200;
const MAX_CONTENT: usize = 1_000_000;
const MAX_SUMMARY: usize = 500;
const MAX_LINK_TEXT: usize = 100;
const MAX_BOOKS: usize = 100;

/// What kind of content an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeskKind {
    Section,
    Announcement,
    Slider,
    Page,
}

impl From<Kind> for DeskKind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Section => Self::Section,
            Kind::Announcement => Self::Announcement,
            Kind::Slider => Self::Slider,
            Kind::Page => Self::Page,
        }
    }
}

impl From<DeskKind> for Kind {
    fn from(kind: DeskKind) -> Self {
        match kind {
            DeskKind::Section => Self::Section,
            DeskKind::Announcement => Self::Announcement,
            DeskKind::Slider => Self::Slider,
            DeskKind::Page => Self::Page,
        }
    }
}

/// What readers see of an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeskStatus {
    /// Nothing.
    Draft,
    /// The newest revision.
    Published,
    /// An older revision than the newest.
    Changed,
}

/// An item as the desk lists it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskItem {
    #[schema(value_type = uuid::Uuid)]
    pub id: ContentId,
    pub kind: DeskKind,
    #[schema(example = "kinkekaart")]
    pub identifier: String,
    /// Of the newest revision.
    pub title: String,
    pub status: DeskStatus,
    /// The newest one; a save names it.
    pub revision: i64,
    pub published_revision: Option<i64>,
    #[schema(value_type = Option<String>, format = DateTime)]
    pub published_at: Option<Timestamp>,
    #[schema(value_type = String, format = DateTime)]
    pub saved_at: Timestamp,
    /// Null: an import.
    pub saved_by: Option<String>,
}

/// An item with its newest body.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskDocument {
    #[serde(flatten)]
    pub item: DeskItem,
    pub body: DeskBody,
    /// Sliders: the books of `bookIds` that the store has, in the same order; hidden ones too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub books: Option<Vec<BookCard>>,
}

/// What an editor writes. Members that the kind does not have are ignored, and absent in answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBody {
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
    /// The announcement: identifier of the page that it leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 80)]
    pub linked_page: Option<String>,
    /// The announcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100)]
    pub link_text: Option<String>,
    /// Sliders, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<uuid::Uuid>>, max_items = 100)]
    pub book_ids: Option<Vec<BookId>>,
}

/// A revision in the history.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRevision {
    pub revision: i64,
    pub title: String,
    #[schema(value_type = String, format = DateTime)]
    pub saved_at: Timestamp,
    /// Null: an import.
    pub saved_by: Option<String>,
}

/// A revision with its body.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRevisionBody {
    #[serde(flatten)]
    pub revision: DeskRevision,
    pub body: DeskBody,
    /// As in `DeskDocument`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub books: Option<Vec<BookCard>>,
}

/// A new item.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDeskItem {
    pub kind: DeskKind,
    /// Of a page: its address. Lower-case letters, digits and hyphens.
    #[schema(min_length = 1, max_length = 80, example = "kinkekaart")]
    pub identifier: String,
    pub body: DeskBody,
}

/// A save.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskSave {
    /// The revision that the editor started from.
    #[schema(minimum = 1)]
    pub based_on: i64,
    pub body: DeskBody,
}

/// The revision that an act is meant for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskAct {
    #[schema(minimum = 1)]
    pub revision: i64,
}

impl From<ItemState> for DeskItem {
    fn from(item: ItemState) -> Self {
        let status = match item.published_revision {
            None => DeskStatus::Draft,
            Some(revision) if revision == item.latest_revision => DeskStatus::Published,
            Some(_) => DeskStatus::Changed,
        };
        Self {
            id: item.id,
            kind: item.kind.into(),
            status,
            revision: item.latest_revision,
            published_revision: item.published_revision,
            published_at: item.published_at,
            saved_at: item.saved_at,
            saved_by: item.author.name(),
            identifier: item.identifier,
            title: item.title,
        }
    }
}

impl DeskDocument {
    pub fn new(app: &AppState, item: ItemState, body: Body) -> Self {
        Self { item: item.into(), books: books(app, &body), body: body.into() }
    }
}

impl From<RevisionState> for DeskRevision {
    fn from(state: RevisionState) -> Self {
        Self {
            revision: state.revision,
            saved_at: state.saved_at,
            saved_by: state.author.name(),
            title: state.title,
        }
    }
}

impl DeskRevisionBody {
    pub fn new(app: &AppState, Revision { state, body }: Revision) -> Self {
        Self { revision: state.into(), books: books(app, &body), body: body.into() }
    }
}

fn books(app: &AppState, body: &Body) -> Option<Vec<BookCard>> {
    let Body::Slider(slider) = body else { return None };
    let catalogue = app.catalogue.snapshot();
    let known = slider.books.iter().filter_map(|&id| catalogue.book(id));
    Some(known.map(|entry| entry.book.card.clone()).collect())
}

impl From<Body> for DeskBody {
    fn from(body: Body) -> Self {
        let (title, content) = (body.title().to_owned(), Self::default());
        match body {
            Body::Section(body) => Self { title, content: Some(body.content), ..content },
            Body::Announcement(body) => Self {
                title,
                content: Some(body.content),
                linked_page: body.linked_page,
                link_text: body.link_text,
                ..content
            },
            Body::Slider(body) => Self { title, book_ids: Some(body.books), ..content },
            Body::Page(body) => Self {
                title,
                content: Some(body.content),
                summary: body.summary,
                show_in_footer: Some(body.show_in_footer),
                ..content
            },
        }
    }
}

impl DeskBody {
    /// The body of an item of `kind`. Texts of one line lose the white space at their ends; empty ones are none.
    ///
    /// # Errors
    /// `validation`, with every field at fault.
    pub fn read(self, kind: DeskKind) -> ApiResult<Body> {
        let mut faults = Vec::new();
        let title = self.title.trim().to_owned();
        if title.is_empty() {
            fault(&mut faults, "body.title", "required");
        }
        limit(&mut faults, "body.title", &title, MAX_TITLE);
        let content = self.content.unwrap_or_default();
        let line =
            |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let body = match kind {
            DeskKind::Section => Body::Section(SectionBody { title, content }),
            DeskKind::Announcement => {
                let (linked_page, link_text) = (line(self.linked_page), line(self.link_text));
                limit(&mut faults, "body.linkText", link_text.as_deref().unwrap_or_default(), MAX_LINK_TEXT);
                if linked_page.is_some() && link_text.is_none() {
                    fault(&mut faults, "body.linkText", "required");
                }
                Body::Announcement(AnnouncementBody { title, content, linked_page, link_text })
            }
            DeskKind::Slider => {
                let books = self.book_ids.unwrap_or_default();
                if books.len() > MAX_BOOKS {
                    fault(&mut faults, "body.bookIds", "too-long");
                }
                if books.iter().collect::<HashSet<_>>().len() < books.len() {
                    fault(&mut faults, "body.bookIds", "invalid");
                }
                Body::Slider(SliderBody { label: title, books })
            }
            DeskKind::Page => {
                let summary = line(self.summary);
                limit(&mut faults, "body.summary", summary.as_deref().unwrap_or_default(), MAX_SUMMARY);
                let show_in_footer = self.show_in_footer.unwrap_or_default();
                Body::Page(PageBody { title, content, summary, show_in_footer })
            }
        };
        if let Body::Section(SectionBody { content, .. })
        | Body::Announcement(AnnouncementBody { content, .. })
        | Body::Page(PageBody { content, .. }) = &body
        {
            limit(&mut faults, "body.content", content, MAX_CONTENT);
        }
        if faults.is_empty() { Ok(body) } else { Err(ApiError::fields(faults)) }
    }
}

fn fault(faults: &mut Vec<FieldError>, field: &str, code: &'static str) {
    faults.push(FieldError { field: field.to_owned(), code: code.into() });
}

fn limit(faults: &mut Vec<FieldError>, field: &str, text: &str, most: usize) {
    if text.chars().count() > most {
        fault(faults, field, "too-long");
    }
}
