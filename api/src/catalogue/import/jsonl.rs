//! `import catalogue FILE.jsonl`: metadata alone, a JSON object a line.

use std::{
    fs::File,
    io::{BufRead, BufReader, Read as _},
    path::Path,
};

use super::{
    ImportError,
    facts::{Facts, RawFacts},
    report::{Line, Outcome, Report},
    save::{self, Saved},
};
use crate::{catalogue::names::Slug, change_feed, state::AppState};

/// Bytes of one line.
const LONGEST_LINE: u64 = 1 << 20;

/// Takes each line of the file; `tell` hears of each as it is done.
pub async fn import_catalogue(
    app: &AppState,
    file: &Path,
    mut tell: impl FnMut(&Line),
) -> Result<Report, ImportError> {
    let unreadable = |error| ImportError::Source(file.to_owned(), error);
    let mut lines = BufReader::new(File::open(file).map_err(unreadable)?);
    let mut report = Report::default();
    let mut number = 0;
    while let Some(line) = next_line(&mut lines).map_err(unreadable)? {
        number += 1;
        let line = match line {
            Ok(text) if text.trim().is_empty() => continue,
            Ok(text) => import_line(app, number, &text).await?,
            Err(why) => refused(number, None, vec![why.to_owned()]),
        };
        tell(&line);
        report.lines.push(line);
    }
    change_feed::catch_up(app).await?;
    Ok(report)
}

async fn import_line(app: &AppState, number: usize, text: &str) -> Result<Line, ImportError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let raw: RawFacts = match serde_path_to_error::deserialize(&mut reader) {
        Ok(raw) => raw,
        Err(error) => {
            let path = error.path().to_string();
            let why = if path == "." { error.into_inner().to_string() } else { error.to_string() };
            return Ok(refused(number, None, vec![why]));
        }
    };
    if let Err(error) = reader.end() {
        return Ok(refused(number, None, vec![error.to_string()]));
    }
    let mut facts = match Facts::check(raw) {
        Ok(facts) => facts,
        Err(faults) => return Ok(refused(number, None, faults)),
    };
    let name = facts.slug.as_ref().map(ToString::to_string);
    facts.fallback_slug = facts.title.as_deref().and_then(|title| Slug::from_title(title).ok());
    Ok(match save::save(app, &facts, None).await? {
        Ok(Saved { slug, outcome }) => Line { record: slug.to_string(), outcome, warnings: Vec::new() },
        Err(why) => refused(number, name, vec![why]),
    })
}

fn refused(number: usize, name: Option<String>, reasons: Vec<String>) -> Line {
    let record = name.map_or_else(|| format!("line {number}"), |name| format!("line {number}: {name}"));
    Line { record, outcome: Outcome::Refused(reasons), warnings: Vec::new() }
}

/// The next line, or why it cannot be taken; `None` at the end.
fn next_line(lines: &mut BufReader<File>) -> std::io::Result<Option<Result<String, &'static str>>> {
    let mut bytes = Vec::new();
    let read = lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if read == 0 {
        return Ok(None);
    }
    if !bytes.ends_with(b"\n") && read as u64 == LONGEST_LINE {
        // The rest of it is skipped piece by piece, however long it is.
        let mut rest = Vec::new();
        while lines.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut rest)? > 0 {
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
