//! Brings the demo's blocks, pages, sliders and announcement in, from TOML files.

use std::path::{Path, PathBuf};

use heliriiul_cms::{AnnouncementBody, Body, CmsError, PageBody, Save, SectionBody, SliderBody, Target};
use heliriiul_db::{BookId, DbError};
use serde::{Deserialize, de::DeserializeOwned};
use thiserror::Error;

use crate::{change_feed, state::AppState};

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

#[derive(Deserialize)]
struct SectionFile {
    title: String,
    content: String,
}

#[derive(Deserialize)]
struct PageFile {
    title: String,
    content: String,
    summary: Option<String>,
    #[serde(default)]
    show_in_footer: bool,
    #[serde(default)]
    position: i64,
}

#[derive(Deserialize)]
struct AnnouncementFile {
    title: String,
    content: String,
    linked_page: Option<String>,
    link_text: Option<String>,
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

/// Saves and publishes everything in `folder` in one transaction. The books that sliders name are there already.
pub async fn import(app: &AppState, folder: &Path) -> Result<(), DemoError> {
    let mut items = Vec::new();
    for (identifier, file) in toml_files::<SectionFile>(&folder.join("sections"))? {
        items.push((identifier, 0, Body::Section(SectionBody { title: file.title, content: file.content })));
    }
    for (identifier, file) in toml_files::<PageFile>(&folder.join("pages"))? {
        let body = PageBody {
            title: file.title,
            content: file.content,
            summary: file.summary,
            show_in_footer: file.show_in_footer,
            share_image: None,
        };
        items.push((identifier, file.position, Body::Page(body)));
    }
    let announcement: AnnouncementFile = read(&folder.join("announcement.toml"))?;
    items.push((
        "announcement".to_owned(),
        0,
        Body::Announcement(AnnouncementBody {
            title: announcement.title,
            content: announcement.content,
            linked_page: announcement.linked_page,
            link_text: announcement.link_text,
        }),
    ));
    let sliders: SlidersFile = read(&folder.join("sliders.toml"))?;
    for (position, slider) in (1_i64..).zip(sliders.sliders) {
        let books = book_ids(app, &slider.books)?;
        items.push((
            format!("slider-{position}"),
            position,
            Body::Slider(SliderBody { label: slider.label, books, rule: None }),
        ));
    }

    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    for (identifier, position, mut body) in items {
        // Pages come before it.
        if let Body::Announcement(announcement) = &mut body
            && let Some(linked) = &mut announcement.linked_page
            && let Some(page) = heliriiul_cms::page_of(&mut tx, linked).await?
        {
            *linked = Target::Page(page).link();
        }
        let save = Save {
            identifier,
            position,
            body: body.cleaned(),
            author: None,
            based_on: None,
            editing: None,
            step: None,
            autosaved: false,
        };
        let item = heliriiul_cms::save(&mut tx, save, now).await?;
        heliriiul_cms::publish(&mut tx, item.id, item.latest_revision, now).await?;
    }
    tx.commit().await?;
    change_feed::catch_up(app).await?;
    Ok(())
}

fn book_ids(app: &AppState, slugs: &[String]) -> Result<Vec<BookId>, DemoError> {
    let snapshot = app.catalogue.snapshot();
    slugs
        .iter()
        .map(|slug| {
            snapshot.by_slug(slug).map(|book| book.id()).ok_or_else(|| DemoError::UnknownBook(slug.clone()))
        })
        .collect()
}

fn toml_files<T: DeserializeOwned>(folder: &Path) -> Result<Vec<(String, T)>, DemoError> {
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
