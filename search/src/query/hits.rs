//! Runs a query and ranks its hits.

use std::collections::HashSet;

use tantivy::collector::TopDocs;
use tantivy::query::Query;
use tantivy::schema::{Field, Value};
use tantivy::{DocAddress, DocId, Score, Searcher, SegmentReader, TantivyDocument};

use super::dictionary::Dictionary;
use super::isbn;
use super::matching::Matching;
use crate::analysis::words;
use crate::generation::Generation;
use crate::schema::POPULARITY;

/// A document that matches a query.
#[derive(Clone, Debug, PartialEq)]
pub struct Hit {
    /// The document's id, as it was indexed.
    pub id: String,
    /// Never rises along the hits of one search; scores of two searches cannot be compared.
    pub score: f32,
}

/// The number of bytes of a query that are read. People type less, and a pasted page must not cost more than that.
const MAX_QUERY_BYTES: usize = 400;
/// The number of words of a query that are read.
const MAX_WORDS: usize = 12;

/// With fewer hits than this, documents follow that match only some of the words.
const FEW_HITS: usize = 5;

/// The share of a score that each doubling of the popularity adds.
const POPULARITY_WEIGHT: f32 = 0.03;

pub(crate) fn search(index: &Generation, text: &str, limit: usize) -> tantivy::Result<Vec<Hit>> {
    if limit == 0 {
        return Ok(Vec::new());
    }
    let text = &text[..text.floor_char_boundary(MAX_QUERY_BYTES)];
    let searcher = index.searcher();
    let dictionary = Dictionary::new(&searcher);
    let mut found = match isbn::query(&dictionary, index.fields.isbn, text)? {
        Some(query) => best(&searcher, &query, limit)?,
        None => Vec::new(),
    };
    if found.is_empty() {
        let mut words = words(text);
        words.truncate(MAX_WORDS);
        let matching = Matching::new(&dictionary, &index.fields, &words)?;
        if let Some(query) = matching.strict() {
            found = best(&searcher, &query, limit)?;
        }
        if found.len() < FEW_HITS
            && let Some(query) = matching.loose()
        {
            append(&mut found, best(&searcher, &query, limit)?, limit);
        }
    }
    found
        .into_iter()
        .map(|(score, address)| Ok(Hit { id: id(&searcher, index.fields.id, address)?, score }))
        .collect()
}

/// Adds the hits of `others` that are missing, with at most the score of the last hit.
fn append(found: &mut Vec<(Score, DocAddress)>, others: Vec<(Score, DocAddress)>, limit: usize) {
    let known: HashSet<DocAddress> = found.iter().map(|&(_, address)| address).collect();
    let ceiling = found.last().map_or(Score::INFINITY, |&(score, _)| score);
    let new = others.into_iter().filter(|(_, address)| !known.contains(address));
    found.extend(new.map(|(score, address)| (score.min(ceiling), address)));
    found.truncate(limit);
}

fn best(searcher: &Searcher, query: &dyn Query, limit: usize) -> tantivy::Result<Vec<(Score, DocAddress)>> {
    searcher.search(query, &TopDocs::with_limit(limit).tweak_score(popularity_score))
}

fn popularity_score(segment: &SegmentReader) -> impl Fn(DocId, Score) -> Score + use<> {
    let popularity = segment.fast_fields().u64(POPULARITY).ok();
    move |document, score| {
        let popularity = popularity.as_ref().and_then(|column| column.first(document)).unwrap_or(0);
        lift(score, popularity)
    }
}

#[expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "a score is a float")]
fn lift(score: Score, popularity: u64) -> Score {
    score * (1.0 + POPULARITY_WEIGHT * (popularity as Score).ln_1p() / std::f32::consts::LN_2)
}

fn id(searcher: &Searcher, field: Field, address: DocAddress) -> tantivy::Result<String> {
    let document: TantivyDocument = searcher.doc(address)?;
    Ok(document.get_first(field).and_then(|value| value.as_str()).unwrap_or_default().to_owned())
}
