//! Pictures as the editors' desk speaks of them.

use heliriiul_db::{DocumentId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::store::{ImageRow, ImageUse};
use crate::{
    error::{ApiError, ApiResult, FieldError},
    media::image_address,
};

const MAX_NAME: usize = 200;
const MAX_ALT: usize = 500;
const MAX_SEARCH: usize = 200;

/// A picture.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskImage {
    pub id: Uuid,
    #[schema(example = "foto.jpg")]
    pub name: String,
    /// What it shows, for those who do not see it. Texts take it from here when the picture is put in.
    pub alt: String,
    /// It shows nothing that the text does not say.
    pub decorative: bool,
    /// Pixels of the picture that came in, upright.
    pub width: i64,
    pub height: i64,
    /// Of the file that came in.
    pub bytes: i64,
    /// The smallest width, from the root of the site.
    #[schema(example = "/media/images/5f0c…/320.jpg")]
    pub url: String,
    pub created_at: Timestamp,
    /// Null: an import.
    pub created_by: Option<String>,
    /// How many texts show it.
    pub uses: i64,
}

/// A picture, and the texts that show it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskImageUses {
    #[serde(flatten)]
    pub image: DeskImage,
    pub used_by: Vec<DeskImageUse>,
}

/// A text that shows a picture: in its newest, its live or its scheduled revision.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DeskImageUse {
    pub id: DocumentId,
    #[schema(example = "page")]
    pub kind: String,
    pub title: String,
    /// Whether readers see the text.
    pub live: bool,
}

/// What is said of a picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeskImageFacts {
    #[schema(min_length = 1, max_length = 200)]
    pub name: String,
    #[schema(max_length = 500)]
    pub alt: String,
    pub decorative: bool,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ImageName {
    /// The file's name.
    #[param(min_length = 1, max_length = 200, example = "foto.jpg")]
    pub name: String,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ImageSearch {
    /// Part of the name or of the description, in any case.
    #[param(max_length = 200)]
    pub q: Option<String>,
}

impl From<ImageRow> for DeskImage {
    fn from(row: ImageRow) -> Self {
        let smallest = row.view.widths.first().copied().unwrap_or_default();
        Self {
            id: row.id,
            url: image_address(&row.view.hash, smallest),
            name: row.view.name,
            alt: row.view.alt,
            decorative: row.view.decorative,
            width: row.view.width.into(),
            height: row.view.height.into(),
            bytes: row.bytes,
            created_at: row.created_at,
            created_by: row.created_by,
            uses: row.uses,
        }
    }
}

impl From<ImageUse> for DeskImageUse {
    fn from(used: ImageUse) -> Self {
        Self { id: used.id, kind: used.kind, title: used.title, live: used.live }
    }
}

impl DeskImageFacts {
    /// Within the rules, without white space at the ends.
    ///
    /// # Errors
    /// `validation`, with every field at fault.
    pub fn checked(self) -> ApiResult<Self> {
        let mut faults = Vec::new();
        let name = line(&mut faults, "name", &self.name, MAX_NAME);
        if name.is_empty() && faults.is_empty() {
            faults.push(FieldError { field: "name".to_owned(), code: "required".into() });
        }
        let mut alt = line(&mut faults, "alt", &self.alt, MAX_ALT);
        if heliriiul_cms::says_nothing(&alt) {
            alt.clear();
        }
        if faults.is_empty() {
            Ok(Self { name, alt, decorative: self.decorative })
        } else {
            Err(ApiError::fields(faults))
        }
    }
}

impl ImageSearch {
    /// What is looked for, folded; empty: everything.
    pub fn folded(&self) -> ApiResult<String> {
        let text = self.q.as_deref().unwrap_or_default().trim();
        if text.chars().count() > MAX_SEARCH {
            return Err(ApiError::field("q", "too-long"));
        }
        Ok(text.to_lowercase())
    }
}

fn line(faults: &mut Vec<FieldError>, field: &str, text: &str, most: usize) -> String {
    let text = text.trim();
    let code = if text.chars().count() > most {
        "too-long"
    } else if text.chars().any(char::is_control) {
        "invalid"
    } else {
        return text.to_owned();
    };
    faults.push(FieldError { field: field.to_owned(), code: code.into() });
    String::new()
}
