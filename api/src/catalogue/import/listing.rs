//! What lies in a book's folder, sorted out by name. Nothing that a link or a name points to outside is touched.

use std::{
    fs,
    path::{Path, PathBuf},
};

use super::{ImportError, manifest::LARGEST_MANIFEST};
use crate::media::LARGEST_COVER;

/// Bytes of one sound file.
const LARGEST_SOUND: u64 = 4 << 30;
/// Files of one folder.
const MOST_FILES: usize = 3_000;

/// Taken for sound by their names; what they are is measured. Those that no browser plays are among them, so that they
/// refuse the book instead of going missing from it.
const SOUND: [&str; 22] = [
    "mp3", "m4a", "m4b", "mp4", "aac", "ogg", "oga", "opus", "flac", "wav", "wma", "aif", "aiff", "aax",
    "aa", "m4p", "ape", "wv", "mka", "webm", "mp2", "alac",
];
const PICTURE: [&str; 4] = ["jpg", "jpeg", "png", "webp"];
const COVER_STEMS: [&str; 3] = ["cover", "kaas", "folder"];
/// What operating systems leave behind.
const LITTER: [&str; 3] = ["thumbs.db", "desktop.ini", "__macosx"];

/// A folder's files.
#[derive(Debug, Default)]
pub struct Listing {
    pub manifest: Option<PathBuf>,
    pub cover: Option<PathBuf>,
    pub sample: Option<Named>,
    pub sounds: Vec<Named>,
    /// Names of files that mean nothing to the importer.
    pub left_out: Vec<String>,
}

/// A file and the name it is served under.
#[derive(Clone, Debug)]
pub struct Named {
    pub name: String,
    pub path: PathBuf,
}

/// Lists a folder. The inner error says all that makes it unfit.
pub fn list(folder: &Path) -> Result<Result<Listing, Vec<String>>, ImportError> {
    let unreadable = |error| ImportError::Source(folder.to_owned(), error);
    let mut listing = Listing::default();
    let mut faults = Vec::new();
    let mut count = 0;
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let Ok(name) = entry.file_name().into_string() else {
            faults.push(format!("{}: the name is not UTF-8", entry.file_name().to_string_lossy()));
            continue;
        };
        if is_litter(&name) {
            continue;
        }
        count += 1;
        if count > MOST_FILES {
            return Ok(Err(vec![format!("holds more than {MOST_FILES} files")]));
        }
        // Of the entry itself, never of what a link points to.
        let meta = fs::symlink_metadata(entry.path()).map_err(unreadable)?;
        if meta.is_dir() {
            continue;
        }
        let named = Named { path: entry.path(), name };
        let fault = if meta.is_symlink() {
            Some("is a symbolic link".to_owned())
        } else if !meta.is_file() {
            Some("is no plain file".to_owned())
        } else if named.name.chars().any(char::is_control) {
            Some("the name holds control characters".to_owned())
        } else {
            sort_in(&mut listing, &named, meta.len())
        };
        if let Some(fault) = fault {
            faults.push(format!("{}: {fault}", named.name));
        }
    }
    listing.left_out.sort();
    Ok(if faults.is_empty() { Ok(listing) } else { Err(faults) })
}

pub fn is_litter(name: &str) -> bool {
    name.starts_with('.') || LITTER.contains(&name.to_lowercase().as_str())
}

/// Puts a file where it belongs; answers why it cannot be taken.
fn sort_in(listing: &mut Listing, file: &Named, bytes: u64) -> Option<String> {
    let lower = file.name.to_lowercase();
    let (stem, extension) = lower.rsplit_once('.').unwrap_or((&lower, ""));
    let too_large =
        |most: u64| (bytes > most).then(|| format!("is larger than {} MiB", most.div_ceil(1 << 20)));
    if lower == "book.toml" {
        listing.manifest = Some(file.path.clone());
        return too_large(LARGEST_MANIFEST);
    }
    if PICTURE.contains(&extension) && COVER_STEMS.contains(&stem) {
        if listing.cover.replace(file.path.clone()).is_some() {
            return Some("is a second cover".to_owned());
        }
        return too_large(LARGEST_COVER);
    }
    if SOUND.contains(&extension) {
        if stem != "sample" {
            listing.sounds.push(file.clone());
        } else if listing.sample.replace(file.clone()).is_some() {
            return Some("is a second sample".to_owned());
        }
        return too_large(LARGEST_SOUND);
    }
    listing.left_out.push(file.name.clone());
    None
}
