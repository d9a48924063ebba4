//! Terms of an index that are like a word: that begin with it, or differ from it by a typing error.

use std::cmp::Reverse;
use std::collections::HashMap;

use tantivy::query::FuzzyTermQuery;
use tantivy::schema::Field;
use tantivy::{Searcher, Term};

pub(crate) struct Dictionary<'a> {
    searcher: &'a Searcher,
}

/// A term that is near a word.
pub(crate) struct Near {
    pub(crate) term: String,
    /// How many letters are added, left out, changed or swapped with the next.
    pub(crate) distance: usize,
}

impl<'a> Dictionary<'a> {
    pub(crate) fn new(searcher: &'a Searcher) -> Self {
        Self { searcher }
    }

    pub(crate) fn has(&self, field: Field, text: &str) -> tantivy::Result<bool> {
        Ok(self.searcher.doc_freq(&Term::from_field_text(field, text))? > 0)
    }

    /// The terms that begin with `text`, itself included; at most `most`, the most frequent first.
    pub(crate) fn beginning_with(
        &self,
        field: Field,
        text: &str,
        most: usize,
    ) -> tantivy::Result<Vec<String>> {
        let mut frequencies: HashMap<String, u64> = HashMap::new();
        for segment in self.searcher.segment_readers() {
            let index = segment.inverted_index(field)?;
            let mut terms = index.terms().range().ge(text).into_stream()?;
            while terms.advance() {
                let Ok(term) = std::str::from_utf8(terms.key()) else { continue };
                if !term.starts_with(text) {
                    break;
                }
                add(&mut frequencies, term, terms.value().doc_freq);
            }
        }
        let mut terms: Vec<(String, u64)> = frequencies.into_iter().collect();
        limit(&mut terms, most, |(term, frequency)| (Reverse(*frequency), term.clone()));
        Ok(terms.into_iter().map(|(term, _)| term).collect())
    }

    /// The terms within a distance of 1 or 2 of `text`; at most `most`, the nearest first, then the most frequent.
    pub(crate) fn near(
        &self,
        field: Field,
        text: &str,
        distance: u8,
        most: usize,
    ) -> tantivy::Result<Vec<Near>> {
        let automaton =
            FuzzyTermQuery::new(Term::from_field_text(field, text), distance, true).automaton()?;
        let mut frequencies: HashMap<String, u64> = HashMap::new();
        for segment in self.searcher.segment_readers() {
            let index = segment.inverted_index(field)?;
            let mut terms = index.terms().search(&automaton).into_stream()?;
            while terms.advance() {
                if let Ok(term) = std::str::from_utf8(terms.key()) {
                    add(&mut frequencies, term, terms.value().doc_freq);
                }
            }
        }
        let mut terms: Vec<(Near, u64)> = frequencies
            .into_iter()
            .map(|(term, frequency)| (Near { distance: distance_between(text, &term), term }, frequency))
            .collect();
        limit(&mut terms, most, |(near, frequency)| (near.distance, Reverse(*frequency), near.term.clone()));
        Ok(terms.into_iter().map(|(near, _)| near).collect())
    }
}

fn add(frequencies: &mut HashMap<String, u64>, term: &str, frequency: u32) {
    let frequency = u64::from(frequency);
    match frequencies.get_mut(term) {
        Some(sum) => *sum += frequency,
        None => {
            frequencies.insert(term.to_owned(), frequency);
        }
    }
}

fn limit<T, K: Ord>(terms: &mut Vec<T>, most: usize, key: impl Fn(&T) -> K) {
    terms.sort_by_cached_key(key);
    terms.truncate(most);
}

/// The number of typing errors between two words; two neighbouring letters that changed places are one error.
fn distance_between(one: &str, other: &str) -> usize {
    let one: Vec<char> = one.chars().collect();
    let other: Vec<char> = other.chars().collect();
    let mut before_previous = vec![0; other.len() + 1];
    let mut previous: Vec<usize> = (0..=other.len()).collect();
    for row in 1..=one.len() {
        let mut this = vec![row; other.len() + 1];
        for column in 1..=other.len() {
            let changed = usize::from(one[row - 1] != other[column - 1]);
            let mut fewest =
                (previous[column] + 1).min(this[column - 1] + 1).min(previous[column - 1] + changed);
            let swapped = row > 1
                && column > 1
                && one[row - 1] == other[column - 2]
                && one[row - 2] == other[column - 1];
            if swapped {
                fewest = fewest.min(before_previous[column - 2] + 1);
            }
            this[column] = fewest;
        }
        before_previous = std::mem::replace(&mut previous, this);
    }
    previous[other.len()]
}

#[cfg(test)]
mod tests {
    use super::distance_between;

    #[test]
    fn distances() {
        for (one, other, distance) in [
            ("", "", 0),
            ("", "ab", 2),
            ("rehepap", "rehepapp", 1),
            ("lidngren", "lindgren", 1),
            ("kreuzwald", "kreutzwald", 1),
            ("tsaikovski", "tsehhov", 6),
        ] {
            assert_eq!(distance_between(one, other), distance, "{one}, {other}");
            assert_eq!(distance_between(other, one), distance, "{other}, {one}");
        }
    }
}
