//! `import catalogue FILE.jsonl`: metadata only, a JSON object on each line.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read as _},
    path::Path,
};

use heliriiul_db::Db;

use super::{
    report::{ImportError, Line, RecordError, Report, Saved},
    save,
};
use crate::{
    catalogue::{
        book::{BookFields, BookRecord},
        names::Slug,
    },
    clock::Clock,
};

/// Bytes of one line.
const MAX_LINE: u64 = 1 << 20;

/// Imports each line of the file and calls `on_line` after each.
pub async fn import_catalogue(
    db: &Db,
    clock: &Clock,
    file: &Path,
    mut on_line: impl FnMut(&Line),
) -> Result<Report, ImportError> {
    let unreadable = |error| ImportError::Source(file.to_owned(), error);
    let mut lines = BufReader::new(File::open(file).map_err(unreadable)?);
    let mut report = Report::default();
    let mut number = 0;
    while let Some(text) = next_line(&mut lines).map_err(unreadable)? {
        number += 1;
        if text.as_ref().is_ok_and(|text| text.trim().is_empty()) {
            continue;
        }
        let mut record = format!("line {number}");
        let imported = import_line(db, clock, text, &mut record).await;
        on_line(report.add(record, imported, Vec::new())?);
    }
    Ok(report)
}

/// Imports one line. `record`, which names the line in the report, gets the slug as soon as it is known.
async fn import_line(
    db: &Db,
    clock: &Clock,
    text: Result<String, &str>,
    record: &mut String,
) -> Result<Saved, RecordError> {
    let text = text.map_err(RecordError::refused)?;
    let mut reader = serde_json::Deserializer::from_str(&text);
    let raw: BookRecord = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let is_whole_line = error.path().to_string() == ".";
        RecordError::refused(if is_whole_line { error.into_inner().to_string() } else { error.to_string() })
    })?;
    reader.end().map_err(|error| RecordError::refused(error.to_string()))?;
    let fields = BookFields::check(raw)
        .map_err(|invalid| RecordError::Refused(invalid.iter().map(ToString::to_string).collect()))?;
    if let Some(slug) = &fields.slug {
        *record = format!("{record}: {slug}");
    }
    let fallback_slug = fields.title.as_deref().and_then(|title| Slug::from_title(title).ok());
    save::save(db, clock.now(), fields, fallback_slug, None).await
}

/// The next line, or why it is refused; `None` at the end.
fn next_line(lines: &mut BufReader<File>) -> std::io::Result<Option<Result<String, &'static str>>> {
    let mut bytes = Vec::new();
    let read = lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if !bytes.ends_with(b"\n") && read as u64 == MAX_LINE {
        // Skip the rest in pieces, so that a line of any length needs little memory.
        let mut rest = Vec::new();
        while lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut rest)? > 0 {
            if rest.ends_with(b"\n") {
                break;
            }
            rest.clear();
        }
        return Ok(Some(Err("the line is longer than 1 MiB")));
    }
    let text = String::from_utf8(bytes).map_err(|_| "the line is not UTF-8");
    Ok(Some(text.map(|text| text.trim_start_matches('\u{feff}').to_owned())))
}
