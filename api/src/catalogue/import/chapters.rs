//! The order of the files of a book, and its chapters.

use std::{cmp::Ordering, collections::HashSet};

use super::{manifest::ListedChapter, sound_file::SoundFile};
use crate::catalogue::book::Chapter;

/// Sorts files: as the manifest lists them, else by disc and track if each file has its own, else by name with numbers
/// compared as numbers.
pub fn in_order(mut files: Vec<SoundFile>, listed: &[ListedChapter]) -> Result<Vec<SoundFile>, Vec<String>> {
    if !listed.is_empty() {
        let problems = list_problems(&files, listed);
        if !problems.is_empty() {
            return Err(problems);
        }
        files.sort_by_key(|file| listed.iter().position(|chapter| chapter.file == file.name));
        return Ok(files);
    }
    let places: HashSet<(u32, u32)> = files.iter().filter_map(|file| file.sound.place).collect();
    if places.len() == files.len() {
        files.sort_by_key(|file| file.sound.place);
    } else {
        files.sort_by(|a, b| natural(&a.name, &b.name));
    }
    Ok(files)
}

fn list_problems(files: &[SoundFile], listed: &[ListedChapter]) -> Vec<String> {
    let files: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let names: HashSet<&str> = listed.iter().map(|chapter| chapter.file.as_str()).collect();
    let missing = names.iter().filter(|name| !files.contains(name));
    let unlisted = files.iter().filter(|name| !names.contains(*name));
    let mut problems: Vec<String> = missing
        .map(|name| format!("book.toml: there is no sound file `{name}`"))
        .chain(unlisted.map(|name| format!("{name}: is not in the list of chapters")))
        .collect();
    problems.sort();
    problems
}

/// The chapters of files that are in order. The marks inside a file are its chapters. Titles come from the manifest, else
/// from the marks, else from the tags.
pub fn chapters(files: &[SoundFile], listed: &[ListedChapter]) -> Result<Vec<Chapter>, Vec<String>> {
    let mut chapters: Vec<Chapter> = Vec::new();
    let mut problems = Vec::new();
    // A title that all files share is that of the book.
    let titles: HashSet<&str> = files.iter().filter_map(|file| file.sound.title.as_deref()).collect();
    let tags_have_titles = files.len() == 1 || titles.len() > 1;
    for (index, file) in (0_i64..).zip(files) {
        let given: Vec<&str> = listed
            .iter()
            .filter(|chapter| chapter.file == file.name)
            .map(|chapter| chapter.title.as_str())
            .collect();
        let starts: Vec<i64> = file.sound.marks.iter().map(|mark| mark.start_ms).collect();
        let starts = if starts.is_empty() { vec![0] } else { starts };
        if !given.is_empty() && given.len() != starts.len() {
            problems.push(format!(
                "book.toml: `{}` has {} chapters, {} are listed",
                file.name,
                starts.len(),
                given.len()
            ));
            continue;
        }
        for (at, start_ms) in starts.iter().enumerate() {
            let own = match file.sound.marks.get(at) {
                Some(mark) => Some(mark.title.as_str()),
                None => file.sound.title.as_deref().filter(|_| tags_have_titles),
            };
            let title = given.get(at).copied().or(own).filter(|title| !title.is_empty());
            chapters.push(Chapter {
                title: title.map_or_else(|| format!("Peatükk {}", chapters.len() + 1), str::to_owned),
                file_position: index,
                start_ms: *start_ms,
                end_ms: starts.get(at + 1).copied().unwrap_or(file.sound.duration_ms),
            });
        }
    }
    if problems.is_empty() { Ok(chapters) } else { Err(problems) }
}

/// Compares names with numbers by value: 2 before 10.
pub fn natural(a: &str, b: &str) -> Ordering {
    let (folded_a, folded_b) = (a.to_lowercase(), b.to_lowercase());
    let (mut left, mut right) = (folded_a.as_str(), folded_b.as_str());
    loop {
        match (next_part(&mut left), next_part(&mut right)) {
            (None, None) => return a.cmp(b),
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some(x), Some(y)) => match compare_parts(x, y) {
                Ordering::Equal => {}
                other => return other,
            },
        }
    }
}

/// The next run of digits or of other characters.
fn next_part<'a>(text: &mut &'a str) -> Option<&'a str> {
    let is_digit = text.chars().next()?.is_ascii_digit();
    let end = text.find(|letter: char| letter.is_ascii_digit() != is_digit).unwrap_or(text.len());
    let (part, rest) = text.split_at(end);
    *text = rest;
    Some(part)
}

fn compare_parts(a: &str, b: &str) -> Ordering {
    let is_number = |part: &str| part.starts_with(|letter: char| letter.is_ascii_digit());
    if is_number(a) && is_number(b) {
        // Numbers of any length: the one with more digits is larger.
        let (a, b) = (a.trim_start_matches('0'), b.trim_start_matches('0'));
        a.len().cmp(&b.len()).then_with(|| a.cmp(b))
    } else {
        a.cmp(b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::media::{Mark, Sound};

    fn file(name: &str, title: Option<&str>, place: Option<(u32, u32)>, marks: &[(i64, &str)]) -> SoundFile {
        let marks =
            marks.iter().map(|(start_ms, title)| Mark { start_ms: *start_ms, title: (*title).to_owned() });
        let sound = Sound {
            content_type: "audio/mpeg",
            duration_ms: 10_000,
            marks: marks.collect(),
            title: title.map(str::to_owned),
            place,
            picture: None,
            warnings: Vec::new(),
        };
        SoundFile { name: name.to_owned(), path: name.into(), sound, sha256: String::new(), bytes: 0 }
    }

    fn listed(file: &str, title: &str) -> ListedChapter {
        ListedChapter { file: file.to_owned(), title: title.to_owned() }
    }

    fn order(files: Vec<SoundFile>, list: &[ListedChapter]) -> Vec<String> {
        in_order(files, list).unwrap().into_iter().map(|file| file.name).collect()
    }

    #[test]
    fn numbers_in_names_are_compared_by_value() {
        let mut names =
            ["10.mp3", "2.mp3", "Osa 2.mp3", "osa 10.mp3", "1.mp3", "002.mp3", "99999999999999999999999.mp3"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(
            names,
            ["1.mp3", "002.mp3", "2.mp3", "10.mp3", "99999999999999999999999.mp3", "Osa 2.mp3", "osa 10.mp3"]
        );
    }

    #[test]
    fn tags_order_files_only_when_they_are_complete() {
        let files = |second| vec![file("a.mp3", None, Some((1, 2)), &[]), file("b.mp3", None, second, &[])];
        assert_eq!(order(files(Some((1, 1))), &[]), ["b.mp3", "a.mp3"]);
        assert_eq!(order(files(Some((1, 2))), &[]), ["a.mp3", "b.mp3"]);
        assert_eq!(order(files(None), &[]), ["a.mp3", "b.mp3"]);
        let list = [listed("b.mp3", "B"), listed("a.mp3", "A")];
        assert_eq!(order(files(None), &list), ["b.mp3", "a.mp3"]);
    }

    #[test]
    fn a_list_names_all_files_and_no_others() {
        let files = vec![file("a.mp3", None, None, &[]), file("b.mp3", None, None, &[])];
        let list = [listed("a.mp3", "A"), listed("../b.mp3", "B")];
        let Err(problems) = in_order(files, &list) else { panic!("accepted") };
        assert_eq!(
            problems,
            ["b.mp3: is not in the list of chapters", "book.toml: there is no sound file `../b.mp3`"]
        );
    }

    #[test]
    fn titles_come_from_the_list_the_marks_or_the_tags() {
        let files = [
            file("1.mp3", Some("Üks"), None, &[]),
            file("2.mp3", Some("Kaks"), None, &[(0, "Algus"), (4_000, "")]),
        ];
        let found = chapters(&files, &[]).unwrap();
        let shown: Vec<_> =
            found.iter().map(|c| (c.title.as_str(), c.file_position, c.start_ms, c.end_ms)).collect();
        assert_eq!(shown, [("Üks", 0, 0, 10_000), ("Algus", 1, 0, 4_000), ("Peatükk 3", 1, 4_000, 10_000)]);
        let list = [listed("1.mp3", "A"), listed("2.mp3", "B"), listed("2.mp3", "C")];
        let titles: Vec<String> =
            chapters(&files, &list).unwrap().into_iter().map(|chapter| chapter.title).collect();
        assert_eq!(titles, ["A", "B", "C"]);
        assert!(chapters(&files, &list[..2]).is_err());
        let same = [file("1.mp3", Some("Kevade"), None, &[]), file("2.mp3", Some("Kevade"), None, &[])];
        let found = chapters(&same, &[]).unwrap();
        assert_eq!(found[0].title, "Peatükk 1");
    }
}
