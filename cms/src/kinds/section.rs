//! A block of text such as the intro or the footer.

use serde::{Deserialize, Serialize};

use super::announcement::ANNOUNCEMENT;
use crate::{
    fields::{BodyFields, Faults},
    kind_body::KindBody,
};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SectionBody {
    pub title: String,
    /// HTML.
    pub content: String,
}

impl KindBody for SectionBody {
    fn from_fields(mut fields: BodyFields, faults: &mut Faults) -> Self {
        Self { title: fields.take_title(faults), content: fields.take_content(faults) }
    }

    fn into_fields(self) -> BodyFields {
        let Self { title, content } = self;
        BodyFields { title, content: Some(content), ..BodyFields::default() }
    }

    fn title(&self) -> &str {
        &self.title
    }

    fn content(&self) -> Option<&str> {
        Some(&self.content)
    }

    fn content_mut(&mut self) -> Option<&mut String> {
        Some(&mut self.content)
    }

    fn may_be_named(identifier: &str) -> bool {
        identifier != ANNOUNCEMENT
    }
}
