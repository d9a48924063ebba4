//! Imports the demo's documents from TOML files.

use std::path::{Path, PathBuf};

use heliriiul_cms::{ANNOUNCEMENT, Body, BodyFields, CmsError, Kind, Save, link_page_by_id, publish, save};
use heliriiul_db::{BookId, DbError};
use serde::{Deserialize, de::DeserializeOwned};
use thiserror::Error;

use crate::{catalogue::Snapshot, change_feed, state::AppState};

#[derive(Debug, Error)]
pub enum DemoError {
    #[error("{0} cannot be read: {1}")]
    Read(PathBuf, std::io::Error),
    #[error("{0}: {1}")]
    Toml(PathBuf, toml::de::Error),
    #[error("a slider names the unknown book `{0}`")]
    UnknownBook(String),
    #[error(transparent)]
    Cms(#[from] CmsError),
    #[error(transparent)]
    Database(#[from] DbError),
}

/// A section, a page or the announcement.
#[derive(Deserialize)]
struct DocumentFile {
    #[serde(flatten)]
    fields: BodyFields,
    #[serde(default)]
    position: i64,
}

#[derive(Deserialize)]
struct SlidersFile {
    #[serde(rename = "slider")]
    sliders: Vec<SliderFile>,
}

#[derive(Deserialize)]
struct SliderFile {
    label: String,
    books: Vec<String>,
}

struct Document {
    identifier: String,
    position: i64,
    body: Body,
}

impl DocumentFile {
    fn read(self, kind: Kind, identifier: String) -> Result<Document, CmsError> {
        Ok(Document { identifier, position: self.position, body: Body::from_fields(kind, self.fields)? })
    }
}

/// Saves and publishes everything in `folder` in one transaction. The books of the sliders must exist already.
pub async fn import(app: &AppState, folder: &Path) -> Result<(), DemoError> {
    let documents = read_folder(folder, &app.catalogue.snapshot())?;
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    for Document { identifier, position, mut body } in documents {
        link_page_by_id(&mut tx, &mut body).await?;
        let saved = save(&mut tx, Save::new(identifier, position, body.cleaned(), None), now).await?;
        publish(&mut tx, saved.id, saved.latest_revision, now).await?;
    }
    tx.commit().await?;
    change_feed::apply_pending(app).await?;
    Ok(())
}

/// Pages come before the announcement, which links to one.
fn read_folder(folder: &Path, catalogue: &Snapshot) -> Result<Vec<Document>, DemoError> {
    let mut documents = Vec::new();
    for (kind, name) in [(Kind::Section, "sections"), (Kind::Page, "pages")] {
        for (identifier, file) in toml_files(&folder.join(name))? {
            documents.push(DocumentFile::read(file, kind, identifier)?);
        }
    }
    let announcement: DocumentFile = read(&folder.join("announcement.toml"))?;
    documents.push(announcement.read(Kind::Announcement, ANNOUNCEMENT.to_owned())?);
    let sliders: SlidersFile = read(&folder.join("sliders.toml"))?;
    for (position, slider) in (1_i64..).zip(sliders.sliders) {
        let books = book_ids(catalogue, &slider.books)?;
        let fields = BodyFields { title: slider.label, book_ids: Some(books), ..BodyFields::default() };
        let body = Body::from_fields(Kind::Slider, fields)?;
        documents.push(Document { identifier: format!("slider-{position}"), position, body });
    }
    Ok(documents)
}

fn book_ids(catalogue: &Snapshot, slugs: &[String]) -> Result<Vec<BookId>, DemoError> {
    slugs
        .iter()
        .map(|slug| {
            let book = catalogue.by_slug(slug);
            book.map(|book| book.id()).ok_or_else(|| DemoError::UnknownBook(slug.clone()))
        })
        .collect()
}

fn toml_files(folder: &Path) -> Result<Vec<(String, DocumentFile)>, DemoError> {
    let cannot_read = |error| DemoError::Read(folder.to_owned(), error);
    let mut paths = std::fs::read_dir(folder)
        .map_err(cannot_read)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(cannot_read)?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            let identifier = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            Ok((identifier, read(&path)?))
        })
        .collect()
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, DemoError> {
    let text = std::fs::read_to_string(path).map_err(|error| DemoError::Read(path.to_owned(), error))?;
    toml::from_str(&text).map_err(|error| DemoError::Toml(path.to_owned(), error))
}
