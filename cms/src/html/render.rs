//! Renders saved HTML for readers: links by id get the current address, images and cards of books by id get their
//! current content.

use heliriiul_db::{BookId, RecordId};
use lol_html::{RewriteStrSettings, element, html_content::ContentType, rewrite_str};

use super::references::{Target, has_own_scheme, id_in};

/// An image as readers see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReaderImage {
    pub src: String,
    pub srcset: String,
    pub width: i64,
    pub height: i64,
    /// For images without an alternative text in the HTML.
    pub alt: String,
}

/// The parts of the store that rendering needs.
pub trait LinkResolver {
    /// The current address; `None`: readers cannot see the target, so the link loses its address.
    fn address(&self, target: Target) -> Option<String>;
    fn image(&self, id: RecordId) -> Option<ReaderImage>;
    /// The HTML of a book's card; `None`: readers cannot see the book.
    fn book_card(&self, id: BookId) -> Option<String>;
}

pub fn render(html: &str, resolver: &dyn LinkResolver) -> String {
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("a[href]", |link| {
            let href = link.get_attribute("href").unwrap_or_default();
            if !has_own_scheme(&href) {
                return Ok(());
            }
            match Target::of_link(&href).and_then(|target| resolver.address(target)) {
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
            let Some(current) = id_in(image, "data-image").and_then(|id| resolver.image(id)) else {
                image.remove();
                return Ok(());
            };
            image.set_attribute("src", &current.src)?;
            image.set_attribute("srcset", &current.srcset)?;
            image.set_attribute("sizes", "(max-width: 46rem) 100vw, 46rem")?;
            image.set_attribute("width", &current.width.to_string())?;
            image.set_attribute("height", &current.height.to_string())?;
            let has_no_alt = image.get_attribute("alt").is_none_or(|alt| alt.is_empty());
            if has_no_alt && !image.has_attribute("data-decorative") {
                // `set_attribute` escapes only quotes.
                image.set_attribute("alt", &current.alt.replace('&', "&amp;"))?;
            }
            image.remove_attribute("data-image");
            image.remove_attribute("data-decorative");
            Ok(())
        }))
        .append_element_content_handler(element!("div[data-book]", |card| {
            match id_in(card, "data-book").and_then(|id| resolver.book_card(id)) {
                Some(html) => {
                    card.remove_attribute("data-book");
                    card.set_attribute("class", "text-book")?;
                    card.set_inner_content(&html, ContentType::Html);
                }
                None => card.remove(),
            }
            Ok(())
        }));
    // Clean HTML can always be parsed. If it cannot, show at least its text.
    rewrite_str(html, settings).unwrap_or_else(|_| html.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{clean_html, find_references};

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

        fn image(&self, _: RecordId) -> Option<ReaderImage> {
            Some(ReaderImage {
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
    fn links_by_id_get_the_current_address() {
        let kept = clean_html(&format!(
            "<p>href=\"heliriiul:page/{ID}\" <a href=\"heliriiul:page/{ID}\">a</a> <a href=\"heliriiul:book/{ID}\">b</a> \
             <a href=\"heliriiul:category/{ID}\">c</a> <a href=\"heliriiul:x/{ID}\">d</a> <a href=\"https://a.ee\">e</a></p>"
        ));
        assert_eq!(
            render(&kept, &Store),
            format!(
                "<p>href=\"heliriiul:page/{ID}\" <a href=\"/kinkekaart\">a</a> <a href=\"/raamatud/kevade?a=1&b=2\">b</a> \
                 <a rel=\"noopener\">c</a> <a rel=\"noopener\">d</a> <a href=\"https://a.ee\" rel=\"noopener\">e</a></p>"
            )
        );
        let found = find_references(&kept);
        assert_eq!(found.targets.len(), 3);
        assert!(!found.alt_missing);
    }

    #[test]
    fn links_with_a_disguised_scheme_lose_their_address() {
        for href in ["HELIRIIUL:page/", " heliriiul:page/", "heli&Tab;riiul:page/"] {
            let kept = clean_html(&format!("<a href=\"{href}{ID}\">a</a>"));
            assert_eq!(render(&kept, &Store), "<a rel=\"noopener\">a</a>", "{href}");
        }
        assert_eq!(render("<a href=\"heliriiul\">a</a>", &Store), "<a href=\"heliriiul\">a</a>");
    }

    #[test]
    fn pictures_and_books_by_id_are_rendered() {
        let kept = clean_html(&format!("<img data-image=\"{ID}\" alt=\"\"><div data-book=\"{ID}\"></div>"));
        assert_eq!(kept, format!("<img data-image=\"{ID}\" alt=\"\"><div data-book=\"{ID}\"></div>"));
        let shown = render(&kept, &Store);
        assert!(
            shown.contains("alt=\"Sild &quot;üle&quot; jõe &amp;amp; tee\"")
                && shown.contains("width=\"640\""),
            "{shown}"
        );
        assert!(shown.contains("<div class=\"text-book\"><a href=\"/raamatud/kevade\">Kevade</a></div>"));
        assert!(!shown.contains(ID));
        let found = find_references(&kept);
        assert_eq!((found.images.len(), found.books.len(), found.alt_missing), (1, 1, true));
        assert!(!find_references(&kept.replace("alt=\"\"", "alt=\"\" data-decorative=\"true\"")).alt_missing);
    }
}
