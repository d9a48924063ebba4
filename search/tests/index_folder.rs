//! The index on disk after a restart, with a second process, with a damaged file, and during a rebuild under load.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use heliriiul_search::{BookDocument, SearchError, SearchIndex};

fn book(id: &str, title: &str) -> BookDocument {
    BookDocument { id: id.to_owned(), title: title.to_owned(), ..BookDocument::default() }
}

fn finds(index: &SearchIndex, query: &str) -> usize {
    index.search_books(query, 50).expect("an answer").len()
}

fn open(folder: &Path) -> SearchIndex {
    SearchIndex::open(folder).expect("the index opens")
}

fn filled(folder: &Path) -> SearchIndex {
    let index = open(folder);
    index.rebuild([book("1", "Kevade"), book("2", "Suvi")], 7).expect("the index is filled");
    index
}

fn files(folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect()
}

#[test]
fn a_change_is_seen_at_once_and_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let index = open(folder.path());
    assert!(index.needs_rebuild().expect("a fresh index"));

    index.update(&[book("1", "Kevade"), book("2", "Suvi")], &[], 39).expect("books are added");
    assert_eq!((finds(&index, "kevade"), index.book_count()), (1, 2));
    index.update(&[book("1", "Tootsi pulm")], &[], 40).expect("a book is changed");
    assert_eq!((finds(&index, "kevade"), finds(&index, "pulm"), index.book_count()), (0, 1, 2));
    let removed = ["2".to_owned(), "unknown".to_owned()];
    index.update(&[book("3", "Talv")], &removed, 41).expect("a book is added and one is removed");
    assert_eq!((finds(&index, "suvi"), finds(&index, "talv"), index.book_count()), (0, 1, 2));
    assert!(!index.needs_rebuild().expect("a position"));
    drop(index);
    let index = open(folder.path());
    assert_eq!(index.applied_seq().expect("a position"), Some(41));
    assert_eq!((finds(&index, "pulm"), finds(&index, "talv")), (1, 1));
}

#[test]
fn a_rebuild_replaces_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let index = filled(folder.path());
    assert_eq!(index.applied_seq().expect("a position"), Some(7));
    index.rebuild([book("3", "Sügis")], 9).expect("the index is filled anew");
    assert_eq!((finds(&index, "kevade"), finds(&index, "sügis"), index.book_count()), (0, 1, 1));
    index.update(&[book("4", "Talv")], &[], 10).expect("a change after the rebuild");
    drop(index);

    let index = open(folder.path());
    assert_eq!((finds(&index, "sügis"), finds(&index, "talv")), (1, 1));
    assert_eq!(index.applied_seq().expect("a position"), Some(10));
    let generations = fs::read_dir(folder.path())
        .expect("a folder")
        .flatten()
        .filter(|entry| entry.path().is_dir())
        .count();
    assert_eq!(generations, 1, "the old index is gone");
}

#[test]
fn searches_never_fail_while_the_index_is_rebuilt_and_changed() {
    let folder = tempfile::tempdir().expect("a folder");
    let index = filled(folder.path());
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while !done.load(Ordering::Relaxed) {
                    assert_eq!(finds(&index, "kevade"), 1);
                }
            });
        }
        let other_handle = index.clone();
        let change = scope.spawn(move || {
            for _ in 0..5 {
                other_handle.update(&[book("1", "Kevade")], &[], 8).expect("a change meanwhile");
            }
        });
        for seq in 8..13 {
            index.rebuild([book("1", "Kevade"), book("2", "Suvi")], seq).expect("a rebuild");
        }
        change.join().expect("the changes succeed");
        done.store(true, Ordering::Relaxed);
    });
    assert_eq!(index.book_count(), 2);
}

#[test]
fn a_rebuild_that_panics_leaves_the_old_index() {
    let folder = tempfile::tempdir().expect("a folder");
    let index = filled(folder.path());
    let other_handle = index.clone();
    let rebuild = thread::spawn(move || {
        let books = (0..3)
            .map(|number| if number < 2 { book("1", "Sügis") } else { panic!("the database went away") });
        other_handle.rebuild(books, 8)
    });
    rebuild.join().expect_err("the rebuild panics");
    assert_eq!((finds(&index, "kevade"), index.applied_seq().expect("a position")), (1, Some(7)));
    index.rebuild([book("3", "Sügis")], 8).expect("the next rebuild succeeds");
    assert_eq!(finds(&index, "sügis"), 1);
}

#[test]
fn a_folder_is_open_only_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let index = filled(folder.path());
    let Err(error) = SearchIndex::open(folder.path()) else { panic!("it is open already") };
    assert!(matches!(error, SearchError::Locked(_)), "{error}");
    drop(index);
    open(folder.path());
}

#[test]
fn a_damaged_index_is_made_anew() {
    assert_made_anew_after("a changed byte", |file| {
        let mut bytes = fs::read(file).expect("a file");
        let at = bytes.len() / 3;
        bytes[at] ^= 0xff;
        fs::write(file, bytes).expect("the damage is done");
    });
    assert_made_anew_after("a cut file", |file| {
        let bytes = fs::read(file).expect("a file");
        fs::write(file, &bytes[..bytes.len() / 2]).expect("the damage is done");
    });
    assert_made_anew_after("a missing file", |file| fs::remove_file(file).expect("the damage is done"));
}

/// Does the damage to each file of an index in turn.
fn assert_made_anew_after(what: &str, damage: impl Fn(&Path)) {
    for at in 0.. {
        let folder = tempfile::tempdir().expect("a folder");
        drop(filled(folder.path()));
        let mut files = files(folder.path());
        // Skip locks, which are empty, and the list of deletable files, which tantivy does not need to read the index.
        files.retain(|file| {
            fs::metadata(file).is_ok_and(|about| about.len() > 0) && !file.ends_with(".managed.json")
        });
        files
            .sort_by_key(|file| (file.parent().map(Path::to_owned), file.extension().map(ToOwned::to_owned)));
        let Some(file) = files.get(at) else {
            assert!(at > 6, "an index has more files than {at}");
            return;
        };
        damage(file);

        let what = format!("{what} in {}", file.display());
        let index = open(folder.path());
        assert!(
            index.book_count() == 0 && index.needs_rebuild().expect("no position"),
            "{what} went unnoticed"
        );
        index.rebuild([book("1", "Kevade")], 8).expect("a rebuild");
        assert_eq!(finds(&index, "kevade"), 1, "{what}");
    }
}

#[test]
fn an_index_of_another_format_is_made_anew() {
    let folder = tempfile::tempdir().expect("a folder");
    drop(filled(folder.path()));
    for current in ["1 1\n", "2 5\n", "", "nonsense"] {
        fs::write(folder.path().join("current"), current).expect("the file is written");
        let index = open(folder.path());
        assert!(index.needs_rebuild().expect("no position"), "{current:?}");
        index.rebuild([book("1", "Kevade")], 8).expect("a rebuild");
        assert_eq!(finds(&index, "kevade"), 1);
    }
}

#[test]
fn a_folder_that_cannot_be_is_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "no folder").expect("a file");
    let Err(error) = SearchIndex::open(&file) else { panic!("it is a file") };
    assert!(matches!(error, SearchError::Folder(..)), "{error}");
}
