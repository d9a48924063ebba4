//! The body of a document of any kind. Bodies are JSON in the database, so a new field needs a default.

use heliriiul_db::{BookId, CategoryId, RecordId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    error::CmsError,
    fields::{BodyFields, Faults},
    html::{clean_html, find_references, remove_images},
    kinds::{AnnouncementBody, PageBody, SectionBody, SliderBody},
    missing::MissingReferences,
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

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Section(SectionBody),
    Announcement(AnnouncementBody),
    Slider(SliderBody),
    Page(PageBody),
}

impl Kind {
    /// Whether a document of this kind may have the identifier.
    pub(crate) fn may_be_named(self, identifier: &str) -> bool {
        match self {
            Self::Section => SectionBody::may_be_named(identifier),
            Self::Announcement => AnnouncementBody::may_be_named(identifier),
            Self::Slider => true,
            Self::Page => PageBody::may_be_named(identifier),
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
    /// # Errors
    /// [`CmsError::Invalid`] with every field that does not meet its rule.
    pub fn from_fields(kind: Kind, fields: BodyFields) -> Result<Self, CmsError> {
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
        match self {
            Self::Section(body) => body.into_fields(),
            Self::Announcement(body) => body.into_fields(),
            Self::Slider(body) => body.into_fields(),
            Self::Page(body) => body.into_fields(),
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
        match self {
            Self::Announcement(body) => body.linked_page.as_mut(),
            Self::Section(_) | Self::Slider(_) | Self::Page(_) => None,
        }
    }

    /// The picture that is shown where it is shared.
    pub(crate) const fn share_image(&self) -> Option<RecordId> {
        match self {
            Self::Page(body) => body.share_image,
            Self::Section(_) | Self::Announcement(_) | Self::Slider(_) => None,
        }
    }

    /// The listed books, in kinds that list books.
    pub fn books(&self) -> Option<&[BookId]> {
        match self {
            Self::Slider(body) => Some(&body.books),
            Self::Section(_) | Self::Announcement(_) | Self::Page(_) => None,
        }
    }

    /// The category whose books it shows.
    pub fn category(&self) -> Option<CategoryId> {
        match self {
            Self::Slider(body) => body.category(),
            Self::Section(_) | Self::Announcement(_) | Self::Page(_) => None,
        }
    }

    /// The pictures of the body, without repetitions.
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

    pub(crate) fn to_json(&self) -> Result<String, serde_json::Error> {
        match self {
            Self::Section(body) => serde_json::to_string(body),
            Self::Announcement(body) => serde_json::to_string(body),
            Self::Slider(body) => serde_json::to_string(body),
            Self::Page(body) => serde_json::to_string(body),
        }
    }

    pub(crate) fn from_json(kind: Kind, identifier: &str, json: &str) -> Result<Self, CmsError> {
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

    /// Removes missing references: pictures with their frames, listed books, the category of a rule. The words stay.
    #[must_use]
    pub fn without(mut self, missing: &MissingReferences) -> Self {
        if let Some(html) = self.0.html_mut() {
            *html = remove_images(html, &missing.images);
        }
        match &mut self.0 {
            Body::Slider(body) => body.remove_missing(missing),
            Body::Page(body) => body.remove_missing(missing),
            Body::Section(_) | Body::Announcement(_) => {}
        }
        self
    }
}
