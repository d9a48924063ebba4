//! A block of text such as the intro or the footer.

use serde::{Deserialize, Serialize};

use super::announcement::ANNOUNCEMENT;
use crate::fields::{BodyFields, Faults};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SectionBody {
    pub title: String,
    /// HTML.
    pub content: String,
}

impl SectionBody {
    pub fn from_fields(mut fields: BodyFields, faults: &mut Faults) -> Self {
        Self { title: fields.take_title(faults), content: fields.take_content(faults) }
    }

    pub fn into_fields(self) -> BodyFields {
        let Self { title, content } = self;
        BodyFields { title, content: Some(content), ..BodyFields::default() }
    }

    pub fn may_be_named(identifier: &str) -> bool {
        identifier != ANNOUNCEMENT
    }
}
