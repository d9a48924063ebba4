//! References by id in HTML: links to pages, books and categories, images, cards of books.

use std::{cell::RefCell, str::FromStr};

use heliriiul_db::{BookId, CategoryId, DocumentId, RecordId};
use lol_html::{RewriteStrSettings, element, html_content::Element, rewrite_str};

/// The scheme of links that name their target by id.
const OWN: &str = "heliriiul:";

/// The target of a link by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    Page(DocumentId),
    Book(BookId),
    Category(CategoryId),
}

impl Target {
    /// Reads `page/ID`, `book/ID` or `category/ID`.
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, id) = text.split_once('/')?;
        match kind {
            "page" => id.parse().ok().map(Self::Page),
            "book" => id.parse().ok().map(Self::Book),
            "category" => id.parse().ok().map(Self::Category),
            _ => None,
        }
    }

    /// The target of a link by id, such as `heliriiul:page/ID`.
    pub fn of_link(href: &str) -> Option<Self> {
        href.strip_prefix(OWN).and_then(Self::parse)
    }

    pub fn link(self) -> String {
        match self {
            Self::Page(id) => format!("{OWN}page/{id}"),
            Self::Book(id) => format!("{OWN}book/{id}"),
            Self::Category(id) => format!("{OWN}category/{id}"),
        }
    }
}

/// Returns whether browsers find the scheme of links by id in an address, in any spelling.
pub fn has_own_scheme(href: &str) -> bool {
    let letters = href.chars().filter(|letter| !letter.is_whitespace() && !letter.is_control());
    letters.flat_map(char::to_lowercase).take(OWN.len()).eq(OWN.chars())
}

/// Whether a text has no visible letter, as HTML or plain.
pub fn is_blank(text: &str) -> bool {
    let is_invisible = |letter: char| {
        letter.is_whitespace()
            || letter.is_control()
            || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    text.replace("&nbsp;", " ").chars().all(is_invisible)
}

/// The references by id in the HTML of a document.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HtmlReferences {
    pub targets: Vec<Target>,
    pub images: Vec<RecordId>,
    pub books: Vec<BookId>,
    /// An image has no alternative text and is not marked as decorative.
    pub alt_missing: bool,
}

pub fn find_references(html: &str) -> HtmlReferences {
    let found = RefCell::new(HtmlReferences::default());
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("a[href]", |link| {
            let href = link.get_attribute("href").unwrap_or_default();
            found.borrow_mut().targets.extend(Target::of_link(&href));
            Ok(())
        }))
        .append_element_content_handler(element!("img", |image| {
            let mut found = found.borrow_mut();
            found.images.extend(id_in::<RecordId>(image, "data-image"));
            let alt = image.get_attribute("alt").unwrap_or_default();
            let decorative = image.get_attribute("data-decorative").is_some();
            found.alt_missing |= is_blank(&alt) && !decorative;
            Ok(())
        }))
        .append_element_content_handler(element!("div[data-book]", |card| {
            found.borrow_mut().books.extend(id_in::<BookId>(card, "data-book"));
            Ok(())
        }));
    // Only the handlers matter. HTML that cannot be read has no references.
    drop(rewrite_str(html, settings));
    found.into_inner()
}

pub fn id_in<T: FromStr>(element: &Element<'_, '_>, attribute: &str) -> Option<T> {
    element.get_attribute(attribute)?.parse().ok()
}
