//! Queries for single terms.

use tantivy::Term;
use tantivy::query::{BooleanQuery, BoostQuery, Query, TermQuery};
use tantivy::schema::{Field, IndexRecordOption};

/// Documents with a term, scored by how rare it is and how short the text.
pub(super) fn term(field: Field, text: &str, weight: f32) -> Box<dyn Query> {
    let query = TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::WithFreqs);
    Box::new(BoostQuery::new(Box::new(query), weight))
}

/// Documents that match at least `least` of the queries.
pub(super) fn at_least(queries: Vec<Box<dyn Query>>, least: usize) -> BooleanQuery {
    BooleanQuery::union_with_minimum_required_clauses(queries, least)
}
