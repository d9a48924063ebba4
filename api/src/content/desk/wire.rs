//! Documents and revisions in the JSON of the desk's calls.

use heliriiul_cms::{Body, BodyFields, DocumentState, Kind, RevisionState, body_to_fields};
use heliriiul_db::{DocumentId, Timestamp, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::references::{self, DeskRef};
use crate::{
    catalogue::{BookCard, Snapshot},
    error::ApiResult,
};

/// Bytes of a request. A text of 50,000 words is half a megabyte.
pub const BODY_LIMIT: usize = 2 * 1024 * 1024;

/// What readers see of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeskStatus {
    /// Nothing.
    Draft,
    /// Nothing yet; a revision is published at `publishAt`.
    Scheduled,
    /// The latest revision.
    Published,
    /// An older revision than the latest.
    Changed,
    /// Nothing: the document is archived.
    Archived,
}

/// A document without its body.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskDocumentSummary {
    pub id: DocumentId,
    pub kind: Kind,
    #[schema(example = "kinkekaart")]
    pub identifier: String,
    /// Of the latest revision.
    pub title: String,
    pub status: DeskStatus,
    /// The latest one; a save names it as `basedOn`.
    pub revision: i64,
    pub published_revision: Option<i64>,
    pub published_at: Option<Timestamp>,
    /// When `scheduledRevision` is published.
    pub publish_at: Option<Timestamp>,
    pub scheduled_revision: Option<i64>,
    /// When the published revision is taken down.
    pub take_down_at: Option<Timestamp>,
    pub archived_at: Option<Timestamp>,
    pub saved_at: Timestamp,
    /// Null: an import.
    pub saved_by: Option<String>,
}

/// A body, with the current state of everything that it names by id.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskContent {
    pub body: BodyFields,
    /// Sliders: the books of `bookIds` that exist, in the same order, with hidden ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub books: Option<Vec<BookCard>>,
    /// What the body names by id.
    pub refs: Vec<DeskRef>,
}

/// A document with its latest body.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskDocument {
    #[serde(flatten)]
    pub summary: DeskDocumentSummary,
    #[serde(flatten)]
    pub content: DeskContent,
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
    /// Saved by the editor's timer, not by a person's action.
    pub autosaved: bool,
}

/// A revision with its body.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRevisionBody {
    #[serde(flatten)]
    pub revision: DeskRevision,
    #[serde(flatten)]
    pub content: DeskContent,
}

/// A new document.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDeskDocument {
    pub kind: Kind,
    /// Of a page: its address. Lower-case letters, digits and hyphens.
    #[schema(min_length = 1, max_length = 80, example = "kinkekaart")]
    pub identifier: String,
    pub body: BodyFields,
}

/// A save.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskSave {
    /// The revision that the editor started from.
    #[schema(minimum = 1)]
    pub based_on: i64,
    pub body: BodyFields,
    /// The editing session in one tab; its own saves do not conflict with it.
    #[serde(default)]
    pub editing: Option<uuid::Uuid>,
    /// Counts the saves of the session: one that arrives after a later one is refused as stale.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub step: Option<i64>,
    /// Saved by the editor's timer, not by a person's action.
    #[serde(default)]
    pub autosave: bool,
}

/// The new address of a page.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskAddress {
    /// Lower-case letters, digits and hyphens.
    #[schema(min_length = 1, max_length = 80, example = "kinkekaart")]
    pub identifier: String,
}

/// The revision that an action is meant for.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRevisionRef {
    #[schema(minimum = 1)]
    pub revision: i64,
}

impl From<DocumentState> for DeskDocumentSummary {
    fn from(state: DocumentState) -> Self {
        let status = match state.published_revision {
            None if state.archived_at.is_some() => DeskStatus::Archived,
            None if state.publish_at.is_some() => DeskStatus::Scheduled,
            None => DeskStatus::Draft,
            Some(revision) if revision == state.latest_revision => DeskStatus::Published,
            Some(_) => DeskStatus::Changed,
        };
        Self {
            id: state.id,
            kind: state.kind,
            status,
            revision: state.latest_revision,
            published_revision: state.published_revision,
            published_at: state.published_at,
            publish_at: state.publish_at,
            scheduled_revision: state.scheduled_revision,
            take_down_at: state.take_down_at,
            archived_at: state.archived_at,
            saved_at: state.saved_at,
            saved_by: state.author.name(),
            identifier: state.identifier,
            title: state.title,
        }
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

impl DeskContent {
    async fn load(catalogue: &Snapshot, tx: &mut Tx, body: Body) -> ApiResult<Self> {
        let refs = references::of(catalogue, tx, &body).await?;
        let books = body.books().map(|books| {
            let existing = books.iter().filter_map(|&id| catalogue.book(id));
            existing.map(|entry| entry.book.card.clone()).collect()
        });
        Ok(Self { books, refs, body: body_to_fields(tx, body).await? })
    }
}

impl DeskDocument {
    pub async fn load(
        catalogue: &Snapshot,
        tx: &mut Tx,
        state: DocumentState,
        body: Body,
    ) -> ApiResult<Self> {
        Ok(Self { summary: state.into(), content: DeskContent::load(catalogue, tx, body).await? })
    }
}

impl DeskRevisionBody {
    pub async fn load(
        catalogue: &Snapshot,
        tx: &mut Tx,
        state: RevisionState,
        body: Body,
    ) -> ApiResult<Self> {
        Ok(Self { revision: state.into(), content: DeskContent::load(catalogue, tx, body).await? })
    }
}
