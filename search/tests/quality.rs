//! Measures the quality of the hits with graded queries: `cargo test -p heliriiul-search --test quality --
//! --nocapture`.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "a measure is a float")]

mod data;

use std::collections::{BTreeMap, HashMap};

use data::{books, queries};
use heliriiul_search::SearchIndex;

/// As many as the store shows.
const LIMIT: usize = 50;

/// The required nDCG@10 of each kind of query, a little below the current value.
const FLOORS: [(&str, f64); 10] = [
    ("EXA", 0.99),
    ("INF", 0.88),
    ("GEN", 0.98),
    ("DIA", 0.99),
    ("TYP", 0.98),
    ("PRE", 0.90),
    ("CMP", 0.93),
    ("ISB", 0.99),
    ("MIX", 0.83),
    ("all", 0.94),
];
const MAX_RESULTS_ON_AVERAGE: f64 = 13.0;

#[test]
fn answers_are_as_good_as_they_were() {
    let folder = tempfile::tempdir().expect("a folder");
    let index = SearchIndex::open(folder.path()).expect("a new index");
    index.rebuild(books(), 1).expect("the test books are indexed");

    let mut kinds: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    let mut results = 0;
    let mut without_result = 0;
    let queries = queries();
    for [kind, query, relevant] in &queries {
        let hits = index.search_books(query, LIMIT).expect("the search answers");
        let ids: Vec<&str> = hits.iter().map(|hit| hit.id.as_str()).collect();
        let gain = ndcg(&grades(relevant), &ids);
        if gain < 0.9 {
            println!("{gain:.3}  {kind} {query}");
        }
        kinds.entry(kind).or_default().push(gain);
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
    assert_eq!(without_result, 0, "queries without result");
    assert!(results <= MAX_RESULTS_ON_AVERAGE, "{results:.1} results a query");
}

fn grades(relevant: &str) -> HashMap<&str, i32> {
    let pairs = relevant.split(' ').map(|pair| pair.split_once(':').expect("id:grade"));
    pairs.map(|(id, grade)| (id, grade.parse().expect("a grade is a number"))).collect()
}

/// Gain 2^grade − 1, discount log2(rank + 1), over the first ten.
fn ndcg(grades: &HashMap<&str, i32>, ids: &[&str]) -> f64 {
    let found = ids.iter().map(|id| grades.get(id).copied().unwrap_or(0)).collect();
    let mut best: Vec<i32> = grades.values().copied().collect();
    best.sort_unstable_by(|one, other| other.cmp(one));
    dcg(found) / dcg(best)
}

fn dcg(grades: Vec<i32>) -> f64 {
    let ranked = grades.into_iter().take(10).enumerate();
    ranked.map(|(rank, grade)| (2f64.powi(grade) - 1.0) / (rank as f64 + 2.0).log2()).sum()
}

fn mean(gains: &[f64]) -> f64 {
    gains.iter().sum::<f64>() / gains.len() as f64
}
