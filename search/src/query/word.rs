//! The ways to match one word of a query.
#![expect(clippy::float_arithmetic, reason = "scores and their weights are floats")]

use tantivy::query::{BooleanQuery, BoostQuery, DisjunctionMaxQuery, Query};

use super::dictionary::Dictionary;
use super::terms::term;
use crate::analysis::compound::seams;
use crate::analysis::stem::stems;
use crate::schema::Fields;

/// The share of the scores of the other ways that is added to the score of the best way.
const TIE: f32 = 0.1;

/// The smallest number of letters that count as the beginning of a word.
const MIN_BEGINNING: usize = 2;
/// The weight of longer words when the typed text is a whole word already.
const FINISHED: f32 = 0.5;
/// The largest number of words that complete a beginning, per field.
const MAX_COMPLETIONS: usize = 32;

/// The largest number of corrections of a misspelt word, per field.
const MAX_CORRECTIONS: usize = 24;
/// The smallest number of letters of a word in which one typing error, and two errors, are corrected.
const ONE_ERROR: usize = 4;
const TWO_ERRORS: usize = 8;
/// The weight of a correction by its number of typing errors.
const ERROR_WEIGHTS: [f32; 3] = [1.0, 0.9, 0.5];
/// The weight of a correction of the first letter, which is seldom wrong.
const OTHER_FIRST_LETTER: f32 = 0.6;

/// The weight of a document that has the parts of a compound as separate words.
const PARTS_WEIGHT: f32 = 0.4;

/// All ways to match a word; the best one counts.
#[derive(Default)]
pub(super) struct Ways(Vec<Box<dyn Query>>);

impl Ways {
    /// As written, by its stem, or as a part of a compound.
    pub(super) fn of(dictionary: &Dictionary, fields: &Fields, word: &str) -> tantivy::Result<Self> {
        let stems = stems(word);
        let mut ways = Vec::new();
        for text in &fields.texts {
            let weights = text.weights;
            let by_stem = stems.iter().map(|stem| (text.stem, stem.as_str(), weights.stem));
            let by_part = text
                .part
                .into_iter()
                .flat_map(|part| stems.iter().map(move |stem| (part, stem.as_str(), weights.part)));
            for (field, text, weight) in
                std::iter::once((text.written, word, weights.written)).chain(by_stem).chain(by_part)
            {
                if dictionary.has(field, text)? {
                    ways.push(term(field, text, weight));
                }
            }
        }
        Ok(Self(ways))
    }

    /// As the beginning of a word that is still being typed.
    pub(super) fn of_beginning(
        dictionary: &Dictionary,
        fields: &Fields,
        word: &str,
    ) -> tantivy::Result<Self> {
        let mut ways = Vec::new();
        if word.chars().count() >= MIN_BEGINNING {
            for text in fields.texts.iter().filter(|text| text.weights.beginning > 0.0) {
                let finished = if dictionary.has(text.written, word)? { FINISHED } else { 1.0 };
                for whole in dictionary.beginning_with(text.written, word, MAX_COMPLETIONS)? {
                    if whole != word {
                        let weight = finished * text.weights.beginning * (0.5 + 0.5 * share(word, &whole));
                        ways.push(term(text.written, &whole, weight));
                    }
                }
            }
        }
        Ok(Self(ways))
    }

    /// By its parts, for a compound that no document has.
    pub(super) fn of_parts(dictionary: &Dictionary, fields: &Fields, word: &str) -> tantivy::Result<Self> {
        let mut ways: Vec<Box<dyn Query>> = Vec::new();
        for (first, last) in seams(word) {
            let first = Self::of(dictionary, fields, first)?.into_query();
            let last = Self::of(dictionary, fields, last)?.into_query();
            if let (Some(first), Some(last)) = (first, last) {
                let both = BooleanQuery::intersection(vec![first, last]);
                ways.push(Box::new(BoostQuery::new(Box::new(both), PARTS_WEIGHT)));
            }
        }
        Ok(Self(ways))
    }

    /// As a misspelling of another word.
    pub(super) fn of_corrections(
        dictionary: &Dictionary,
        fields: &Fields,
        word: &str,
    ) -> tantivy::Result<Self> {
        let letters = word.chars().count();
        let mut ways = Vec::new();
        if letters >= ONE_ERROR {
            let stem = &stems(word)[0];
            let errors = if letters >= TWO_ERRORS { 2 } else { 1 };
            for text in &fields.texts {
                for (field, typed, errors, weight) in [
                    (text.written, word, errors, text.weights.written),
                    (text.stem, stem, 1, text.weights.stem),
                ] {
                    for near in dictionary.near(field, typed, errors, MAX_CORRECTIONS)? {
                        let first = if near.term.chars().next() == typed.chars().next() {
                            1.0
                        } else {
                            OTHER_FIRST_LETTER
                        };
                        let by_errors = ERROR_WEIGHTS[near.distance.min(ERROR_WEIGHTS.len() - 1)];
                        ways.push(term(field, &near.term, weight * by_errors * first));
                    }
                }
            }
        }
        Ok(Self(ways))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn or(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// `Box<dyn Query>` has no `Clone`. Both words of a pair that may be written as one get the joined word's queries.
    pub(super) fn copy(&self) -> Self {
        Self(self.0.iter().map(|way| way.box_clone()).collect())
    }

    /// `None` if nothing matches the word.
    pub(super) fn into_query(self) -> Option<Box<dyn Query>> {
        (!self.is_empty())
            .then(|| Box::new(DisjunctionMaxQuery::with_tie_breaker(self.0, TIE)) as Box<dyn Query>)
    }
}

#[expect(clippy::cast_precision_loss, reason = "words have a few letters")]
fn share(typed: &str, whole: &str) -> f32 {
    typed.len() as f32 / whole.len() as f32
}
