//! Removes missing images from HTML.

use std::cell::RefCell;

use heliriiul_db::RecordId;
use lol_html::{RewriteStrSettings, element, html_content::Element, rewrite_str, text};

use super::references::id_in;

/// The content of a `figure` or a `p`.
#[derive(Clone, Copy, Default)]
struct Block {
    has_removed_image: bool,
    has_other_image: bool,
    /// Pieces of text outside captions.
    texts: i32,
}

impl Block {
    const fn is_removed(self) -> bool {
        self.has_removed_image && !self.has_other_image && self.texts == 0
    }
}

/// The HTML without these images. A figure or paragraph that holds nothing else is removed with its image; a
/// caption is removed with its figure.
pub fn remove_images(html: &str, images: &[RecordId]) -> String {
    if images.is_empty() {
        return html.to_owned();
    }
    let is_removed_image =
        |image: &Element<'_, '_>| id_in(image, "data-image").is_some_and(|id| images.contains(&id));
    // The blocks of each tag in the order of their start tags.
    let blocks = ["figure", "p"].map(|tag| (tag, RefCell::new(Vec::<Block>::new())));
    let mut first_pass = RewriteStrSettings::new();
    for (tag, blocks) in &blocks {
        let count_text = |text: &str, texts: i32| {
            if let Some(block) = blocks.borrow_mut().last_mut().filter(|_| !text.trim().is_empty()) {
                block.texts += texts;
            }
        };
        first_pass = first_pass
            .append_element_content_handler(element!(tag, |_| {
                blocks.borrow_mut().push(Block::default());
                Ok(())
            }))
            .append_element_content_handler(element!(format!("{tag} img"), |image| {
                if let Some(block) = blocks.borrow_mut().last_mut() {
                    let is_removed = is_removed_image(image);
                    block.has_removed_image |= is_removed;
                    block.has_other_image |= !is_removed;
                }
                Ok(())
            }))
            .append_element_content_handler(text!(tag, move |text| {
                count_text(text.as_str(), 1);
                Ok(())
            }))
            .append_element_content_handler(text!(format!("{tag} figcaption"), move |text| {
                count_text(text.as_str(), -1);
                Ok(())
            }));
    }
    if rewrite_str(html, first_pass).is_err() {
        return html.to_owned();
    }
    let mut second_pass =
        RewriteStrSettings::new().append_element_content_handler(element!("img[data-image]", |image| {
            if is_removed_image(image) {
                image.remove();
            }
            Ok(())
        }));
    for (tag, blocks) in blocks {
        let mut blocks = blocks.into_inner().into_iter();
        second_pass = second_pass.append_element_content_handler(element!(tag, move |block| {
            if blocks.next().is_some_and(Block::is_removed) {
                block.remove();
            }
            Ok(())
        }));
    }
    rewrite_str(html, second_pass).unwrap_or_else(|_| html.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean_html;

    #[test]
    fn a_picture_is_removed_with_its_frame_and_the_words_stay() {
        let [removed, kept] = [RecordId::new(), RecordId::new()];
        let (x, y) = (
            format!("<img data-image=\"{removed}\" alt=\"a\">"),
            format!("<img data-image=\"{kept}\" alt=\"b\">"),
        );
        let table = "<table><tbody><tr><td>a</td></tr></tbody></table>";
        for (text, left) in [
            (format!("<p>a</p>{x}<p>b</p>"), "<p>a</p><p>b</p>".to_owned()),
            (format!("<figure>{x}<figcaption>Kask</figcaption></figure><p>b</p>"), "<p>b</p>".to_owned()),
            (
                format!("<figure>{y}<figcaption>{x}</figcaption></figure>"),
                format!("<figure>{y}<figcaption></figcaption></figure>"),
            ),
            (
                format!("<figure><figure></figure><p>{x}</p></figure><p>a</p><figure>{y}</figure><p>{x}</p>"),
                format!("<figure></figure><p>a</p><figure>{y}</figure>"),
            ),
            (
                format!("<figure>{x}{table}<figcaption>b</figcaption></figure>"),
                format!("<figure>{table}<figcaption>b</figcaption></figure>"),
            ),
            (
                format!("<figure><p>{x}</p></figure><p>a</p><figure>{y}</figure>"),
                format!("<p>a</p><figure>{y}</figure>"),
            ),
            (
                format!("<p><a href=\"/b\">{x}</a> </p><p>{x}sõna</p><p>{x}{y}</p><p></p>"),
                format!("<p>sõna</p><p>{y}</p><p></p>"),
            ),
            (
                "<p>Ä &amp; &lt;õ&gt;</p><img src=\"/a.jpg\" alt=\"\">".to_owned(),
                "<p>Ä &amp; &lt;õ&gt;</p><img src=\"/a.jpg\" alt=\"\">".to_owned(),
            ),
        ] {
            let text = clean_html(&text);
            assert_eq!(remove_images(&text, &[removed]), clean_html(&left), "{text}");
        }
    }
}
