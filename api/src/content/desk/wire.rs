//! Items and revisions as the editors' desk speaks of them.

use heliriiul_cms::{Body, ItemState, Kind, Revision, RevisionState, Target};
use heliriiul_db::{DocumentId, Timestamp, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{body::DeskBody, refs};
use crate::{
    catalogue::BookCard,
    error::{ApiError, ApiResult},
    state::AppState,
};

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
    /// Nothing yet; a revision goes up at `publishAt`.
    Scheduled,
    /// The newest revision.
    Published,
    /// An older revision than the newest.
    Changed,
    /// Nothing: the item is put away.
    Archived,
}

/// An item as the desk lists it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskItem {
    pub id: DocumentId,
    pub kind: DeskKind,
    #[schema(example = "kinkekaart")]
    pub identifier: String,
    /// Of the newest revision.
    pub title: String,
    pub status: DeskStatus,
    /// The newest one; a save names it.
    pub revision: i64,
    pub published_revision: Option<i64>,
    pub published_at: Option<Timestamp>,
    /// When `scheduledRevision` goes up.
    pub publish_at: Option<Timestamp>,
    pub scheduled_revision: Option<i64>,
    /// When what is live goes down.
    pub take_down_at: Option<Timestamp>,
    /// When it was put away.
    pub archived_at: Option<Timestamp>,
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
    /// What the body names by id.
    pub refs: Vec<DeskRef>,
}

/// Something of the store that a text names by id.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRef {
    /// `page/ID`, `book/ID`, `category/ID` or `image/ID`.
    #[serde(rename = "ref")]
    #[schema(example = "page/01920000-0000-7000-8000-000000000001")]
    pub name: String,
    pub title: String,
    /// Its address in the store; null for pictures.
    pub path: Option<String>,
    /// Of pictures, and of books with a cover.
    pub image_url: Option<String>,
    /// Whether readers can see it.
    pub live: bool,
}

/// A revision in the history.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRevision {
    pub revision: i64,
    pub title: String,
    pub saved_at: Timestamp,
    /// Null: an import.
    pub saved_by: Option<String>,
    /// Saved while writing, not by the writer's act.
    pub autosaved: bool,
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
    /// As in `DeskDocument`.
    pub refs: Vec<DeskRef>,
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
    /// One opening of the text in one tab; its own saves are no conflict to it.
    #[serde(default)]
    pub editing: Option<uuid::Uuid>,
    /// Counts the saves of this opening: one that comes after a later one is refused as stale.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub step: Option<i64>,
    /// Saved while writing, not by the writer's act.
    #[serde(default)]
    pub autosave: bool,
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
            None if item.archived_at.is_some() => DeskStatus::Archived,
            None if item.publish_at.is_some() => DeskStatus::Scheduled,
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
            publish_at: item.publish_at,
            scheduled_revision: item.scheduled_revision,
            take_down_at: item.take_down_at,
            archived_at: item.archived_at,
            saved_at: item.saved_at,
            saved_by: item.author.name(),
            identifier: item.identifier,
            title: item.title,
        }
    }
}

impl DeskDocument {
    /// With what the body names, as it is now.
    pub async fn new(app: &AppState, tx: &mut Tx, item: ItemState, body: Body) -> ApiResult<Self> {
        let refs = refs::of(app, tx, &body).await?;
        let books = books(app, &body);
        Ok(Self { item: item.into(), books, refs, body: named(tx, body).await? })
    }
}

impl From<RevisionState> for DeskRevision {
    fn from(state: RevisionState) -> Self {
        Self {
            revision: state.revision,
            saved_at: state.saved_at,
            saved_by: state.author.name(),
            autosaved: state.autosaved,
            title: state.title,
        }
    }
}

impl DeskRevisionBody {
    pub async fn new(app: &AppState, tx: &mut Tx, Revision { state, body }: Revision) -> ApiResult<Self> {
        let refs = refs::of(app, tx, &body).await?;
        let books = books(app, &body);
        Ok(Self { revision: state.into(), books, refs, body: named(tx, body).await? })
    }
}

/// The body as the desk has it: the linked page by its present identifier.
async fn named(tx: &mut Tx, body: Body) -> ApiResult<DeskBody> {
    let mut body: DeskBody = body.into();
    if let Some(linked) = &mut body.linked_page {
        let page = match Target::of_link(linked) {
            Some(Target::Page(id)) => Some(id),
            _ => heliriiul_cms::page_of(tx, linked).await?,
        };
        if let Some(page) = page
            && let Some(identifier) = heliriiul_cms::identifier_of(tx, page).await?
        {
            *linked = identifier;
        }
    }
    Ok(body)
}

/// The body as it is kept: the page that an announcement leads to by its id, so that the link follows it to another
/// address.
///
/// # Errors
/// `validation` when there is no such page.
pub(super) async fn linked(tx: &mut Tx, kind: DeskKind, mut body: DeskBody) -> ApiResult<DeskBody> {
    if kind == DeskKind::Announcement
        && let Some(linked) = &mut body.linked_page
        && !linked.trim().is_empty()
    {
        let page = heliriiul_cms::page_of(tx, linked.trim()).await?;
        let page = page.ok_or_else(|| ApiError::field("body.linkedPage", "not-found"))?;
        *linked = Target::Page(page).link();
    }
    Ok(body)
}

fn books(app: &AppState, body: &Body) -> Option<Vec<BookCard>> {
    let Body::Slider(slider) = body else { return None };
    let catalogue = app.catalogue.snapshot();
    let known = slider.books.iter().filter_map(|&id| catalogue.book(id));
    Some(known.map(|entry| entry.book.card.clone()).collect())
}
