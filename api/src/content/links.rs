//! What texts name by id, as readers see it now: addresses, pictures, cards of books.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
    sync::Arc,
};

use heliriiul_cms::{CmsError, Kind, LinkResolver, Published, ShownImage, Target};
use heliriiul_db::{BookId, DbError, DocumentId, RecordId, Tx};
use uuid::Uuid;

use super::images::{ImageView, lookup};
use crate::{catalogue::Snapshot, state::AppState};

/// The store around the texts at one moment.
pub struct StoreLinks {
    catalogue: Arc<Snapshot>,
    pages: HashMap<DocumentId, String>,
    images: HashMap<RecordId, ShownImage>,
}

impl StoreLinks {
    /// For showing `content`.
    pub async fn of(app: &AppState, tx: &mut Tx, content: &Published) -> Result<Self, CmsError> {
        let pages = content.items.iter().filter(|item| item.body.kind() == Kind::Page);
        let pages = pages.map(|item| (item.id, item.identifier.clone())).collect();
        let wanted: HashSet<RecordId> = content.items.iter().flat_map(|item| item.body.images()).collect();
        let images = images(tx, &wanted).await?;
        Ok(Self { catalogue: app.catalogue.snapshot(), pages, images })
    }
}

/// Pictures as they are shown.
pub async fn images(
    tx: &mut Tx,
    wanted: &HashSet<RecordId>,
) -> Result<HashMap<RecordId, ShownImage>, DbError> {
    let wanted: Vec<Uuid> = wanted.iter().map(|id| id.uuid()).collect();
    let found = lookup(tx, &wanted).await?;
    Ok(found.into_iter().map(|(id, view)| (id.into(), shown(view))).collect())
}

fn shown(view: ImageView) -> ShownImage {
    let address = |width: u32| format!("/media/images/{}/{width}.jpg", view.hash);
    let srcset: Vec<String> =
        view.widths.iter().map(|&width| format!("{} {width}w", address(width))).collect();
    let middle = view.widths.get(1).or(view.widths.first()).copied().unwrap_or(0);
    ShownImage {
        src: address(middle),
        srcset: srcset.join(", "),
        width: view.width.into(),
        height: view.height.into(),
        alt: view.alt,
    }
}

impl LinkResolver for StoreLinks {
    fn address(&self, target: Target) -> Option<String> {
        match target {
            Target::Page(id) => self.pages.get(&id).map(|identifier| format!("/{identifier}")),
            Target::Book(id) => {
                let book = self.catalogue.book(id).filter(|book| book.is_visible())?;
                Some(format!("/raamatud/{}", book.book.card.slug))
            }
            Target::Category(id) => {
                let category = self.catalogue.category(id)?;
                Some(format!("/raamatud/kategooria/{}", category.path))
            }
        }
    }

    fn image(&self, id: RecordId) -> Option<ShownImage> {
        self.images.get(&id).cloned()
    }

    fn book_card(&self, id: BookId) -> Option<String> {
        let book = &self.catalogue.book(id).filter(|book| book.is_visible())?.book.card;
        let text = |text: &str| minijinja::HtmlEscape(text).to_string();
        let mut html = format!("<a class=\"text-book__link\" href=\"/raamatud/{}\">", book.slug);
        if let Some(image) = &book.image {
            let _ = write!(
                html,
                "<img class=\"text-book__cover\" src=\"{}\" alt=\"\" width=\"96\" height=\"96\" loading=\"lazy\">",
                text(image)
            );
        }
        let _ = write!(
            html,
            "<span class=\"text-book__text\"><strong class=\"text-book__title\">{}</strong>\
             <span class=\"text-book__author\">{}</span></span></a>",
            text(&book.title),
            text(&book.author)
        );
        Some(html)
    }
}
