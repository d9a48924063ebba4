//! A row of books on the home page.

use std::collections::HashSet;

use heliriiul_db::{BookId, CategoryId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    fields::{BodyFields, Faults},
    kind_body::KindBody,
    missing::MissingReferences,
};

const MAX_BOOKS: usize = 100;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SliderBody {
    pub label: String,
    /// The books without a rule, in this order.
    pub books: Vec<BookId>,
    #[serde(default)]
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

impl SliderRule {
    fn checked(self, faults: &mut Faults) -> Self {
        if !(1..=MAX_BOOKS).contains(&usize::try_from(self.count).unwrap_or(0)) {
            faults.add("body.rule.count", "out-of-range");
        }
        let by_category = self.kind == SliderRuleKind::Category;
        if by_category && self.category_id.is_none() {
            faults.add("body.rule.categoryId", "required");
        }
        Self { category_id: self.category_id.filter(|_| by_category), ..self }
    }
}

impl KindBody for SliderBody {
    fn from_fields(mut fields: BodyFields, faults: &mut Faults) -> Self {
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

    fn into_fields(self) -> BodyFields {
        let Self { label, books, rule } = self;
        BodyFields { title: label, book_ids: Some(books), rule, ..BodyFields::default() }
    }

    fn title(&self) -> &str {
        &self.label
    }

    fn books(&self) -> Option<&[BookId]> {
        Some(&self.books)
    }

    fn category(&self) -> Option<CategoryId> {
        self.rule.as_ref().and_then(|rule| rule.category_id)
    }

    /// Without its category, a slider by category shows the books of its list.
    fn remove_missing(&mut self, missing: &MissingReferences) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slider_without_its_category_shows_its_list() {
        let [deleted, existing] = [BookId::new(), BookId::new()];
        let category = CategoryId::new();
        let slider =
            |books: &[BookId], rule| SliderBody { label: "a".to_owned(), books: books.to_vec(), rule };
        let rule = |kind, category_id| Some(SliderRule { kind, category_id, count: 3 });
        let missing =
            MissingReferences { images: Vec::new(), books: vec![deleted], category: Some(category) };
        for (mut old, left) in [
            (slider(&[deleted, existing], None), slider(&[existing], None)),
            (slider(&[], rule(SliderRuleKind::Category, Some(category))), slider(&[], None)),
            (
                slider(&[], rule(SliderRuleKind::Newest, Some(category))),
                slider(&[], rule(SliderRuleKind::Newest, None)),
            ),
            (
                slider(&[], rule(SliderRuleKind::Newest, None)),
                slider(&[], rule(SliderRuleKind::Newest, None)),
            ),
        ] {
            old.remove_missing(&missing);
            assert_eq!(old, left);
        }
        let other = slider(&[], rule(SliderRuleKind::Category, Some(CategoryId::new())));
        let mut same = other.clone();
        same.remove_missing(&MissingReferences::default());
        assert_eq!(same, other);
    }
}
