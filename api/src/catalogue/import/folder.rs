//! `import folder PATH`: a folder for each book, with `book.toml`, a cover, sound files and `sample.*`.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use heliriiul_db::Db;

use super::{
    chapters,
    listing::{self, Listing},
    manifest::{self, MAX_MANIFEST, Manifest},
    report::{ImportError, Line, RecordError, Report, Saved},
    save,
    sound_file::{SoundFile, measure, store},
};
use crate::{
    catalogue::names::Slug,
    clock::Clock,
    media::{self, Cover, ImageError, MAX_COVER, Media},
};

/// Imports each folder inside `root`, or `root` itself when it is a book, and calls `on_line` after each.
pub async fn import_folder(
    db: &Db,
    media: &Media,
    clock: &Clock,
    root: &Path,
    mut on_line: impl FnMut(&Line),
) -> Result<Report, ImportError> {
    let mut report = Report::default();
    for folder in book_folders(root)? {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut warnings = Vec::new();
        let imported = import_book(db, media, clock, &folder, &name, &mut warnings).await;
        on_line(report.add(name, imported, warnings)?);
    }
    Ok(report)
}

fn book_folders(root: &Path) -> Result<Vec<PathBuf>, ImportError> {
    let unreadable = |error| ImportError::Source(root.to_owned(), error);
    if root.join("book.toml").exists() {
        return Ok(vec![root.to_owned()]);
    }
    let mut folders = Vec::new();
    for entry in fs::read_dir(root).map_err(unreadable)? {
        let entry = entry.map_err(unreadable)?;
        let is_folder = entry.path().is_dir();
        if is_folder && !listing::is_ignored(&entry.file_name().to_string_lossy()) {
            folders.push(entry.path());
        }
    }
    folders.sort_by(|a, b| chapters::natural(&a.to_string_lossy(), &b.to_string_lossy()));
    Ok(folders)
}

async fn import_book(
    db: &Db,
    media: &Media,
    clock: &Clock,
    folder: &Path,
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<Saved, RecordError> {
    let unreadable = |error| ImportError::Source(folder.to_owned(), error);
    if fs::symlink_metadata(folder).map_err(unreadable)?.is_symlink() {
        return Err(RecordError::refused("is a symbolic link"));
    }
    let listing = listing::list(folder)?;
    warnings.extend(listing.left_out.iter().map(|name| format!("{name} is left out")));
    let mut manifest = read_manifest(&listing)?;
    warnings.append(&mut manifest.warnings);
    let fallback_slug = name_by_folder(&mut manifest, name);
    let sounds = measure_all(&listing, warnings).await?;
    let sounds = chapters::in_order(sounds, &manifest.chapters).map_err(RecordError::Refused)?;
    let chapters = chapters::chapters(&sounds, &manifest.chapters).map_err(RecordError::Refused)?;
    let sample = match &listing.sample {
        Some(sample) => Some(measure(sample.clone()).await?),
        None => None,
    };
    // All checks of the folder are done. Objects are stored before the rows that point to them.
    let cover = store_cover(media, &listing, &sounds, warnings).await?;
    let mut stored = save::Media { chapters, cover, ..save::Media::default() };
    for file in sounds {
        stored.files.push(store(media, file).await?);
    }
    if let Some(sample) = sample {
        stored.sample = Some(store(media, sample).await?.sound);
    }
    save::save(db, clock.now(), manifest.fields, fallback_slug, Some(stored)).await
}

fn read_manifest(listing: &Listing) -> Result<Manifest, RecordError> {
    let path = listing.manifest.as_ref().ok_or_else(|| RecordError::refused("there is no book.toml"))?;
    let bytes = read_file(path, MAX_MANIFEST)?;
    let text = String::from_utf8(bytes).map_err(|_| RecordError::refused("book.toml: is not UTF-8"))?;
    manifest::parse(&text).map_err(RecordError::Refused)
}

fn read_file(path: &Path, most: u64) -> Result<Vec<u8>, ImportError> {
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(most).read_to_end(&mut bytes))
        .map_err(|error| ImportError::Source(path.to_owned(), error))?;
    Ok(bytes)
}

/// A book without a slug gets one from the name of the folder. If the manifest has an ISBN, a book with that ISBN keeps
/// its slug, and the slug is only returned for a new book.
fn name_by_folder(manifest: &mut Manifest, name: &str) -> Option<Slug> {
    let fields = &mut manifest.fields;
    if fields.slug.is_some() {
        return None;
    }
    let title = fields.title.as_deref().unwrap_or_default();
    let slug =
        Slug::parse(name).or_else(|_| Slug::from_title(name)).or_else(|_| Slug::from_title(title)).ok();
    if fields.isbn.as_ref().value().is_some() {
        return slug;
    }
    fields.slug = slug;
    None
}

async fn measure_all(listing: &Listing, warnings: &mut Vec<String>) -> Result<Vec<SoundFile>, RecordError> {
    let mut files = Vec::with_capacity(listing.sounds.len());
    let mut reasons = Vec::new();
    for sound in &listing.sounds {
        match measure(sound.clone()).await {
            Ok(file) => {
                warnings.extend(file.sound.warnings.iter().map(|warning| format!("{} {warning}", file.name)));
                files.push(file);
            }
            Err(RecordError::Refused(more)) => reasons.extend(more),
            Err(failed) => return Err(failed),
        }
    }
    if files.is_empty() && reasons.is_empty() {
        reasons.push("there is no sound file".to_owned());
    }
    if reasons.is_empty() { Ok(files) } else { Err(RecordError::Refused(reasons)) }
}

/// Stores the folder's cover, else the first image in the tags.
async fn store_cover(
    media: &Media,
    listing: &Listing,
    sounds: &[SoundFile],
    warnings: &mut Vec<String>,
) -> Result<Option<Cover>, RecordError> {
    let picture = match &listing.cover {
        Some(path) => Some(read_file(path, MAX_COVER)?),
        None => sounds.iter().find_map(|file| file.sound.picture.clone()),
    };
    let Some(picture) = picture else {
        warnings.push("there is no cover".to_owned());
        return Ok(None);
    };
    match media::store_cover(media, picture.into()).await {
        Ok(cover) => Ok(Some(cover)),
        Err(ImageError::Media(error)) => Err(error.into()),
        Err(ImageError::Refused(fault)) if listing.cover.is_some() => {
            Err(RecordError::refused(format!("the cover {fault}")))
        }
        Err(ImageError::Refused(fault)) => {
            warnings.push(format!("the picture in the tags {fault}"));
            Ok(None)
        }
    }
}
