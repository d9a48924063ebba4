//! Documents and revisions in the JSON of the desk's calls.

use heliriiul_cms::{Body, BodyFields, DocumentState, Kind, RevisionState, body_to_fields};
use heliriiul_db::Tx;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::references::{self, DeskRef};
use crate::{
    catalogue::{BookCard, Snapshot},
    error::ApiResult,
};

/// Bytes of a request. A text of 50,000 words is half a megabyte.
pub const BODY_LIMIT: usize = 2 * 1024 * 1024;

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
    pub summary: DocumentState,
    #[serde(flatten)]
    pub content: DeskContent,
}

/// A revision with its body.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRevisionBody {
    #[serde(flatten)]
    pub revision: RevisionState,
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
    pub editing: Option<uuid::Uuid>,
    /// Counts the saves of the session: one that arrives after a later one is refused as stale.
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

/// The revision to restore.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRestore {
    /// The latest revision that the editor has seen.
    #[schema(minimum = 1)]
    pub revision: i64,
    /// The one to restore.
    #[schema(minimum = 1)]
    pub from: i64,
}

/// The document with the restored text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRestored {
    #[serde(flatten)]
    pub document: DeskDocument,
    /// Missing references, which are not in the restored text: `image/ID`, `book/ID` or `category/ID`.
    #[schema(example = json!(["image/01920000-0000-7000-8000-000000000001"]))]
    pub left_out: Vec<String>,
}

impl DeskContent {
    pub async fn load(catalogue: &Snapshot, tx: &mut Tx, body: Body) -> ApiResult<Self> {
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
        (summary, body): (DocumentState, Body),
    ) -> ApiResult<Self> {
        Ok(Self { summary, content: DeskContent::load(catalogue, tx, body).await? })
    }
}
