//! `book.toml`: what a folder says of its book.

use serde::Deserialize;

use super::facts::{Facts, RawFacts};

/// Bytes.
pub const LARGEST_MANIFEST: u64 = 256 << 10;

const TITLE_LENGTH: usize = 300;

/// Everything that a manifest may hold, to tell of misspelt keys.
const KEYS: [&str; 16] = [
    "slug",
    "isbn",
    "title",
    "subtitle",
    "publisher",
    "description",
    "publish_year",
    "language",
    "price",
    "payment_type",
    "visible",
    "authors",
    "readers",
    "categories",
    "chapters",
    "author",
];

/// A manifest, checked.
pub struct Manifest {
    pub facts: Facts,
    /// Titles of chapters and which file each is in, in order; none: as the files have it.
    pub chapters: Vec<ListedChapter>,
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ListedChapter {
    pub file: String,
    pub title: String,
}

#[derive(Deserialize)]
struct ChapterList {
    #[serde(default)]
    chapters: Vec<ListedChapter>,
}

/// Reads and checks a manifest. What it leaves out, the book does not have.
pub fn parse(text: &str) -> Result<Manifest, Vec<String>> {
    let fault =
        |error: toml::de::Error| vec![format!("book.toml: {}", error.to_string().trim().replace('\n', " "))];
    let keys: toml::Table = toml::from_str(text).map_err(fault)?;
    let warnings = keys
        .keys()
        .filter(|key| !KEYS.contains(&key.as_str()))
        .map(|key| format!("book.toml: `{key}` is no known key"))
        .collect();
    let raw: RawFacts = toml::from_str(text).map_err(fault)?;
    let mut list: ChapterList = toml::from_str(text).map_err(fault)?;
    for chapter in &mut list.chapters {
        let title = chapter.title.trim();
        if title.is_empty() || title.chars().count() > TITLE_LENGTH || title.chars().any(char::is_control) {
            return Err(vec![format!("book.toml: the title of a chapter in `{}` is unfit", chapter.file)]);
        }
        chapter.title = title.to_owned();
    }
    let facts = Facts::check(raw)?.complete();
    if facts.title.is_none() {
        return Err(vec!["book.toml: there is no title".to_owned()]);
    }
    Ok(Manifest { facts, chapters: list.chapters, warnings })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_manifest_leaves_out_the_book_does_not_have() {
        let manifest = parse("title = \"Kevade\"\nprice = \"9.90\"\ntitel = 1").unwrap();
        assert_eq!(manifest.facts.subtitle, super::super::facts::Patch::None);
        assert_eq!(manifest.warnings, ["book.toml: `titel` is no known key"]);
    }

    #[test]
    fn faults_name_the_file() {
        for (text, word) in [
            ("title = ", "book.toml"),
            ("subtitle = \"a\"", "no title"),
            ("title = \"a\"\nprice = \"free\"", "price"),
            ("title = \"a\"\n[[chapters]]\nfile = \"a\"\ntitle = \" \"", "unfit"),
            ("title = \"a\"\n[[chapters]]\nfile = \"a\"\ntitle = \"b\"\nstart = 1", "start"),
        ] {
            let Err(faults) = parse(text) else { panic!("{text}") };
            assert!(faults.join(" ").contains(word), "{text}: {faults:?}");
        }
    }
}
