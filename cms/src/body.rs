//! The body of a document of any kind. Bodies are JSON in the database, so a new field needs a default.

use heliriiul_db::{BookId, CategoryId, RecordId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    CmsResult, addresses,
    error::CmsError,
    fields::{BodyFields, Faults},
    html::{clean_html, find_references, remove_images},
    kinds::{ANNOUNCEMENT, AnnouncementBody, MissingReferences, PageBody, SectionBody, SliderBody},
};

/// The kinds of documents.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, sqlx::Type, Serialize, Deserialize, ToSchema,
)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
#[serde(rename_all = "lowercase")]
#[schema(as = DeskKind)]
pub enum Kind {
    Section,
    Announcement,
    Slider,
    Page,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Body {
    Section(SectionBody),
    Announcement(AnnouncementBody),
    Slider(SliderBody),
    Page(PageBody),
}

impl Kind {
    pub(crate) fn allows_identifier(self, identifier: &str) -> bool {
        match self {
            Self::Section => identifier != ANNOUNCEMENT,
            Self::Announcement => identifier == ANNOUNCEMENT,
            Self::Slider => true,
            Self::Page => !addresses::is_reserved(identifier),
        }
    }
}

impl Body {
    pub const fn kind(&self) -> Kind {
        match self {
            Self::Section(_) => Kind::Section,
            Self::Announcement(_) => Kind::Announcement,
            Self::Slider(_) => Kind::Slider,
            Self::Page(_) => Kind::Page,
        }
    }

    /// The body that an editor sends. Texts of one line are trimmed.
    ///
    /// Fails with [`CmsError::Invalid`], which has every field that does not meet its rule.
    pub fn from_fields(kind: Kind, fields: BodyFields) -> CmsResult<Self> {
        let mut faults = Faults::default();
        let body = match kind {
            Kind::Section => Self::Section(SectionBody::from_fields(fields, &mut faults)),
            Kind::Announcement => Self::Announcement(AnnouncementBody::from_fields(fields, &mut faults)),
            Kind::Slider => Self::Slider(SliderBody::from_fields(fields, &mut faults)),
            Kind::Page => Self::Page(PageBody::from_fields(fields, &mut faults)),
        };
        faults.into_result().map(|()| body)
    }

    pub(crate) fn into_fields(self) -> BodyFields {
        let none = BodyFields::default();
        match self {
            Self::Section(SectionBody { title, content }) => {
                BodyFields { title, content: Some(content), ..none }
            }
            Self::Announcement(AnnouncementBody { title, content, linked_page, link_text }) => {
                BodyFields { title, content: Some(content), linked_page, link_text, ..none }
            }
            Self::Slider(SliderBody { label, books, rule }) => {
                BodyFields { title: label, book_ids: Some(books), rule, ..none }
            }
            Self::Page(PageBody { title, content, summary, show_in_footer, share_image }) => BodyFields {
                title,
                content: Some(content),
                summary,
                show_in_footer: Some(show_in_footer),
                share_image,
                ..none
            },
        }
    }

    /// The title in lists; of a slider its label.
    pub fn title(&self) -> &str {
        match self {
            Self::Section(SectionBody { title, .. })
            | Self::Announcement(AnnouncementBody { title, .. })
            | Self::Slider(SliderBody { label: title, .. })
            | Self::Page(PageBody { title, .. }) => title,
        }
    }

    /// The HTML; sliders have none.
    pub fn html(&self) -> &str {
        match self {
            Self::Section(SectionBody { content, .. })
            | Self::Announcement(AnnouncementBody { content, .. })
            | Self::Page(PageBody { content, .. }) => content,
            Self::Slider(_) => "",
        }
    }

    fn html_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::Section(SectionBody { content, .. })
            | Self::Announcement(AnnouncementBody { content, .. })
            | Self::Page(PageBody { content, .. }) => Some(content),
            Self::Slider(_) => None,
        }
    }

    /// Returns the page in its link field. Its HTML may link to other pages.
    pub(crate) fn linked_page_mut(&mut self) -> Option<&mut String> {
        if let Self::Announcement(body) = self { body.linked_page.as_mut() } else { None }
    }

    /// The image that is shown where it is shared.
    pub(crate) const fn share_image(&self) -> Option<RecordId> {
        if let Self::Page(body) = self { body.share_image } else { None }
    }

    /// The listed books, in kinds that list books.
    pub fn books(&self) -> Option<&[BookId]> {
        if let Self::Slider(body) = self { Some(&body.books) } else { None }
    }

    /// The category whose books it shows.
    pub fn category(&self) -> Option<CategoryId> {
        if let Self::Slider(body) = self { body.rule.as_ref()?.category_id } else { None }
    }

    /// The images of the body, without repetitions.
    pub fn images(&self) -> Vec<RecordId> {
        let mut images = find_references(self.html()).images;
        images.extend(self.share_image());
        images.sort_unstable();
        images.dedup();
        images
    }

    /// The same body with its HTML cleaned. Takes milliseconds for a text of book length.
    #[must_use]
    pub fn cleaned(mut self) -> CleanBody {
        if let Some(html) = self.html_mut() {
            *html = clean_html(html);
        }
        CleanBody(self)
    }

    pub(crate) fn from_json(kind: Kind, identifier: &str, json: &str) -> CmsResult<Self> {
        let body = match kind {
            Kind::Section => serde_json::from_str(json).map(Self::Section),
            Kind::Announcement => serde_json::from_str(json).map(Self::Announcement),
            Kind::Slider => serde_json::from_str(json).map(Self::Slider),
            Kind::Page => serde_json::from_str(json).map(Self::Page),
        };
        body.map_err(|error| CmsError::Body(identifier.to_owned(), error))
    }
}

/// A body whose HTML has been cleaned. Only such a body can be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CleanBody(Body);

impl CleanBody {
    pub const fn body(&self) -> &Body {
        &self.0
    }

    pub fn into_body(self) -> Body {
        self.0
    }

    /// Removes missing references: images with their frames, listed books, the category of a rule. The words stay.
    #[must_use]
    pub fn without(mut self, missing: &MissingReferences) -> Self {
        if let Some(html) = self.0.html_mut() {
            *html = remove_images(html, &missing.images);
        }
        match &mut self.0 {
            Body::Slider(body) => body.remove_missing(missing),
            Body::Page(body) => body.share_image = body.share_image.filter(|id| !missing.images.contains(id)),
            Body::Section(_) | Body::Announcement(_) => {}
        }
        self
    }
}
