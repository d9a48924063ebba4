//! `import folder PATH`: a folder a book, with `book.toml`, a cover, sound files and `sample.*`.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use super::{
    ImportError,
    chapters::{self, Measured},
    facts::Patch,
    listing::{self, Listing},
    manifest::{self, LARGEST_MANIFEST, Manifest},
    report::{Line, Outcome, Report},
    save::{self, Saved},
    sound_file::{SoundFile, measure, store},
    sound_set::{NewCover, SoundSet},
};
use crate::{
    catalogue::names::Slug,
    change_feed,
    media::{self, LARGEST_COVER},
    state::AppState,
};

/// Why a folder is not taken: an unfit folder, or a failure that ends the import.
enum Stop {
    Refused(Vec<String>),
    Failed(ImportError),
}

impl<E: Into<ImportError>> From<E> for Stop {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Takes each folder inside `root`, or `root` itself when it is a book; `tell` hears of each as it is done.
pub async fn import_folder(
    app: &AppState,
    root: &Path,
    mut tell: impl FnMut(&Line),
) -> Result<Report, ImportError> {
    let mut report = Report::default();
    for folder in book_folders(root)? {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let mut warnings = Vec::new();
        let (record, outcome) = match import_book(app, &folder, &name, &mut warnings).await {
            Ok(Saved { slug, outcome }) => (slug.to_string(), outcome),
            Err(Stop::Refused(reasons)) => (name, Outcome::Refused(reasons)),
            Err(Stop::Failed(error)) => return Err(error),
        };
        let line = Line { record, outcome, warnings };
        tell(&line);
        report.lines.push(line);
    }
    change_feed::catch_up(app).await?;
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
        let name = entry.file_name();
        let leads_to_folder = entry.path().is_dir();
        if leads_to_folder && !listing::is_litter(&name.to_string_lossy()) {
            folders.push(entry.path());
        }
    }
    folders.sort_by(|a, b| chapters::natural(&a.to_string_lossy(), &b.to_string_lossy()));
    Ok(folders)
}

async fn import_book(
    app: &AppState,
    folder: &Path,
    name: &str,
    warnings: &mut Vec<String>,
) -> Result<Saved, Stop> {
    let unreadable = |error| ImportError::Source(folder.to_owned(), error);
    if fs::symlink_metadata(folder).map_err(unreadable)?.is_symlink() {
        return Err(Stop::Refused(vec!["is a symbolic link".to_owned()]));
    }
    let listing = listing::list(folder)?.map_err(Stop::Refused)?;
    warnings.extend(listing.left_out.iter().map(|name| format!("{name} is left out")));
    let mut manifest = read_manifest(&listing)?;
    warnings.append(&mut manifest.warnings);
    name_by_folder(&mut manifest, name);
    let sounds = measure_all(&listing, warnings).await?;
    let sounds =
        chapters::in_order(sounds, |file| &file.measured, &manifest.chapters).map_err(Stop::Refused)?;
    let measured: Vec<&Measured> = sounds.iter().map(|file| &file.measured).collect();
    let chapters = chapters::chapters(&measured, &manifest.chapters).map_err(Stop::Refused)?;
    let sample = match &listing.sample {
        Some(sample) => Some(measure(sample.clone()).await?.map_err(|fault| Stop::Refused(vec![fault]))?),
        None => None,
    };
    // All that can be wrong with the folder is known now. Objects go first; rows point to what is there.
    let cover = store_cover(app, &listing, &sounds, warnings).await?;
    let mut set = SoundSet { chapters, cover, ..SoundSet::default() };
    for file in &sounds {
        set.files.push(store(app, file).await?);
    }
    if let Some(sample) = &sample {
        set.sample = Some(store(app, sample).await?);
    }
    save::save(app, &manifest.facts, Some(&set)).await?.map_err(|why| Stop::Refused(vec![why]))
}

fn read_manifest(listing: &Listing) -> Result<Manifest, Stop> {
    let refused = |why: &str| Stop::Refused(vec![why.to_owned()]);
    let path = listing.manifest.as_ref().ok_or_else(|| refused("there is no book.toml"))?;
    let mut bytes = Vec::new();
    fs::File::open(path)
        .and_then(|file| file.take(LARGEST_MANIFEST).read_to_end(&mut bytes))
        .map_err(|error| ImportError::Source(path.clone(), error))?;
    let text = String::from_utf8(bytes).map_err(|_| refused("book.toml: is not UTF-8"))?;
    manifest::parse(&text).map_err(Stop::Refused)
}

/// Without a slug of its own a book has the folder's name; where it has an ISBN, that finds it again.
fn name_by_folder(manifest: &mut Manifest, name: &str) {
    let facts = &mut manifest.facts;
    if facts.slug.is_some() {
        return;
    }
    let title = facts.title.clone().unwrap_or_default();
    let named =
        Slug::parse(name).or_else(|_| Slug::from_title(name)).or_else(|_| Slug::from_title(&title)).ok();
    if matches!(facts.isbn, Patch::Value(_)) {
        facts.fallback_slug = named;
    } else {
        facts.slug = named;
    }
}

async fn measure_all(listing: &Listing, warnings: &mut Vec<String>) -> Result<Vec<SoundFile>, Stop> {
    let mut files = Vec::with_capacity(listing.sounds.len());
    let mut faults = Vec::new();
    for sound in &listing.sounds {
        match measure(sound.clone()).await? {
            Ok(file) => {
                let name = &file.measured.name;
                warnings
                    .extend(file.measured.sound.warnings.iter().map(|warning| format!("{name} {warning}")));
                files.push(file);
            }
            Err(fault) => faults.push(fault),
        }
    }
    if files.is_empty() && faults.is_empty() {
        faults.push("there is no sound file".to_owned());
    }
    if faults.is_empty() { Ok(files) } else { Err(Stop::Refused(faults)) }
}

/// The folder's cover, else the first picture in the tags.
async fn store_cover(
    app: &AppState,
    listing: &Listing,
    sounds: &[SoundFile],
    warnings: &mut Vec<String>,
) -> Result<Option<NewCover>, Stop> {
    let picture = match &listing.cover {
        Some(path) => {
            let mut bytes = Vec::new();
            fs::File::open(path)
                .and_then(|file| file.take(LARGEST_COVER).read_to_end(&mut bytes))
                .map_err(|error| ImportError::Source(path.clone(), error))?;
            Some(bytes)
        }
        None => sounds.iter().find_map(|file| file.measured.sound.picture.clone()),
    };
    let Some(picture) = picture else {
        warnings.push("there is no cover".to_owned());
        return Ok(None);
    };
    match media::store_cover(&app.media, picture.into()).await? {
        Ok(cover) => Ok(Some(NewCover { hash: cover.hash, hue: cover.hue, widths: cover.widths })),
        Err(fault) if listing.cover.is_some() => Err(Stop::Refused(vec![format!("the cover {fault}")])),
        Err(fault) => {
            warnings.push(format!("the picture in the tags {fault}"));
            Ok(None)
        }
    }
}
