//! `book.toml`: the description of a book in its folder.

use serde::Deserialize;

use crate::catalogue::book::{BookFields, BookRecord, TITLE_LENGTH};

/// Bytes.
pub const MAX_MANIFEST: u64 = 256 << 10;

/// A manifest, checked.
pub struct Manifest {
    pub fields: BookFields,
    /// The titles of chapters with their files, in order; empty: the files decide.
    pub chapters: Vec<ListedChapter>,
    pub warnings: Vec<String>,
}

#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct ListedChapter {
    pub file: String,
    pub title: String,
}

/// The keys of a manifest that are not fields of the book.
#[derive(Deserialize)]
struct OtherKeys {
    #[serde(flatten)]
    _book: BookRecord,
    #[serde(default)]
    chapters: Vec<ListedChapter>,
    #[serde(flatten)]
    unknown: toml::Table,
}

/// Reads and checks a manifest.
pub fn parse(text: &str) -> Result<Manifest, Vec<String>> {
    let invalid =
        |error: toml::de::Error| vec![format!("book.toml: {}", error.to_string().trim().replace('\n', " "))];
    let record: BookRecord = toml::from_str(text).map_err(invalid)?;
    let OtherKeys { mut chapters, unknown, .. } = toml::from_str(text).map_err(invalid)?;
    for chapter in &mut chapters {
        let title = chapter.title.trim();
        if title.is_empty() || title.chars().count() > TITLE_LENGTH || title.chars().any(char::is_control) {
            return Err(vec![format!("book.toml: the title of a chapter in `{}` is unfit", chapter.file)]);
        }
        chapter.title = title.to_owned();
    }
    let fields = BookFields::check(record)
        .map_err(|invalid| invalid.iter().map(ToString::to_string).collect::<Vec<_>>())?;
    if fields.title.is_none() {
        return Err(vec!["book.toml: there is no title".to_owned()]);
    }
    let warnings = unknown.keys().map(|key| format!("book.toml: `{key}` is no known key")).collect();
    Ok(Manifest { fields, chapters, warnings })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_keys_are_reported() {
        let manifest = parse("title = \"Kevade\"\nprice = \"9.90\"\nvisible = true\ntitel = 1").unwrap();
        assert_eq!(manifest.fields.subtitle, crate::catalogue::book::Patch::Absent);
        assert_eq!(manifest.warnings, ["book.toml: `titel` is no known key"]);
    }

    #[test]
    fn errors_name_the_key() {
        for (text, word) in [
            ("title = ", "book.toml"),
            ("subtitle = \"a\"", "no title"),
            ("title = \"a\"\nprice = \"free\"", "price"),
            ("title = \"a\"\n[[chapters]]\nfile = \"a\"\ntitle = \" \"", "unfit"),
            ("title = \"a\"\n[[chapters]]\nfile = \"a\"\ntitle = \"b\"\nstart = 1", "start"),
        ] {
            let Err(reasons) = parse(text) else { panic!("{text}") };
            assert!(reasons.join(" ").contains(word), "{text}: {reasons:?}");
        }
    }
}
