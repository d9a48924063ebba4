//! How good the answers are, measured on graded queries: `cargo test -p heliriiul-search --test quality -- --nocapture`.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "a measure is a float")]

mod data;

use std::collections::BTreeMap;

use data::{GradedQuery, books, queries};
use heliriiul_search::SearchIndex;

/// As many as the store shows.
const LIMIT: usize = 50;

/// The least nDCG@10 of each kind of query, a little under what is reached.
const FLOORS: [(&str, f64); 10] = [
    ("EXA", 0.0),
    ("INF", 0.0),
    ("GEN", 0.0),
    ("DIA", 0.0),
    ("TYP", 0.0),
    ("PRE", 0.0),
    ("CMP", 0.0),
    ("ISB", 0.0),
    ("MIX", 0.0),
    ("all", 0.0),
];
const MOST_WITHOUT_RESULT: usize = 0;
const MOST_RESULTS_ON_AVERAGE: f64 = 50.0;

#[test]
fn answers_are_as_good_as_they_were() {
    let index = SearchIndex::in_memory().expect("an index in memory");
    index.rebuild(books(), [], 1).expect("the test books are indexed");

    let mut kinds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut results = 0;
    let mut without_result = 0;
    let queries = queries();
    for query in &queries {
        let hits = index.search_books(query.query, LIMIT).expect("the search answers");
        let ids: Vec<&str> = hits.iter().map(|hit| hit.id.as_str()).collect();
        let gain = ndcg(query, &ids);
        if gain < 0.9 {
            println!("{gain:.3}  {} {}", query.kind, query.query);
        }
        kinds.entry(query.kind).or_default().push(gain);
        kinds.entry("all").or_default().push(gain);
        results += ids.len();
        without_result += usize::from(ids.is_empty());
    }

    println!("kind  queries  nDCG@10");
    for (kind, gains) in &kinds {
        println!("{kind:4}  {:7}  {:.3}", gains.len(), mean(gains));
    }
    let results = results as f64 / queries.len() as f64;
    println!("{without_result} without result, {results:.1} results a query");

    for (kind, floor) in FLOORS {
        let reached = mean(&kinds[kind]);
        assert!(reached >= floor, "{kind}: {reached:.3} is under {floor:.3}");
    }
    assert!(without_result <= MOST_WITHOUT_RESULT, "{without_result} queries without result");
    assert!(results <= MOST_RESULTS_ON_AVERAGE, "{results:.1} results a query");
}

/// Gain 2^grade − 1, discount log2(rank + 1), over the first ten.
fn ndcg(query: &GradedQuery, ids: &[&str]) -> f64 {
    let dcg = |grades: &[i32]| -> f64 {
        grades.iter().take(10).enumerate().map(|(rank, &grade)| (2f64.powi(grade) - 1.0) / (rank as f64 + 2.0).log2()).sum()
    };
    let grade = |id: &&str| query.grades.iter().find(|(relevant, _)| relevant == id).map_or(0, |&(_, grade)| grade);
    let mut best: Vec<i32> = query.grades.iter().map(|&(_, grade)| grade).collect();
    best.sort_unstable_by(|one, other| other.cmp(one));
    dcg(&ids.iter().map(grade).collect::<Vec<_>>()) / dcg(&best)
}

fn mean(gains: &[f64]) -> f64 {
    gains.iter().sum::<f64>() / gains.len() as f64
}
