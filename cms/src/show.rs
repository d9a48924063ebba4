//! From the text as it is kept to the text as it is shown: links by id get their present address, pictures and books
//! by id get what is to be seen of them.

use std::cell::RefCell;

use heliriiul_db::{BookId, CategoryId, DocumentId, RecordId};
use lol_html::{
    RewriteStrSettings, element,
    html_content::{ContentType, Element},
    rewrite_str,
};

/// The scheme of links that name their target by id.
const OWN: &str = "heliriiul:";

/// Something of the store that a text names by id.
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

    /// Reads a link that names its target by id, such as `heliriiul:page/ID`.
    pub fn of_link(href: &str) -> Option<Self> {
        href.strip_prefix(OWN).and_then(Self::parse)
    }

    /// As a link.
    pub fn link(self) -> String {
        match self {
            Self::Page(id) => format!("{OWN}page/{id}"),
            Self::Book(id) => format!("{OWN}book/{id}"),
            Self::Category(id) => format!("{OWN}category/{id}"),
        }
    }
}

/// Whether a link has the scheme, also as no link by id is written but browsers read it.
pub fn is_own(href: &str) -> bool {
    let letters = href.chars().filter(|letter| !letter.is_whitespace() && !letter.is_control());
    letters.flat_map(char::to_lowercase).take(OWN.len()).eq(OWN.chars())
}

/// Whether a text in place of a picture says nothing, as HTML or plain.
pub fn says_nothing(alt: &str) -> bool {
    let unseen = |letter: char| {
        letter.is_whitespace()
            || letter.is_control()
            || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    alt.replace("&nbsp;", " ").chars().all(unseen)
}

/// A picture as a text shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownImage {
    pub src: String,
    pub srcset: String,
    pub width: i64,
    pub height: i64,
    /// Where the text itself gives none.
    pub alt: String,
}

/// What texts need to know of the rest of the store.
pub trait LinkResolver {
    /// The present address; `None`: it is not to be seen, so the link leads nowhere.
    fn address(&self, target: Target) -> Option<String>;
    fn image(&self, id: RecordId) -> Option<ShownImage>;
    /// HTML of a book's card; `None`: the book is not to be seen.
    fn book_card(&self, id: BookId) -> Option<String>;
}

/// What a text names by id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Marks {
    pub targets: Vec<Target>,
    pub images: Vec<RecordId>,
    pub books: Vec<BookId>,
    /// A picture has neither a text in its place nor the mark that it needs none.
    pub alt_missing: bool,
}

/// Finds what a clean text names by id.
pub fn marks(html: &str) -> Marks {
    let found = RefCell::new(Marks::default());
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("a[href]", |link| {
            let href = link.get_attribute("href").unwrap_or_default();
            found.borrow_mut().targets.extend(Target::of_link(&href));
            Ok(())
        }))
        .append_element_content_handler(element!("img", |image| {
            let mut found = found.borrow_mut();
            found.images.extend(id::<RecordId>(image, "data-image"));
            let alt = image.get_attribute("alt").unwrap_or_default();
            let decorative = image.get_attribute("data-decorative").is_some();
            found.alt_missing |= says_nothing(&alt) && !decorative;
            Ok(())
        }))
        .append_element_content_handler(element!("div[data-book]", |card| {
            found.borrow_mut().books.extend(id::<BookId>(card, "data-book"));
            Ok(())
        }));
    // The rewriting itself is not wanted; a text that it cannot read has no marks.
    drop(rewrite_str(html, settings));
    found.into_inner()
}

/// The text for readers.
pub fn show(html: &str, surroundings: &dyn LinkResolver) -> String {
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("a[href]", |link| {
            let href = link.get_attribute("href").unwrap_or_default();
            if !is_own(&href) {
                return Ok(());
            }
            match Target::of_link(&href).and_then(|target| surroundings.address(target)) {
                Some(address) => {
                    link.set_attribute("href", &address)?;
                    link.remove_attribute("rel");
                }
                None => link.remove_attribute("href"),
            }
            Ok(())
        }))
        .append_element_content_handler(element!("img", |image| {
            image.set_attribute("loading", "lazy")?;
            if !image.has_attribute("data-image") {
                return Ok(());
            }
            let Some(shown) = id(image, "data-image").and_then(|id| surroundings.image(id)) else {
                image.remove();
                return Ok(());
            };
            image.set_attribute("src", &shown.src)?;
            image.set_attribute("srcset", &shown.srcset)?;
            image.set_attribute("sizes", "(max-width: 46rem) 100vw, 46rem")?;
            image.set_attribute("width", &shown.width.to_string())?;
            image.set_attribute("height", &shown.height.to_string())?;
            let bare = image.get_attribute("alt").is_none_or(|alt| alt.is_empty());
            if bare && !image.has_attribute("data-decorative") {
                // Set as it is but for the quotes.
                image.set_attribute("alt", &shown.alt.replace('&', "&amp;"))?;
            }
            image.remove_attribute("data-image");
            image.remove_attribute("data-decorative");
            Ok(())
        }))
        .append_element_content_handler(element!("div[data-book]", |card| {
            match id(card, "data-book").and_then(|id| surroundings.book_card(id)) {
                Some(html) => {
                    card.remove_attribute("data-book");
                    card.set_attribute("class", "text-book")?;
                    card.set_inner_content(&html, ContentType::Html);
                }
                None => card.remove(),
            }
            Ok(())
        }));
    // What was cleaned can be read; were it not so, the text without its pictures is better than none.
    rewrite_str(html, settings).unwrap_or_else(|_| html.to_owned())
}

fn id<T: std::str::FromStr>(element: &Element<'_, '_>, attribute: &str) -> Option<T> {
    element.get_attribute(attribute)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean_html;

    const ID: &str = "01920000-0000-7000-8000-000000000001";

    struct Store;

    impl LinkResolver for Store {
        fn address(&self, target: Target) -> Option<String> {
            match target {
                Target::Page(_) => Some("/kinkekaart".to_owned()),
                Target::Book(_) => Some("/raamatud/kevade?a=1&b=2".to_owned()),
                Target::Category(_) => None,
            }
        }

        fn image(&self, _: RecordId) -> Option<ShownImage> {
            Some(ShownImage {
                src: "/media/images/a/640.jpg".to_owned(),
                srcset: "/media/images/a/640.jpg 640w".to_owned(),
                width: 640,
                height: 480,
                alt: "Sild \"üle\" jõe &amp; tee".to_owned(),
            })
        }

        fn book_card(&self, _: BookId) -> Option<String> {
            Some("<a href=\"/raamatud/kevade\">Kevade</a>".to_owned())
        }
    }

    #[test]
    fn links_by_id_get_the_address_of_today() {
        let kept = clean_html(&format!(
            "<p>href=\"heliriiul:page/{ID}\" <a href=\"heliriiul:page/{ID}\">a</a> <a href=\"heliriiul:book/{ID}\">b</a> \
             <a href=\"heliriiul:category/{ID}\">c</a> <a href=\"heliriiul:x/{ID}\">d</a> <a href=\"https://a.ee\">e</a></p>"
        ));
        assert_eq!(
            show(&kept, &Store),
            format!(
                "<p>href=\"heliriiul:page/{ID}\" <a href=\"/kinkekaart\">a</a> <a href=\"/raamatud/kevade?a=1&b=2\">b</a> \
                 <a rel=\"noopener\">c</a> <a rel=\"noopener\">d</a> <a href=\"https://a.ee\" rel=\"noopener\">e</a></p>"
            )
        );
        let marks = marks(&kept);
        assert_eq!(marks.targets.len(), 3);
        assert!(!marks.alt_missing);
    }

    #[test]
    fn links_that_only_look_like_ones_by_id_lead_nowhere() {
        for href in ["HELIRIIUL:page/", " heliriiul:page/", "heli&Tab;riiul:page/"] {
            let kept = clean_html(&format!("<a href=\"{href}{ID}\">a</a>"));
            assert_eq!(show(&kept, &Store), "<a rel=\"noopener\">a</a>", "{href}");
        }
        assert_eq!(show("<a href=\"heliriiul\">a</a>", &Store), "<a href=\"heliriiul\">a</a>");
    }

    #[test]
    fn pictures_and_books_by_id_are_shown() {
        let kept = clean_html(&format!("<img data-image=\"{ID}\" alt=\"\"><div data-book=\"{ID}\"></div>"));
        assert_eq!(kept, format!("<img data-image=\"{ID}\" alt=\"\"><div data-book=\"{ID}\"></div>"));
        let shown = show(&kept, &Store);
        assert!(
            shown.contains("alt=\"Sild &quot;üle&quot; jõe &amp;amp; tee\"")
                && shown.contains("width=\"640\""),
            "{shown}"
        );
        assert!(shown.contains("<div class=\"text-book\"><a href=\"/raamatud/kevade\">Kevade</a></div>"));
        assert!(!shown.contains(ID));
        let marks = marks(&kept);
        assert_eq!((marks.images.len(), marks.books.len(), marks.alt_missing), (1, 1, true));
        assert!(!super::marks(&kept.replace("alt=\"\"", "alt=\"\" data-decorative=\"true\"")).alt_missing);
    }
}
