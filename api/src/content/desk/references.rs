//! References by id in bodies: their view at the desk, checks that they exist, and missing references.

use std::collections::HashSet;

use heliriiul_cms::{Body, DocumentState, Kind, MissingReferences, Target, find_references, list_documents};
use heliriiul_db::{BookId, CategoryId, RecordId, Tx};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    catalogue::{self, Snapshot},
    content::{images::lookup, links},
    error::{ApiError, ApiResult},
};

/// Something that a document names by id.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRef {
    /// `page/ID`, `book/ID`, `category/ID` or `image/ID`.
    #[serde(rename = "ref")]
    #[schema(example = "page/01920000-0000-7000-8000-000000000001")]
    pub name: String,
    pub title: String,
    /// Its address in the store; null for images.
    pub path: Option<String>,
    /// Of images, and of books with a cover.
    pub image_url: Option<String>,
    /// Whether readers can see it.
    pub live: bool,
}

/// Returns the references of a body that exist.
pub async fn of(catalogue: &Snapshot, tx: &mut Tx, body: &Body) -> ApiResult<Vec<DeskRef>> {
    let found = find_references(body.html());
    let targets: HashSet<Target> = found.targets.into_iter().collect();
    let mut refs = Vec::new();
    if targets.iter().any(|target| matches!(target, Target::Page(_))) {
        let pages = pages(tx).await?.into_iter();
        refs.extend(pages.filter(|page| targets.contains(&Target::Page(page.id))).map(page));
    }
    let mut books: HashSet<BookId> = found.books.into_iter().collect();
    for target in targets {
        match target {
            Target::Book(id) => drop(books.insert(id)),
            Target::Category(id) => refs.extend(category(catalogue, id)),
            Target::Page(_) => {}
        }
    }
    refs.extend(books.into_iter().filter_map(|id| book(catalogue, id)));
    let images: HashSet<RecordId> = body.images().into_iter().collect();
    for (id, image) in links::images(tx, &images).await? {
        refs.push(DeskRef {
            name: format!("image/{id}"),
            title: image.alt,
            path: None,
            image_url: Some(image.src),
            live: true,
        });
    }
    refs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(refs)
}

/// Rejects a body that references a missing book or category. The database checks images.
pub async fn check(catalogue: &Snapshot, tx: &mut Tx, body: &Body) -> ApiResult<()> {
    if let Some(category) = body.category()
        && !catalogue::lock_category(tx, category).await?
    {
        return Err(ApiError::field("body.rule.categoryId", "not-found"));
    }
    match body.books().unwrap_or_default().iter().position(|&id| catalogue.book(id).is_none()) {
        Some(index) => Err(ApiError::field(format!("body.bookIds[{index}]"), "not-found")),
        None => Ok(()),
    }
}

/// Returns the missing references of a body.
pub async fn missing(catalogue: &Snapshot, tx: &mut Tx, body: &Body) -> ApiResult<MissingReferences> {
    let mut images = body.images();
    let existing = lookup(tx, &images.iter().copied().collect()).await?;
    images.retain(|id| !existing.contains_key(id));
    let mut missing = MissingReferences { images, ..MissingReferences::default() };
    if let Some(category) = body.category()
        && !catalogue::lock_category(tx, category).await?
    {
        missing.category = Some(category);
    }
    let books = body.books().unwrap_or_default().iter().copied();
    missing.books = books.filter(|&id| catalogue.book(id).is_none()).collect();
    Ok(missing)
}

/// All pages, published or not.
pub async fn pages(tx: &mut Tx) -> ApiResult<Vec<DocumentState>> {
    let mut documents = list_documents(tx).await?;
    documents.retain(|document| document.kind == Kind::Page);
    Ok(documents)
}

pub fn page(page: DocumentState) -> DeskRef {
    DeskRef {
        name: format!("page/{}", page.id),
        path: Some(format!("/{}", page.identifier)),
        title: page.title,
        image_url: None,
        live: page.published_revision.is_some(),
    }
}

pub fn book(catalogue: &Snapshot, id: BookId) -> Option<DeskRef> {
    let entry = catalogue.book(id)?;
    let card = &entry.book.card;
    Some(DeskRef {
        name: format!("book/{id}"),
        title: card.title.clone(),
        path: Some(format!("/raamatud/{}", card.slug)),
        image_url: card.image.clone(),
        live: entry.is_visible(),
    })
}

pub fn category(catalogue: &Snapshot, id: CategoryId) -> Option<DeskRef> {
    let category = catalogue.category(id)?;
    Some(DeskRef {
        name: format!("category/{id}"),
        title: category.name.clone(),
        path: Some(format!("/raamatud/kategooria/{}", category.path)),
        image_url: None,
        live: true,
    })
}
