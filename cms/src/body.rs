//! What an item of each kind holds. Bodies are JSON in the database, so a new field needs a default.

use heliriiul_db::{BookId, CategoryId, RecordId};
use serde::{Deserialize, Serialize};

use crate::{clean::clean_html, remains::Gone, show::marks};

/// The kinds of content (spec §3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, sqlx::Type)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum Kind {
    Section,
    Announcement,
    Slider,
    Page,
}

/// A block such as intro, promo or footer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SectionBody {
    pub title: String,
    /// HTML.
    pub content: String,
}

/// The banner over all pages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementBody {
    pub title: String,
    /// HTML.
    pub content: String,
    /// The page that the banner leads to: a link that names it by id, or the identifier it had when that was written.
    #[serde(default)]
    pub linked_page: Option<String>,
    #[serde(default)]
    pub link_text: Option<String>,
}

/// A row of books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SliderBody {
    pub label: String,
    /// Without a rule: these, in this order.
    pub books: Vec<BookId>,
    #[serde(default)]
    pub rule: Option<SliderRule>,
}

/// Which books a row shows by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SliderRule {
    pub kind: SliderRuleKind,
    /// For [`SliderRuleKind::Category`].
    #[serde(default)]
    pub category_id: Option<CategoryId>,
    pub count: u32,
}

/// What a row by rule goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SliderRuleKind {
    Newest,
    Popular,
    Category,
}

/// A page of text at an address of its own.
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

/// The body of one item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Body {
    Section(SectionBody),
    Announcement(AnnouncementBody),
    Slider(SliderBody),
    Page(PageBody),
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

    /// What lists call the item: its title or label.
    pub fn title(&self) -> &str {
        match self {
            Self::Section(body) => &body.title,
            Self::Announcement(body) => &body.title,
            Self::Slider(body) => &body.label,
            Self::Page(body) => &body.title,
        }
    }

    /// The same body with its HTML cleaned. Takes milliseconds on a text of book length.
    #[must_use]
    pub fn cleaned(mut self) -> CleanBody {
        match &mut self {
            Self::Section(SectionBody { content, .. })
            | Self::Announcement(AnnouncementBody { content, .. })
            | Self::Page(PageBody { content, .. }) => *content = clean_html(content),
            Self::Slider(_) => {}
        }
        CleanBody(self)
    }

    /// The body's HTML; sliders have none.
    pub fn html(&self) -> &str {
        match self {
            Self::Section(body) => &body.content,
            Self::Announcement(body) => &body.content,
            Self::Page(body) => &body.content,
            Self::Slider(_) => "",
        }
    }

    /// The pictures that the body shows.
    pub fn images(&self) -> Vec<RecordId> {
        let share = match self {
            Self::Page(body) => body.share_image,
            _ => None,
        };
        let mut images: Vec<RecordId> = marks(self.html()).images;
        images.extend(share);
        images.sort_unstable();
        images.dedup();
        images
    }

    pub(crate) fn to_json(&self) -> Result<String, serde_json::Error> {
        match self {
            Self::Section(body) => serde_json::to_string(body),
            Self::Announcement(body) => serde_json::to_string(body),
            Self::Slider(body) => serde_json::to_string(body),
            Self::Page(body) => serde_json::to_string(body),
        }
    }

    pub(crate) fn from_json(kind: Kind, json: &str) -> Result<Self, serde_json::Error> {
        Ok(match kind {
            Kind::Section => Self::Section(serde_json::from_str(json)?),
            Kind::Announcement => Self::Announcement(serde_json::from_str(json)?),
            Kind::Slider => Self::Slider(serde_json::from_str(json)?),
            Kind::Page => Self::Page(serde_json::from_str(json)?),
        })
    }
}

/// A body whose HTML has been cleaned. Only such a one can be saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CleanBody(Body);

impl CleanBody {
    pub const fn body(&self) -> &Body {
        &self.0
    }

    /// As [`Body::without`], which takes only away.
    #[must_use]
    pub fn without(self, gone: &Gone) -> Self {
        Self(self.0.without(gone))
    }

    pub fn into_body(self) -> Body {
        self.0
    }
}
