//! A row of books on the home page.

use std::collections::HashSet;

use heliriiul_db::{BookId, CategoryId};
use serde::{Deserialize, Serialize};

use super::slider_rule::{SliderRule, SliderRuleKind};
use crate::{
    fields::{BodyFields, Faults},
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

impl SliderBody {
    pub fn from_fields(mut fields: BodyFields, faults: &mut Faults) -> Self {
        let label = fields.take_title(faults);
        let rule = fields.rule.as_ref().map(|rule| checked_rule(rule, faults));
        let books = if rule.is_some() { Vec::new() } else { fields.book_ids.unwrap_or_default() };
        if books.len() > MAX_BOOKS {
            faults.add("body.bookIds", "too-long");
        }
        if books.iter().collect::<HashSet<_>>().len() < books.len() {
            faults.add("body.bookIds", "invalid");
        }
        Self { label, books, rule }
    }

    pub fn into_fields(self) -> BodyFields {
        let Self { label, books, rule } = self;
        BodyFields { title: label, book_ids: Some(books), rule, ..BodyFields::default() }
    }

    /// The category whose books it shows.
    pub fn category(&self) -> Option<CategoryId> {
        self.rule.as_ref().and_then(|rule| rule.category_id)
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

fn checked_rule(rule: &SliderRule, faults: &mut Faults) -> SliderRule {
    if !(1..=MAX_BOOKS).contains(&usize::try_from(rule.count).unwrap_or(0)) {
        faults.add("body.rule.count", "out-of-range");
    }
    let by_category = rule.kind == SliderRuleKind::Category;
    if by_category && rule.category_id.is_none() {
        faults.add("body.rule.categoryId", "required");
    }
    SliderRule { kind: rule.kind, category_id: rule.category_id.filter(|_| by_category), count: rule.count }
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
