//! What an editor writes: its members for each kind, and the rules that they meet.

use std::collections::HashSet;

use heliriiul_cms::{AnnouncementBody, Body, PageBody, SectionBody, SliderBody, SliderRule, SliderRuleKind};
use heliriiul_db::{BookId, CategoryId, RecordId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::wire::DeskKind;
use crate::error::{ApiError, ApiResult, FieldError};

const MAX_TITLE: usize = 200;
const MAX_CONTENT: usize = 1_000_000;
const MAX_SUMMARY: usize = 500;
const MAX_LINK_TEXT: usize = 100;
const MAX_BOOKS: usize = 100;

/// Which books a row shows by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRule {
    pub kind: DeskRuleKind,
    /// For `category`.
    pub category_id: Option<CategoryId>,
    #[schema(minimum = 1, maximum = 100)]
    pub count: u32,
}

/// What a row by rule goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeskRuleKind {
    Newest,
    Popular,
    Category,
}

/// What an editor writes. Members that the kind does not have are ignored, and absent in answers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBody {
    /// Of a slider: its label.
    #[schema(min_length = 1, max_length = 200)]
    pub title: String,
    /// HTML, cleaned when it is saved. Not in sliders.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 1_000_000)]
    pub content: Option<String>,
    /// Pages: for search engines and sharing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 500)]
    pub summary: Option<String>,
    /// Pages.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub show_in_footer: Option<bool>,
    /// The announcement: identifier of the page that it leads to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 80)]
    pub linked_page: Option<String>,
    /// The announcement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100)]
    pub link_text: Option<String>,
    /// Sliders, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_items = 100)]
    pub book_ids: Option<Vec<BookId>>,
    /// Sliders: in place of `bookIds`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<DeskRule>,
    /// Pages: the picture that is shown where the page is shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share_image: Option<RecordId>,
}

impl From<Body> for DeskBody {
    fn from(body: Body) -> Self {
        let (title, content) = (body.title().to_owned(), Self::default());
        match body {
            Body::Section(body) => Self { title, content: Some(body.content), ..content },
            Body::Announcement(body) => Self {
                title,
                content: Some(body.content),
                linked_page: body.linked_page,
                link_text: body.link_text,
                ..content
            },
            Body::Slider(body) => {
                let rule = body.rule.map(|rule| DeskRule {
                    kind: match rule.kind {
                        SliderRuleKind::Newest => DeskRuleKind::Newest,
                        SliderRuleKind::Popular => DeskRuleKind::Popular,
                        SliderRuleKind::Category => DeskRuleKind::Category,
                    },
                    category_id: rule.category_id,
                    count: rule.count,
                });
                Self { title, book_ids: Some(body.books), rule, ..content }
            }
            Body::Page(body) => Self {
                title,
                content: Some(body.content),
                summary: body.summary,
                show_in_footer: Some(body.show_in_footer),
                share_image: body.share_image,
                ..content
            },
        }
    }
}

impl DeskBody {
    /// The body of an item of `kind`. Texts of one line lose the white space at their ends; empty ones are none.
    ///
    /// # Errors
    /// `validation`, with every field at fault.
    pub fn read(self, kind: DeskKind) -> ApiResult<Body> {
        let mut faults = Vec::new();
        let title = self.title.trim().to_owned();
        if title.is_empty() {
            fault(&mut faults, "body.title", "required");
        }
        limit(&mut faults, "body.title", &title, MAX_TITLE);
        let content = self.content.unwrap_or_default();
        let line =
            |text: Option<String>| text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        let body = match kind {
            DeskKind::Section => Body::Section(SectionBody { title, content }),
            DeskKind::Announcement => {
                let (linked_page, link_text) = (line(self.linked_page), line(self.link_text));
                limit(&mut faults, "body.linkText", link_text.as_deref().unwrap_or_default(), MAX_LINK_TEXT);
                if linked_page.is_some() && link_text.is_none() {
                    fault(&mut faults, "body.linkText", "required");
                }
                Body::Announcement(AnnouncementBody { title, content, linked_page, link_text })
            }
            DeskKind::Slider => {
                let rule = self.rule.map(|rule| slider_rule(&mut faults, &rule));
                let books = if rule.is_some() { Vec::new() } else { self.book_ids.unwrap_or_default() };
                if books.len() > MAX_BOOKS {
                    fault(&mut faults, "body.bookIds", "too-long");
                }
                if books.iter().collect::<HashSet<_>>().len() < books.len() {
                    fault(&mut faults, "body.bookIds", "invalid");
                }
                Body::Slider(SliderBody { label: title, books, rule })
            }
            DeskKind::Page => {
                let summary = line(self.summary);
                limit(&mut faults, "body.summary", summary.as_deref().unwrap_or_default(), MAX_SUMMARY);
                let show_in_footer = self.show_in_footer.unwrap_or_default();
                Body::Page(PageBody {
                    title,
                    content,
                    summary,
                    show_in_footer,
                    share_image: self.share_image,
                })
            }
        };
        if let Body::Section(SectionBody { content, .. })
        | Body::Announcement(AnnouncementBody { content, .. })
        | Body::Page(PageBody { content, .. }) = &body
        {
            limit(&mut faults, "body.content", content, MAX_CONTENT);
        }
        if faults.is_empty() { Ok(body) } else { Err(ApiError::fields(faults)) }
    }
}

fn slider_rule(faults: &mut Vec<FieldError>, rule: &DeskRule) -> SliderRule {
    let kind = match rule.kind {
        DeskRuleKind::Newest => SliderRuleKind::Newest,
        DeskRuleKind::Popular => SliderRuleKind::Popular,
        DeskRuleKind::Category => SliderRuleKind::Category,
    };
    if !(1..=MAX_BOOKS).contains(&usize::try_from(rule.count).unwrap_or(0)) {
        fault(faults, "body.rule.count", "out-of-range");
    }
    if kind == SliderRuleKind::Category && rule.category_id.is_none() {
        fault(faults, "body.rule.categoryId", "required");
    }
    let category_id = rule.category_id.filter(|_| kind == SliderRuleKind::Category);
    SliderRule { kind, category_id, count: rule.count }
}

fn fault(faults: &mut Vec<FieldError>, field: &str, code: &'static str) {
    faults.push(FieldError { field: field.to_owned(), code: code.into() });
}

fn limit(faults: &mut Vec<FieldError>, field: &str, text: &str, most: usize) {
    if text.chars().count() > most {
        fault(faults, field, "too-long");
    }
}
