//! Hostile HTML: after cleaning and rendering, no input contains a script, a style or a way out of its place.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::cell::RefCell;

use heliriiul_cms::{LinkResolver, ReaderImage, Target, clean_html, clean_plain_html, plain_text, render};
use heliriiul_db::{BookId, RecordId};
use lol_html::{RewriteStrSettings, element, rewrite_str};

struct Nothing;

impl LinkResolver for Nothing {
    fn address(&self, _: Target) -> Option<String> {
        None
    }

    fn image(&self, _: RecordId) -> Option<ReaderImage> {
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

/// The tags and attributes that no document may contain.
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
fn hostile_html_is_harmless_when_saved_and_rendered() {
    let hostile: Vec<String> = serde_json::from_str(include_str!("hostile.json")).unwrap();
    assert!(hostile.len() >= 60);
    for text in &hostile {
        let kept = clean_html(text);
        assert_eq!(harm(&kept), Vec::<String>::new(), "{text}\nkept as {kept}");
        assert_eq!(clean_html(&kept), kept, "a second cleaning of {text} gives something else");
        assert_eq!(harm(&render(&kept, &Nothing)), Vec::<String>::new(), "{text} as rendered");
        assert_eq!(harm(&clean_plain_html(text)), Vec::<String>::new(), "{text} as a description");
        assert!(!plain_text(text).contains("<script"), "{text}");
    }
    // One after the other, and each inside the next: an element left open in one does not reach the others. Without the
    // ones that turn all that follows into text or nothing.
    let swallowing = [
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
        .filter(|text| !swallowing.iter().any(|start| text.starts_with(start)))
        .collect();
    let kept = clean_html(&joined.concat());
    assert_eq!(harm(&kept), Vec::<String>::new());
    assert!(kept.matches("<img").count() > 10 && kept.contains("<p class=\"cta\">"), "{kept}");
    // Ten at once: more would nest too deep and lose their tags.
    for some in joined.chunks(10) {
        let nested =
            some.iter().fold(String::new(), |inner, text| format!("{text}<blockquote>{inner}</blockquote>"));
        let kept = clean_html(&nested);
        assert_eq!(harm(&kept), Vec::<String>::new());
        assert_eq!(kept.matches("<blockquote>").count(), some.len(), "{kept}");
    }
}

#[test]
fn five_megabytes_of_nesting_are_cleaned_in_time() {
    for (piece, bytes) in [("<div><b>", 5_000_000), ("<table><tr><td>", 500_000), ("<svg><g>", 500_000)] {
        let text = piece.repeat(bytes / piece.len());
        assert!(clean_html(&text).len() < 100, "{piece}");
    }
}
