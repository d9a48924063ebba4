//! Builds the snapshot that readers get from the published documents.

use std::{collections::HashMap, sync::Arc};

use heliriiul_cms::{
    ANNOUNCEMENT, Body, CmsError, LinkResolver as _, PublishedDocument, SliderRule, SliderRuleKind, Target,
    page_redirects, render,
};
use heliriiul_db::{BookId, DocumentId, Tx};

use super::{
    links::StoreLinks,
    snapshot::{ContentSnapshot, FooterPage, Page, Section, Slider},
};
use crate::catalogue::{BookEntry, Snapshot, Sort};

/// Builds the readers' content from the documents and the objects that they reference by id.
pub async fn build(
    tx: &mut Tx,
    catalogue: Arc<Snapshot>,
    documents: Vec<PublishedDocument>,
) -> Result<ContentSnapshot, CmsError> {
    let links = StoreLinks::load(tx, Arc::clone(&catalogue), &documents).await?;
    let redirects = redirects(tx, &links).await?;
    let mut snapshot = ContentSnapshot::default();
    for PublishedDocument { id, identifier, updated_at, body } in documents {
        match body {
            Body::Section(body) => snapshot.sections.push(Section {
                id,
                identifier,
                title: body.title,
                content: render(&body.content, &links),
                updated_at,
                linked_page_slug: None,
                link_text: None,
            }),
            Body::Announcement(body) => snapshot.sections.push(Section {
                id,
                identifier: ANNOUNCEMENT.to_owned(),
                title: body.title,
                content: render(&body.content, &links),
                updated_at,
                linked_page_slug: body.linked_page.and_then(|page| linked_page(&page, &links, &redirects)),
                link_text: body.link_text,
            }),
            Body::Slider(body) => {
                let book_ids = match &body.rule {
                    Some(rule) => books_by_rule(&catalogue, rule),
                    None => body.books,
                };
                snapshot.sliders.push(Slider { id, kind: "book", label: body.label, book_ids });
            }
            Body::Page(body) => {
                if body.show_in_footer {
                    let (identifier, title) = (identifier.clone(), body.title.clone());
                    snapshot.footer.push(FooterPage { identifier, title });
                }
                snapshot.pages.push(Page {
                    id,
                    identifier,
                    title: body.title,
                    content: render(&body.content, &links),
                    summary: body.summary,
                    share_image: body.share_image.and_then(|id| links.image(id)).map(|image| image.src),
                    show_in_footer: body.show_in_footer,
                    updated_at,
                });
            }
        }
    }
    snapshot.redirects = redirects;
    Ok(snapshot)
}

/// The former identifiers of published pages with the current ones.
async fn redirects(tx: &mut Tx, links: &StoreLinks) -> Result<HashMap<String, String>, CmsError> {
    let redirects = page_redirects(tx).await?.into_iter();
    let current = |page: DocumentId| links.page(page).map(str::to_owned);
    Ok(redirects.filter_map(|(old, page)| Some((old, current(page)?))).collect())
}

/// The identifier of the page that the announcement links to; `None` when the page is not published.
fn linked_page(linked: &str, links: &StoreLinks, redirects: &HashMap<String, String>) -> Option<String> {
    match Target::of_link(linked) {
        Some(Target::Page(id)) => links.page(id).map(str::to_owned),
        _ if links.has_page(linked) => Some(linked.to_owned()),
        _ => redirects.get(linked).cloned(),
    }
}

/// Returns the books that match a rule now.
fn books_by_rule(catalogue: &Snapshot, rule: &SliderRule) -> Vec<BookId> {
    let count = usize::try_from(rule.count).unwrap_or(usize::MAX);
    let ids =
        |books: &mut dyn Iterator<Item = &Arc<BookEntry>>| books.take(count).map(|book| book.id()).collect();
    match rule.kind {
        SliderRuleKind::Newest => ids(&mut catalogue.visible(Sort::Newest).iter()),
        SliderRuleKind::Popular => ids(&mut catalogue.visible(Sort::Popular).iter()),
        SliderRuleKind::Category => {
            let top = rule.category_id.and_then(|id| catalogue.category(id));
            let Some(subtree) = top.map(|top| catalogue.subtree(top)) else { return Vec::new() };
            let is_in =
                |book: &&Arc<BookEntry>| book.book.card.category_ids.iter().any(|id| subtree.contains(id));
            ids(&mut catalogue.visible(Sort::Newest).iter().filter(is_in))
        }
    }
}
