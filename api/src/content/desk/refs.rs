//! What bodies name by id, as the desk shows it: titles, addresses, pictures.

use std::collections::HashSet;

use heliriiul_cms::{Body, ItemState, Kind, Target};
use heliriiul_db::{BookId, CategoryId, RecordId, Tx};

use super::wire::DeskRef;
use crate::{catalogue::Snapshot, content::links, error::ApiResult, state::AppState};

/// All that a body names. What is gone is left out.
pub async fn of(app: &AppState, tx: &mut Tx, body: &Body) -> ApiResult<Vec<DeskRef>> {
    let marks = heliriiul_cms::marks(body.html());
    let catalogue = app.catalogue.snapshot();
    let mut refs = Vec::new();
    if marks.targets.iter().any(|target| matches!(target, Target::Page(_))) {
        let wanted: HashSet<_> = marks.targets.iter().copied().collect();
        let mut pages = pages(tx).await?;
        pages.retain(|page| wanted.contains(&Target::Page(page.id)));
        refs.extend(pages.into_iter().map(page));
    }
    let mut books: HashSet<BookId> = marks.books.into_iter().collect();
    let mut categories = HashSet::new();
    for target in marks.targets {
        match target {
            Target::Book(id) => {
                books.insert(id);
            }
            Target::Category(id) => {
                categories.insert(id);
            }
            Target::Page(_) => {}
        }
    }
    refs.extend(books.into_iter().filter_map(|id| book(&catalogue, id)));
    refs.extend(categories.into_iter().filter_map(|id| category(&catalogue, id)));
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

/// All pages, published or not.
pub async fn pages(tx: &mut Tx) -> ApiResult<Vec<ItemState>> {
    let mut items = heliriiul_cms::list_items(tx).await?;
    items.retain(|item| item.kind == Kind::Page);
    Ok(items)
}

pub fn page(page: ItemState) -> DeskRef {
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
