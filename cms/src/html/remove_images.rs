//! Removes missing pictures from HTML.

use std::cell::RefCell;

use heliriiul_db::RecordId;
use lol_html::{RewriteStrSettings, element, rewrite_str, text};

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

/// The blocks of one tag in the order of their start tags.
#[derive(Default)]
struct Blocks(RefCell<Vec<Block>>);

impl Blocks {
    fn begin(&self) {
        self.0.borrow_mut().push(Block::default());
    }

    fn count_image(&self, is_removed: bool) {
        if let Some(block) = self.0.borrow_mut().last_mut() {
            block.has_removed_image |= is_removed;
            block.has_other_image |= !is_removed;
        }
    }

    fn count_text(&self, text: &str, texts: i32) {
        if let Some(block) = self.0.borrow_mut().last_mut().filter(|_| !text.trim().is_empty()) {
            block.texts += texts;
        }
    }
}

/// The HTML without these pictures. A figure or paragraph that holds nothing else is removed with its picture; a
/// caption is removed with its figure.
pub fn remove_images(html: &str, images: &[RecordId]) -> String {
    if images.is_empty() {
        return html.to_owned();
    }
    let is_removed_image = |image: Option<String>| {
        image.and_then(|id| id.parse().ok()).is_some_and(|id: RecordId| images.contains(&id))
    };
    let (figures, paragraphs) = (Blocks::default(), Blocks::default());
    let first_pass = RewriteStrSettings::new()
        .append_element_content_handler(element!("figure", |_| {
            figures.begin();
            Ok(())
        }))
        .append_element_content_handler(element!("p", |_| {
            paragraphs.begin();
            Ok(())
        }))
        .append_element_content_handler(element!("figure img", |image| {
            figures.count_image(is_removed_image(image.get_attribute("data-image")));
            Ok(())
        }))
        .append_element_content_handler(element!("p img", |image| {
            paragraphs.count_image(is_removed_image(image.get_attribute("data-image")));
            Ok(())
        }))
        .append_element_content_handler(text!("figure", |text| {
            figures.count_text(text.as_str(), 1);
            Ok(())
        }))
        .append_element_content_handler(text!("figure figcaption", |text| {
            figures.count_text(text.as_str(), -1);
            Ok(())
        }))
        .append_element_content_handler(text!("p", |text| {
            paragraphs.count_text(text.as_str(), 1);
            Ok(())
        }));
    if rewrite_str(html, first_pass).is_err() {
        return html.to_owned();
    }
    let next = |blocks: Blocks| {
        let blocks = RefCell::new(blocks.0.into_inner().into_iter());
        move || blocks.borrow_mut().next().is_some_and(Block::is_removed)
    };
    let (removes_figure, removes_paragraph) = (next(figures), next(paragraphs));
    let second_pass = RewriteStrSettings::new()
        .append_element_content_handler(element!("figure", |figure| {
            if removes_figure() {
                figure.remove();
            }
            Ok(())
        }))
        .append_element_content_handler(element!("p", |paragraph| {
            if removes_paragraph() {
                paragraph.remove();
            }
            Ok(())
        }))
        .append_element_content_handler(element!("img[data-image]", |image| {
            if is_removed_image(image.get_attribute("data-image")) {
                image.remove();
            }
            Ok(())
        }));
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
