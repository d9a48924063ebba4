//! Images in the JSON of the desk's calls.

use heliriiul_db::{Author, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::store::{ImageFacts, ImageRow, ImageUse};
use crate::{
    catalogue::{Checks, Patch},
    error::{ApiError, ApiResult},
    media::image_address,
};

const MAX_NAME: usize = 200;
const MAX_ALT: usize = 500;
const MAX_SEARCH: usize = 200;

/// An image.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskImage {
    pub id: Uuid,
    #[schema(example = "foto.jpg")]
    pub name: String,
    /// What it shows, for people who do not see it. The editor copies it into a document with the image.
    pub alt: String,
    /// It adds nothing to the words of a document.
    pub decorative: bool,
    /// Pixels of the uploaded image, upright.
    pub width: i64,
    pub height: i64,
    /// Of the uploaded file.
    pub bytes: i64,
    /// The smallest width, from the root of the site.
    #[schema(example = "/media/images/5f0c…/320.jpg")]
    pub url: String,
    pub created_at: Timestamp,
    /// Null: an import.
    #[schema(value_type = Option<String>)]
    pub created_by: Author,
    /// How many documents show it.
    pub uses: i64,
    /// Grows with every write; a save names it as `basedOn`.
    pub version: i64,
}

/// An image, and the documents that show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskImageUses {
    #[serde(flatten)]
    pub image: DeskImage,
    pub used_by: Vec<ImageUse>,
}

/// The name and description of an image.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskImageSave {
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    #[schema(max_length = 500)]
    pub alt: String,
    pub decorative: bool,
    /// The version that the editor started from.
    pub based_on: i64,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ImageName {
    /// The file's name.
    #[param(min_length = 1, max_length = 200, example = "foto.jpg")]
    pub name: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ImageSearch {
    /// Part of the name or of the description, in any case.
    #[param(max_length = 200)]
    pub q: Option<String>,
}

impl From<ImageRow> for DeskImage {
    fn from(row: ImageRow) -> Self {
        let smallest = row.view.widths.0.first().copied().unwrap_or_default();
        Self {
            id: row.view.id.uuid(),
            url: image_address(&row.view.hash, smallest),
            name: row.view.facts.name,
            alt: row.view.facts.alt,
            decorative: row.view.facts.decorative,
            width: row.view.width,
            height: row.view.height,
            bytes: row.bytes,
            created_at: row.created_at,
            created_by: row.author,
            uses: row.uses,
            version: row.updated_at.millis(),
        }
    }
}

/// The name without white space at its ends. Fails with `validation` for an empty or a long name, or one with control
/// characters.
pub fn checked_name(name: String) -> ApiResult<String> {
    let mut checks = Checks::default();
    let name = checks.required_text("name", name, MAX_NAME);
    Ok(checks.finish(name)?)
}

impl DeskImageSave {
    /// The facts within their rules, without white space at the ends. An alt text without a visible letter is empty.
    ///
    /// Fails with `validation` of every field at fault.
    pub fn checked(self) -> ApiResult<ImageFacts> {
        let mut checks = Checks::default();
        let name = checks.required_text("name", self.name, MAX_NAME);
        let alt = checks.text("alt", Patch::Value(self.alt), MAX_ALT).value();
        let alt = alt.filter(|alt| !heliriiul_cms::is_blank(alt)).unwrap_or_default();
        Ok(checks.finish(ImageFacts { name, alt, decorative: self.decorative })?)
    }
}

impl ImageSearch {
    /// The text to search for, in lower case; empty: all images.
    ///
    /// Fails with `validation` for a text that is too long.
    pub fn folded(&self) -> ApiResult<String> {
        let text = self.q.as_deref().unwrap_or_default().trim();
        if text.chars().count() > MAX_SEARCH {
            return Err(ApiError::field("q", "too-long"));
        }
        Ok(text.to_lowercase())
    }
}
