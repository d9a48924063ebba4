//! Resolves the references of documents for readers: addresses, images, cards of books.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
    sync::Arc,
};

use heliriiul_cms::{Kind, LinkResolver, PublishedDocument, ReaderImage, Target};
use heliriiul_db::{BookId, DbResult, DocumentId, RecordId, Tx};

use super::images::{ImageView, Widths, lookup};
use crate::{catalogue::Snapshot, media::image_address};

/// Resolves references by id at one moment.
pub struct StoreLinks {
    catalogue: Arc<Snapshot>,
    pages: HashMap<DocumentId, String>,
    images: HashMap<RecordId, ReaderImage>,
}

impl StoreLinks {
    /// Builds the resolver for rendering `documents`, which must include the pages that links point to.
    pub async fn load(
        tx: &mut Tx,
        catalogue: Arc<Snapshot>,
        documents: &[PublishedDocument],
    ) -> DbResult<Self> {
        let pages = documents.iter().filter(|document| document.body.kind() == Kind::Page);
        let pages = pages.map(|page| (page.id, page.identifier.clone())).collect();
        let wanted = documents.iter().flat_map(|document| document.body.images()).collect();
        Ok(Self { catalogue, pages, images: images(tx, &wanted).await? })
    }

    /// The identifier of a published page.
    pub fn page(&self, id: DocumentId) -> Option<&str> {
        self.pages.get(&id).map(String::as_str)
    }

    /// Whether a published page has the identifier.
    pub fn has_page(&self, identifier: &str) -> bool {
        self.pages.values().any(|page| page == identifier)
    }
}

pub async fn images(tx: &mut Tx, wanted: &HashSet<RecordId>) -> DbResult<HashMap<RecordId, ReaderImage>> {
    Ok(lookup(tx, wanted).await?.into_iter().map(|(id, view)| (id, reader_image(view))).collect())
}

fn reader_image(view: ImageView) -> ReaderImage {
    let address = |width: u32| image_address(&view.hash, width);
    let Widths(widths) = &view.widths;
    let srcset: Vec<String> = widths.iter().map(|&width| format!("{} {width}w", address(width))).collect();
    let middle = widths.get(1).or(widths.first()).copied().unwrap_or_default();
    ReaderImage {
        src: address(middle),
        srcset: srcset.join(", "),
        width: view.width,
        height: view.height,
        alt: view.facts.alt,
    }
}

impl LinkResolver for StoreLinks {
    fn address(&self, target: Target) -> Option<String> {
        match target {
            Target::Page(id) => self.page(id).map(|identifier| format!("/{identifier}")),
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

    fn image(&self, id: RecordId) -> Option<ReaderImage> {
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
