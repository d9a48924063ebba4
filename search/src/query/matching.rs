//! Combines the words of a query: how many of them a document must match, and how much a match of the title adds.

use tantivy::Term;
use tantivy::query::{BooleanQuery, BoostQuery, ConstScoreQuery, Occur, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};

use super::dictionary::Dictionary;
use super::terms::at_least;
use super::word::Ways;
use crate::analysis::stem::stems;
use crate::schema::Fields;

/// Words that describe every document here, by their stems. No document must match them.
const GENERAL_WORDS: [&str; 4] = ["raamat", "audioraamat", "romaan", "teo"];
/// *and*, *or*, and the beginning of all words for listening.
const CONJUNCTIONS: [&str; 3] = ["ja", "ning", "ehk"];
const LISTENING: &str = "kuula";
const OPTIONAL_WEIGHT: f32 = 0.3;

/// The score that is added if the query is the title, its first words, or the beginning of these.
const WHOLE_TITLE: f32 = 6.0;
const FIRST_WORDS: f32 = 3.0;
const FIRST_LETTERS: f32 = 2.0;
/// The smallest number of bytes of a query that is compared with titles.
const MIN_TITLE: usize = 3;
/// The largest number of titles that get a higher score for their beginning.
const MAX_TITLES: usize = 50;

pub(super) struct Matching {
    /// A query for each word that counts and matches something.
    required: Vec<Box<dyn Query>>,
    /// How many words count, whether or not anything matches them.
    words: usize,
    optional: Vec<Box<dyn Query>>,
}

impl Matching {
    pub(super) fn new(dictionary: &Dictionary, fields: &Fields, words: &[String]) -> tantivy::Result<Self> {
        let all_general = words.iter().all(|word| is_general(word));
        let mut matching =
            Self { required: Vec::new(), words: 0, optional: title_lifts(dictionary, fields, words)? };
        for (word, ways) in words.iter().zip(ways(dictionary, fields, words)?) {
            let query = ways.into_query();
            if is_general(word) && !all_general {
                let query =
                    query.map(|query| Box::new(BoostQuery::new(query, OPTIONAL_WEIGHT)) as Box<dyn Query>);
                matching.optional.extend(query);
            } else {
                matching.words += 1;
                matching.required.extend(query);
            }
        }
        Ok(matching)
    }

    /// Documents that match all words that count; of more than two words, one may fail. `None` if there can be none.
    pub(super) fn strict(&self) -> Option<BooleanQuery> {
        self.with_at_least(self.strictly_needed())
    }

    /// Documents that match any word that counts. `None` if [`Self::strict`] finds as many.
    pub(super) fn loose(&self) -> Option<BooleanQuery> {
        (self.strictly_needed() > 1).then(|| self.with_at_least(1))?
    }

    fn strictly_needed(&self) -> usize {
        if self.words > 2 { self.words - 1 } else { self.words }
    }

    fn with_at_least(&self, needed: usize) -> Option<BooleanQuery> {
        if needed == 0 || self.required.len() < needed {
            return None;
        }
        let required = at_least(self.required.iter().map(|query| query.box_clone()).collect(), needed);
        let optional = self.optional.iter().map(|query| (Occur::Should, query.box_clone()));
        let required: (Occur, Box<dyn Query>) = (Occur::Must, Box::new(required));
        Some(BooleanQuery::new(std::iter::once(required).chain(optional).collect()))
    }
}

/// The ways to match each word, and each pair of neighbours as one word, which counts for both.
fn ways(dictionary: &Dictionary, fields: &Fields, words: &[String]) -> tantivy::Result<Vec<Ways>> {
    let mut all = Vec::new();
    for word in words {
        all.push(Ways::of(dictionary, fields, word)?);
    }
    if let (Some(word), Some(ways)) = (words.last(), all.last_mut()) {
        ways.or(Ways::of_beginning(dictionary, fields, word)?);
    }
    for (at, pair) in words.windows(2).enumerate() {
        let joined = Ways::of(dictionary, fields, &pair.concat())?;
        all[at].or(joined.copy());
        all[at + 1].or(joined);
    }
    for (word, ways) in words.iter().zip(&mut all) {
        if ways.is_empty() {
            ways.or(Ways::of_parts(dictionary, fields, word)?);
            ways.or(Ways::of_corrections(dictionary, fields, word)?);
        }
    }
    Ok(all)
}

fn is_general(word: &str) -> bool {
    CONJUNCTIONS.contains(&word)
        || word.starts_with(LISTENING)
        || stems(word).iter().any(|stem| GENERAL_WORDS.contains(&stem.as_str()))
}

fn title_lifts(
    dictionary: &Dictionary,
    fields: &Fields,
    words: &[String],
) -> tantivy::Result<Vec<Box<dyn Query>>> {
    let typed = words.join(" ");
    if typed.len() < MIN_TITLE {
        return Ok(Vec::new());
    }
    let mut titles = dictionary.beginning_with(fields.whole_title, &typed, MAX_TITLES)?;
    if dictionary.has(fields.whole_title, &typed)? && !titles.contains(&typed) {
        titles.push(typed.clone());
    }
    let lifts = titles.iter().map(|title| {
        let lift = match title[typed.len()..].chars().next() {
            None => WHOLE_TITLE,
            Some(' ') => FIRST_WORDS,
            Some(_) => FIRST_LETTERS,
        };
        lifted(fields.whole_title, title, lift)
    });
    Ok(lifts.collect())
}

fn lifted(field: Field, title: &str, lift: f32) -> Box<dyn Query> {
    let query = TermQuery::new(Term::from_field_text(field, title), IndexRecordOption::Basic);
    Box::new(ConstScoreQuery::new(Box::new(query), lift))
}
