//! CPU time of a search, by the size of the catalogue: `cargo bench -p heliriiul-search [-- 1000 10000]`.
//!
//! The catalogues are mixed from the words of the test books with a fixed seed. One word in eight is a
//! compound of two, so that the vocabulary grows with the catalogue as a real one does.
#![expect(clippy::float_arithmetic, clippy::cast_precision_loss, reason = "a measure is a float")]

#[path = "../tests/data/mod.rs"]
mod data;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use heliriiul_search::{BookDocument, SearchIndex};
use rustix::time::{ClockId, clock_gettime};

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
/// As many results as the store shows.
const LIMIT: usize = 50;
const ROUNDS: usize = 10;
/// The maximum number of words, all unknown: the most expensive query.
const HARD_QUERY: &str = "kravipihkam tosendurvik nagimarsutel peskolivand rundametsik vorgalisund \
    kahtsemupid lendurivask moistaguvel satimurgel hollandurik viirapostel";
const CHANGES: usize = 10;

fn main() {
    let asked: Vec<usize> = std::env::args().filter_map(|argument| argument.parse().ok()).collect();
    println!("   books  index MB  filled in s  change ms  search p50 ms     p99     max  hard ms");
    for size in if asked.is_empty() { SIZES.to_vec() } else { asked } {
        measure(size);
    }
}

fn measure(size: usize) {
    let folder = tempfile::tempdir().expect("a folder for the index");
    let index = SearchIndex::open(folder.path()).expect("a new index");
    let begin = Instant::now();
    index.rebuild(Mixer::new().take(size), 1).expect("the index is filled");
    let filled = begin.elapsed();

    let changed: Vec<BookDocument> = Mixer::new().take(CHANGES).collect();
    let begin = Instant::now();
    for book in &changed {
        index.update(std::slice::from_ref(book), &[], 1).expect("a book is changed");
    }
    let change = begin.elapsed() / u32::try_from(CHANGES).expect("a few changes");

    let queries = data::queries();
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..ROUNDS {
        for [_, query, _] in &queries {
            times.push(cpu_time_of(&index, query));
        }
    }
    times.sort_unstable();
    let hard = cpu_time_of(&index, HARD_QUERY);
    println!(
        "{size:8}  {:8.1}  {:11.1}  {:9.1}  {:13.2}  {:6.2}  {:6.2}  {:7.2}",
        bytes(folder.path()) as f64 / 1e6,
        filled.as_secs_f64(),
        milliseconds(change),
        milliseconds(times[times.len() / 2]),
        milliseconds(times[times.len() * 99 / 100]),
        milliseconds(times[times.len() - 1]),
        milliseconds(hard),
    );
}

fn cpu_time_of(index: &SearchIndex, query: &str) -> Duration {
    let begin = cpu_time();
    std::hint::black_box(index.search_books(query, LIMIT).expect("an answer"));
    cpu_time().saturating_sub(begin)
}

/// CPU time of this thread, which runs the search.
fn cpu_time() -> Duration {
    Duration::try_from(clock_gettime(ClockId::ThreadCPUTime)).expect("CPU time is positive")
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn bytes(folder: &Path) -> u64 {
    fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| {
            let entry = entry.expect("an entry");
            let about = entry.metadata().expect("its size");
            if about.is_dir() { bytes(&entry.path()) } else { about.len() }
        })
        .sum()
}

/// Endless books mixed of the test books.
struct Mixer {
    books: Vec<BookDocument>,
    made: usize,
    state: u64,
}

impl Mixer {
    fn new() -> Self {
        Self { books: data::books(), made: 0, state: 20_260_101 }
    }

    /// `SplitMix64`.
    fn below(&mut self, limit: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ (self.state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % limit as u64).expect("it is below a usize")
    }

    fn word(&mut self, text: impl Fn(&BookDocument) -> &str) -> String {
        let at = self.below(self.books.len());
        let words: Vec<String> = text(&self.books[at]).split(' ').map(str::to_owned).collect();
        words[self.below(words.len())].clone()
    }

    fn words(&mut self, count: usize, text: impl Fn(&BookDocument) -> &str + Copy) -> String {
        let mut words = Vec::with_capacity(count);
        for _ in 0..count {
            let mut word = self.word(text);
            if self.below(8) == 0 {
                word += &self.word(text).to_lowercase();
            }
            words.push(word);
        }
        words.join(" ")
    }
}

impl Iterator for Mixer {
    type Item = BookDocument;

    fn next(&mut self) -> Option<BookDocument> {
        self.made += 1;
        let like = self.below(self.books.len());
        let [title, description] = [1 + self.below(4), 8 + self.below(24)];
        Some(BookDocument {
            id: format!("00000000-0000-7000-8000-{:012}", self.made),
            isbn: Some(format!("978{:010}", self.made)),
            title: self.words(title, |book| &book.title),
            authors: vec![self.words(2, |book| &book.authors[0])],
            readers: vec![self.words(2, |book| &book.authors[0])],
            publisher: Some(self.word(|book| &book.title)),
            categories: self.books[like].categories.clone(),
            description: self.words(description, |book| &book.description),
            popularity: self.below(1_000) as u64,
            subtitle: None,
        })
    }
}
