//! Cleans HTML from people and files by a list of allowed tags and attributes.

use std::{
    borrow::Cow,
    cell::Cell,
    collections::{HashMap, HashSet},
    rc::Rc,
    sync::LazyLock,
};

use ammonia::{Builder, Url, UrlRelative};
use lol_html::{RewriteStrSettings, element, end_tag, rewrite_str};

use super::{
    nesting::{self, KEPT_DEPTH, MAX_DEPTH},
    raw_text::{without_raw_text, words},
    references::has_own_scheme,
};

/// More than any element of a document has.
const MAX_ATTRIBUTES: usize = 100;

const ID_PREFIX: &str = "sisu-";

static CLEANER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut cleaner = Builder::empty();
    cleaner
        .tags(
            "a blockquote br caption code div em figcaption figure h2 h3 h4 hr img li ol p s strong sub sup \
             table tbody td th thead tr u ul"
                .split(' ')
                .collect(),
        )
        // Removed with their content.
        .clean_content_tags(HashSet::from([
            "script", "style", "template", "noscript", "iframe", "object", "svg", "math",
        ]))
        .tag_attributes(HashMap::from([
            ("a", HashSet::from(["href"])),
            ("div", HashSet::from(["data-book"])),
            ("img", HashSet::from(["src", "alt", "width", "height", "data-image", "data-decorative"])),
            ("ol", HashSet::from(["start"])),
            ("td", HashSet::from(["colspan", "rowspan"])),
            ("th", HashSet::from(["colspan", "rowspan", "scope"])),
        ]))
        // Anchors inside a page.
        .generic_attributes(HashSet::from(["id", "lang"]))
        .allowed_classes(HashMap::from([("p", HashSet::from(["cta"]))]))
        // `heliriiul:` names pages, books and categories by id, so that a link follows a changed address.
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel", "heliriiul"]))
        .url_relative(UrlRelative::Custom(Box::new(with_scheme)))
        .link_rel(Some("noopener"));
    cleaner
});

/// A base for addresses without a host.
static STORE: LazyLock<Url> =
    LazyLock::new(|| Url::parse("https://store.invalid/").expect("this is an address"));

/// An address without a scheme is unchanged if it leads into the store. Browsers read `//a.example`, `/\a.example` and
/// similar addresses as another site, so these get a scheme. `None`: the address is invalid.
fn with_scheme(address: &str) -> Option<Cow<'_, str>> {
    let joined = STORE.join(address).ok()?;
    Some(if joined.host() == STORE.host() { Cow::Borrowed(address) } else { Cow::Owned(joined.into()) })
}

/// Returns the HTML with only the allowed tags and attributes. Cleaning twice gives the same result as cleaning once.
///
/// HTML that nests too deep to be parsed is reduced to its text.
pub fn clean_html(html: &str) -> String {
    let mut html = without_crowded_tags(&without_raw_text(html));
    if nesting::is_deeper_than(&html, MAX_DEPTH) {
        html = format!("<p>{}</p>", words(&html));
    }
    let clean = CLEANER.clean(&html).to_string();
    let needs_rewrite = ["<div", "class=\"\"", "id=\"", "href=\"#"].iter().any(|part| clean.contains(part));
    let clean = if needs_rewrite { with_own_ids(&clean) } else { clean };
    if nesting::is_deeper_than(&clean, KEPT_DEPTH) { flattened(&clean) } else { clean }
}

/// Removes the tags that nest too deep to be shown from clean HTML. Their content stays.
fn flattened(clean: &str) -> String {
    let depth = Rc::new(Cell::new(0));
    let settings = RewriteStrSettings::new().append_element_content_handler(element!("*", move |tag| {
        if nesting::closes_by_itself(&tag.tag_name()) {
            if depth.get() > KEPT_DEPTH && tag.can_have_content() {
                tag.remove_and_keep_content();
            }
            return Ok(());
        }
        depth.set(depth.get() + 1);
        if depth.get() > KEPT_DEPTH {
            tag.remove_and_keep_content();
        }
        let depth = Rc::clone(&depth);
        tag.on_end_tag(end_tag!(move |_| {
            depth.set(depth.get() - 1);
            Ok(())
        }))
    }));
    // Text may now stand where it is not allowed, such as between the rows of a table.
    rewrite_str(clean, settings).map_or_else(|_| clean.to_owned(), |flat| CLEANER.clean(&flat).to_string())
}

/// Removes tags with very many attributes. The parser compares each attribute with all before it, so its time grows
/// with the square of their number.
fn without_crowded_tags(html: &str) -> String {
    if html.len() < 2 * MAX_ATTRIBUTES {
        return html.to_owned();
    }
    let settings = RewriteStrSettings::new().append_element_content_handler(element!("*", |tag| {
        if tag.attributes().len() > MAX_ATTRIBUTES {
            tag.remove_and_keep_content();
        }
        Ok(())
    }));
    // Ambiguous markup is reduced to its text.
    rewrite_str(html, settings).unwrap_or_else(|_| format!("<p>{}</p>", words(html)))
}

/// Cleans HTML that is not of a document, such as the description of a book: as [`clean_html`], without references by
/// id.
pub fn clean_plain_html(html: &str) -> String {
    let clean = clean_html(html);
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("img[data-image], div[data-book]", |block| {
            block.remove();
            Ok(())
        }))
        .append_element_content_handler(element!(".cta", |block| {
            block.remove_attribute("class");
            Ok(())
        }))
        .append_element_content_handler(element!("a[href]", |link| {
            if link.get_attribute("href").is_some_and(|href| has_own_scheme(&href)) {
                link.remove_attribute("href");
            }
            Ok(())
        }));
    rewrite_str(&clean, settings).unwrap_or(clean)
}

/// Removes the tags of every `div` that is not the card of a book, and empty classes. Gives ids and the links to them
/// one prefix, so that they never equal an id of the page around them.
fn with_own_ids(clean: &str) -> String {
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("[id]", |element| {
            let id = element.get_attribute("id").unwrap_or_default();
            if !id.starts_with(ID_PREFIX) {
                element.set_attribute("id", &format!("{ID_PREFIX}{id}"))?;
            }
            Ok(())
        }))
        .append_element_content_handler(element!("a[href^=\"#\"]", |link| {
            let href = link.get_attribute("href").unwrap_or_default();
            let place = href.trim_start_matches('#');
            if !place.is_empty() && !place.starts_with(ID_PREFIX) {
                link.set_attribute("href", &format!("#{ID_PREFIX}{place}"))?;
            }
            Ok(())
        }))
        .append_element_content_handler(element!("div:not([data-book])", |block| {
            block.remove_and_keep_content();
            Ok(())
        }))
        .append_element_content_handler(element!("[class=\"\"]", |element| {
            element.remove_attribute("class");
            Ok(())
        }));
    rewrite_str(clean, settings).unwrap_or_else(|_| clean.to_owned())
}

/// Returns only the text, for summaries and the search index. Words of neighbouring blocks stay apart.
pub fn plain_text(html: &str) -> String {
    let spaced = html.replace('<', " <");
    let bare =
        Builder::empty().clean_content_tags(HashSet::from(["script", "style"])).clean(&spaced).to_string();
    let text = bare
        .replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&quot;", "\"")
        .replace("&nbsp;", " ")
        .replace("&amp;", "&");
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" ,", ",").replace(" .", ".")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_styles_and_frames_are_removed() {
        for (hostile, left) in [
            ("<p onclick=\"x()\">a</p>", "<p>a</p>"),
            ("<script>alert(1)</script><p>a</p>", "<p>a</p>"),
            ("<a href=\"javascript:alert(1)\">a</a>", "<a rel=\"noopener\">a</a>"),
            ("<a href=\" java\nscript:alert(1)\">a</a>", "<a rel=\"noopener\">a</a>"),
            ("<a href=\"data:text/html,x\">a</a>", "<a rel=\"noopener\">a</a>"),
            ("<iframe src=\"https://a.example\">x</iframe>b", "b"),
            ("<p style=\"position:fixed\">a</p>", "<p>a</p>"),
            ("<svg><a xlink:href=\"javascript:x\">y</a></svg>a", "a"),
            ("<h1>a</h1>", "a"),
        ] {
            assert_eq!(clean_html(hostile), left, "{hostile}");
        }
    }

    #[test]
    fn links_to_other_sites_get_a_scheme() {
        for (written, kept) in [
            ("//a.example/x?y=1&amp;z#w", Some("https://a.example/x?y=1&amp;z#w")),
            ("//A.example", Some("https://a.example/")),
            (r"\\a.example/x", Some("https://a.example/x")),
            (r"/\a.example/x", Some("https://a.example/x")),
            (r"\/a.example/x", Some("https://a.example/x")),
            (" //a.example/x", Some("https://a.example/x")),
            ("/&Tab;/a.example/x", Some("https://a.example/x")),
            ("/&NewLine;\n/a.example/x", Some("https://a.example/x")),
            ("///a.example/x", None),
            ("//user@a.example:81/x", Some("https://user@a.example:81/x")),
            ("//", None),
            ("//a b.example/x", None),
            ("/meist", Some("/meist")),
            ("meist?a=1//b", Some("meist?a=1//b")),
            ("/raamatud//kevade", Some("/raamatud//kevade")),
            ("?q=kevade", Some("?q=kevade")),
            ("https://a.example", Some("https://a.example")),
        ] {
            let href = kept.map_or_else(String::new, |kept| format!(" href=\"{kept}\""));
            let clean = clean_html(&format!("<a href=\"{written}\">a</a>"));
            assert_eq!(clean, format!("<a{href} rel=\"noopener\">a</a>"), "{written}");
            assert_eq!(clean_html(&clean), clean, "{written}");
        }
        assert_eq!(clean_html("<img src=\"//a.example/b.jpg\">"), "<img src=\"https://a.example/b.jpg\">");
    }

    #[test]
    fn links_inside_a_page_lead_to_prefixed_ids() {
        let text = "<h2 id=\"x\">A</h2><a href=\"#x\">e</a><code>id=\"sisu-y\"</code>";
        let clean = clean_html(text);
        assert_eq!(
            clean,
            "<h2 id=\"sisu-x\">A</h2><a href=\"#sisu-x\" rel=\"noopener\">e</a><code>id=\"sisu-y\"</code>"
        );
        assert_eq!(clean_html(&clean), clean);
    }

    #[test]
    fn a_tag_of_very_many_attributes_is_removed() {
        let attributes: Vec<String> = (0..80_000).map(|n| format!("a{n}")).collect();
        let attributes = attributes.join(" ");
        // Parsed, this would take minutes.
        let clean = clean_html(&format!("<p>enne</p><a href=\"/x\" {attributes}>link</a><p>pärast</p>"));
        assert_eq!(clean, "<p>enne</p>link<p>pärast</p>");
        let hidden = format!("<select><xmp><a {attributes}>");
        assert!(clean_html(&hidden).len() < hidden.len() * 2);
    }

    #[test]
    fn outside_documents_references_by_id_are_removed() {
        let id = "01920000-0000-7000-8000-000000000001";
        let text = format!(
            "<p class=\"cta\"><a href=\" Heliriiul:page/{id}\">a</a></p><img data-image=\"{id}\" alt=\"b\">\
             <div data-book=\"{id}\"></div><img src=\"/c.jpg\" alt=\"c\"><p>d</p>"
        );
        assert_eq!(
            clean_plain_html(&text),
            "<p><a rel=\"noopener\">a</a></p><img src=\"/c.jpg\" alt=\"c\"><p>d</p>"
        );
        assert_eq!(clean_plain_html(&clean_plain_html(&text)), clean_plain_html(&text));
    }

    #[test]
    fn words_of_neighbouring_blocks_stay_apart() {
        assert_eq!(
            plain_text("<h2>Üks</h2><p>kaks <em>kolm</em>, neli &amp; viis</p>"),
            "Üks kaks kolm, neli & viis"
        );
    }
}
