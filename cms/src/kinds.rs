//! The bodies of the kinds of documents (spec §3), and the rules of their fields.

use std::collections::HashSet;

use heliriiul_db::{BookId, CategoryId, RecordId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::fields::{BodyFields, Faults, line};

/// The identifier of the announcement. Readers get it among the sections.
pub const ANNOUNCEMENT: &str = "announcement";

const MAX_LINK_TEXT: usize = 100;
const MAX_SUMMARY: usize = 500;
const MAX_BOOKS: usize = 100;

/// A block of text such as the intro or the footer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SectionBody {
    pub title: String,
    /// HTML.
    pub content: String,
}

/// The banner over all pages. The store has one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AnnouncementBody {
    pub title: String,
    /// HTML.
    pub content: String,
    /// The page that the banner links to: a link by id, or an identifier.
    pub linked_page: Option<String>,
    pub link_text: Option<String>,
}

/// A page of text at an address of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PageBody {
    pub title: String,
    /// HTML; its headings begin at h2.
    pub content: String,
    /// For search engines and sharing.
    pub summary: Option<String>,
    #[serde(default)]
    pub show_in_footer: bool,
    /// The image that is shown where the page is shared.
    pub share_image: Option<RecordId>,
}

/// A row of books on the home page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SliderBody {
    pub label: String,
    /// The books without a rule, in this order.
    pub books: Vec<BookId>,
    pub rule: Option<SliderRule>,
}

/// Which books a slider shows by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskRule)]
pub struct SliderRule {
    pub kind: SliderRuleKind,
    /// For `category`.
    pub category_id: Option<CategoryId>,
    #[schema(minimum = 1, maximum = 100)]
    pub count: u32,
}

/// How a rule chooses books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeskRuleKind)]
pub enum SliderRuleKind {
    Newest,
    Popular,
    Category,
}

impl SectionBody {
    pub fn from_fields(mut fields: BodyFields, faults: &mut Faults) -> Self {
        Self { title: fields.take_title(faults), content: fields.take_content(faults) }
    }
}

impl AnnouncementBody {
    pub fn from_fields(mut fields: BodyFields, faults: &mut Faults) -> Self {
        let (linked_page, link_text) = (line(fields.linked_page.take()), line(fields.link_text.take()));
        faults.limit("body.linkText", link_text.as_deref().unwrap_or_default(), MAX_LINK_TEXT);
        if linked_page.is_some() && link_text.is_none() {
            faults.add("body.linkText", "required");
        }
        let (title, content) = (fields.take_title(faults), fields.take_content(faults));
        Self { title, content, linked_page, link_text }
    }
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
}

impl SliderBody {
    pub fn from_fields(mut fields: BodyFields, faults: &mut Faults) -> Self {
        let label = fields.take_title(faults);
        let rule = fields.rule.map(|rule| rule.checked(faults));
        let books = if rule.is_some() { Vec::new() } else { fields.book_ids.unwrap_or_default() };
        if books.len() > MAX_BOOKS {
            faults.add("body.bookIds", "too-long");
        }
        if books.iter().collect::<HashSet<_>>().len() < books.len() {
            faults.add("body.bookIds", "invalid");
        }
        Self { label, books, rule }
    }

    /// Without its category, a slider by category shows the books of its list.
    pub fn remove_missing(&mut self, missing: &MissingReferences) {
        self.books.retain(|id| !missing.books.contains(id));
        if let Some(rule) = self.rule.as_mut().filter(|rule| rule.category_id.is_some())
            && rule.category_id == missing.category
        {
            rule.category_id = None;
            if rule.kind == SliderRuleKind::Category {
                self.rule = None;
            }
        }
    }
}

impl SliderRule {
    fn checked(mut self, faults: &mut Faults) -> Self {
        if !(1..=MAX_BOOKS).contains(&usize::try_from(self.count).unwrap_or(0)) {
            faults.add("body.rule.count", "out-of-range");
        }
        if self.kind != SliderRuleKind::Category {
            self.category_id = None;
        } else if self.category_id.is_none() {
            faults.add("body.rule.categoryId", "required");
        }
        self
    }
}

/// The references of an old revision to what does not exist any more.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MissingReferences {
    pub images: Vec<RecordId>,
    pub books: Vec<BookId>,
    pub category: Option<CategoryId>,
}

impl MissingReferences {
    /// In the form `image/ID`, `book/ID`, `category/ID`.
    pub fn names(&self) -> Vec<String> {
        let images = self.images.iter().map(|id| format!("image/{id}"));
        let books = self.books.iter().map(|id| format!("book/{id}"));
        let category = self.category.iter().map(|id| format!("category/{id}"));
        images.chain(books).chain(category).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slider_without_its_category_shows_its_list() {
        let [deleted, existing] = [BookId::new(), BookId::new()];
        let [category, other] = [CategoryId::new(), CategoryId::new()];
        let missing =
            MissingReferences { images: Vec::new(), books: vec![deleted], category: Some(category) };
        let rule = |kind, category_id| Some(SliderRule { kind, category_id, count: 3 });
        let by_category = |category| rule(SliderRuleKind::Category, Some(category));
        let newest = |category| rule(SliderRuleKind::Newest, category);
        for (old_rule, old_books, new_rule, new_books) in [
            (None, vec![deleted, existing], None, vec![existing]),
            (by_category(category), vec![], None, vec![]),
            (by_category(other), vec![], by_category(other), vec![]),
            (newest(Some(category)), vec![], newest(None), vec![]),
            (newest(None), vec![], newest(None), vec![]),
        ] {
            let mut slider = SliderBody { label: "a".to_owned(), books: old_books, rule: old_rule };
            slider.remove_missing(&missing);
            assert_eq!((slider.rule, slider.books), (new_rule, new_books));
        }
    }
}
