//! The files of a book's folder, sorted by their names. Links and names that lead outside are never followed.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{
    manifest::MAX_MANIFEST,
    report::{ImportError, RecordError},
};
use crate::media::MAX_COVER;

/// Bytes of one sound file.
const MAX_SOUND: u64 = 4 << 30;
/// Files of one folder.
const MAX_FILES: usize = 3_000;

/// Extensions of sound files, including formats that no browser plays. Such a file rejects the book, so that no sound
/// is lost without notice.
const SOUND: [&str; 22] = [
    "mp3", "m4a", "m4b", "mp4", "aac", "ogg", "oga", "opus", "flac", "wav", "wma", "aif", "aiff", "aax",
    "aa", "m4p", "ape", "wv", "mka", "webm", "mp2", "alac",
];
const PICTURE: [&str; 4] = ["jpg", "jpeg", "png", "webp"];
const COVER_STEMS: [&str; 3] = ["cover", "kaas", "folder"];
/// Files that operating systems create. They are ignored.
const IGNORED: [&str; 3] = ["thumbs.db", "desktop.ini", "__macosx"];

/// A folder's files.
#[derive(Debug, Default)]
pub struct Listing {
    pub manifest: Option<PathBuf>,
    pub cover: Option<PathBuf>,
    pub sample: Option<NamedFile>,
    pub sounds: Vec<NamedFile>,
    /// Names of files that the importer does not know.
    pub left_out: Vec<String>,
}

/// A file and the name under which it is served.
#[derive(Clone, Debug)]
pub struct NamedFile {
    pub name: String,
    pub path: PathBuf,
}

/// Lists a folder.
pub fn list(folder: &Path) -> Result<Listing, RecordError> {
    let unreadable = |error| ImportError::Source(folder.to_owned(), error);
    let mut listing = Listing::default();
    let mut reasons = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else {
            reasons.push(format!("{}: the name is not UTF-8", entry.file_name().to_string_lossy()));
            continue;
        };
        if is_ignored(&name) {
            continue;
        }
        count += 1;
        if count > MAX_FILES {
            return Err(RecordError::refused(format!("holds more than {MAX_FILES} files")));
        }
        // The metadata of the entry itself, never of the target of a link.
        let meta = fs::symlink_metadata(entry.path()).map_err(unreadable)?;
        if meta.is_dir() {
            continue;
        }
        let named = NamedFile { path: entry.path(), name };
        let reason = if meta.is_symlink() {
            Some("is a symbolic link".to_owned())
        } else if !meta.is_file() {
            Some("is no plain file".to_owned())
        } else if named.name.chars().any(char::is_control) {
            Some("the name holds control characters".to_owned())
        } else {
            add(&mut listing, &named, meta.len())
        };
        if let Some(reason) = reason {
            reasons.push(format!("{}: {reason}", named.name));
        }
    }
    listing.left_out.sort();
    if reasons.is_empty() { Ok(listing) } else { Err(RecordError::Refused(reasons)) }
}

pub fn is_ignored(name: &str) -> bool {
    name.starts_with('.') || IGNORED.contains(&name.to_lowercase().as_str())
}

/// Adds a file by its name; returns why it is refused.
fn add(listing: &mut Listing, file: &NamedFile, bytes: u64) -> Option<String> {
    let lower = file.name.to_lowercase();
    let (stem, extension) = lower.rsplit_once('.').unwrap_or((&lower, ""));
    let too_large =
        |most: u64| (bytes > most).then(|| format!("is larger than {} MiB", most.div_ceil(1 << 20)));
    if lower == "book.toml" {
        listing.manifest = Some(file.path.clone());
        return too_large(MAX_MANIFEST);
    }
    if PICTURE.contains(&extension) && COVER_STEMS.contains(&stem) {
        if listing.cover.replace(file.path.clone()).is_some() {
            return Some("is a second cover".to_owned());
        }
        return too_large(MAX_COVER);
    }
    if SOUND.contains(&extension) {
        if stem != "sample" {
            listing.sounds.push(file.clone());
        } else if listing.sample.replace(file.clone()).is_some() {
            return Some("is a second sample".to_owned());
        }
        return too_large(MAX_SOUND);
    }
    listing.left_out.push(file.name.clone());
    None
}
