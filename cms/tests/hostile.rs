//! HTML that means harm: whatever comes in, what is kept and shown holds no script, no style and no way out of its place.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::cell::RefCell;

use heliriiul_cms::{LinkResolver, ShownImage, Target, clean_html, clean_plain_html, plain_text, show};
use heliriiul_db::{BookId, RecordId};
use lol_html::{RewriteStrSettings, element, rewrite_str};

struct Nothing;

impl LinkResolver for Nothing {
    fn address(&self, _: Target) -> Option<String> {
        None
    }

    fn image(&self, _: RecordId) -> Option<ShownImage> {
        None
    }

    fn book_card(&self, _: BookId) -> Option<String> {
        None
    }
}

const TAGS: &[&str] = &[
    "a",
    "blockquote",
    "br",
    "caption",
    "code",
    "div",
    "em",
    "figcaption",
    "figure",
    "h2",
    "h3",
    "h4",
    "hr",
    "img",
    "li",
    "ol",
    "p",
    "s",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "u",
    "ul",
];

const ATTRIBUTES: &[&str] = &[
    "alt",
    "class",
    "colspan",
    "data-book",
    "data-decorative",
    "data-image",
    "height",
    "href",
    "id",
    "lang",
    "loading",
    "rel",
    "rowspan",
    "scope",
    "src",
    "start",
    "width",
];

/// What stands in a text that no text may hold.
fn harm(html: &str) -> Vec<String> {
    let found = RefCell::new(Vec::new());
    let settings = RewriteStrSettings::new().append_element_content_handler(element!("*", |element| {
        let mut found = found.borrow_mut();
        let tag = element.tag_name();
        if !TAGS.contains(&tag.as_str()) {
            found.push(format!("<{tag}>"));
        }
        for attribute in element.attributes() {
            let (name, value) = (attribute.name(), attribute.value());
            let scheme: String = value.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
            let scheme = scheme.split_once(':').map(|(scheme, _)| scheme.to_lowercase());
            let runs = matches!(name.as_str(), "href" | "src")
                && scheme.is_some_and(|scheme| {
                    !["http", "https", "mailto", "tel", "heliriiul"].contains(&scheme.as_str())
                });
            let other_class = name == "class" && value != "cta";
            let bare_id = name == "id" && !value.starts_with("sisu-");
            if !ATTRIBUTES.contains(&name.as_str()) || runs || other_class || bare_id {
                found.push(format!("<{tag} {name}={value:?}>"));
            }
        }
        Ok(())
    }));
    rewrite_str(html, settings).unwrap();
    found.into_inner()
}

#[test]
fn nothing_that_means_harm_is_kept_or_shown() {
    let hostile: Vec<String> = serde_json::from_str(include_str!("hostile.json")).unwrap();
    assert!(hostile.len() >= 60);
    for text in &hostile {
        let kept = clean_html(text);
        assert_eq!(harm(&kept), Vec::<String>::new(), "{text}\nkept as {kept}");
        assert_eq!(clean_html(&kept), kept, "a second cleaning of {text} gives something else");
        assert_eq!(harm(&show(&kept, &Nothing)), Vec::<String>::new(), "{text} as shown");
        assert_eq!(harm(&clean_plain_html(text)), Vec::<String>::new(), "{text} as a description");
        assert!(!plain_text(text).contains("<script"), "{text}");
    }
    // Each after the other, and each inside the next: what is open in one does not reach the others. Without those that
    // make text or nothing of all that follows.
    let taking = [
        "<plaintext",
        "<frameset",
        "<svg onload",
        "<svg></p>",
        "<svg><foreign",
        "<math",
        "<form><math",
        "<img src='1'",
    ];
    let joined: Vec<&str> = hostile
        .iter()
        .map(String::as_str)
        .filter(|text| !taking.iter().any(|start| text.starts_with(start)))
        .collect();
    let kept = clean_html(&joined.concat());
    assert_eq!(harm(&kept), Vec::<String>::new());
    assert!(kept.matches("<img").count() > 10 && kept.contains("<p class=\"cta\">"), "{kept}");
    // Some at once: what nests too deep loses its tags.
    for some in joined.chunks(10) {
        let nested =
            some.iter().fold(String::new(), |inner, text| format!("{text}<blockquote>{inner}</blockquote>"));
        let kept = clean_html(&nested);
        assert_eq!(harm(&kept), Vec::<String>::new());
        assert_eq!(kept.matches("<blockquote>").count(), some.len(), "{kept}");
    }
}

#[test]
fn five_megabytes_of_nesting_are_cleaned_at_all() {
    for (piece, bytes) in [("<div><b>", 5_000_000), ("<table><tr><td>", 500_000), ("<svg><g>", 500_000)] {
        let text = piece.repeat(bytes / piece.len());
        assert!(clean_html(&text).len() < 100, "{piece}");
    }
}
