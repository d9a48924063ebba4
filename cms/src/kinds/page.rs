//! A page of text at an address of its own.

use heliriiul_db::RecordId;
use serde::{Deserialize, Serialize};

use crate::{
    addresses,
    fields::{BodyFields, Faults, line},
    missing::MissingReferences,
};

const MAX_SUMMARY: usize = 500;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageBody {
    pub title: String,
    /// HTML; its headings begin at h2.
    pub content: String,
    /// For search engines and sharing.
    #[serde(default)]
    pub summary: Option<String>,
    #[serde(default)]
    pub show_in_footer: bool,
    /// The picture that is shown where the page is shared.
    #[serde(default)]
    pub share_image: Option<RecordId>,
}

impl PageBody {
    pub fn from_fields(mut fields: BodyFields, faults: &mut Faults) -> Self {
        let summary = line(fields.summary.take());
        faults.limit("body.summary", summary.as_deref().unwrap_or_default(), MAX_SUMMARY);
        Self {
            title: fields.take_title(faults),
            content: fields.take_content(faults),
            summary,
            show_in_footer: fields.show_in_footer.unwrap_or_default(),
            share_image: fields.share_image,
        }
    }

    pub fn into_fields(self) -> BodyFields {
        let Self { title, content, summary, show_in_footer, share_image } = self;
        BodyFields {
            title,
            content: Some(content),
            summary,
            show_in_footer: Some(show_in_footer),
            share_image,
            ..BodyFields::default()
        }
    }

    pub fn remove_missing(&mut self, missing: &MissingReferences) {
        self.share_image = self.share_image.filter(|id| !missing.images.contains(id));
    }

    pub fn may_be_named(identifier: &str) -> bool {
        !addresses::is_reserved(identifier)
    }
}
