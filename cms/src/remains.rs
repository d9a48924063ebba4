//! What is left of an old text when some of what it shows has gone from the store meanwhile.

use std::cell::RefCell;

use heliriiul_db::{BookId, CategoryId, RecordId};
use lol_html::{RewriteStrSettings, element, rewrite_str, text};

use crate::body::{AnnouncementBody, Body, SectionBody, SliderBody, SliderRuleKind};

/// What a text shows and the store has no longer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gone {
    pub images: Vec<RecordId>,
    pub books: Vec<BookId>,
    pub category: Option<CategoryId>,
}

impl Gone {
    /// As texts name them: `image/ID`, `book/ID`, `category/ID`.
    pub fn names(&self) -> Vec<String> {
        let images = self.images.iter().map(|id| format!("image/{id}"));
        let books = self.books.iter().map(|id| format!("book/{id}"));
        let category = self.category.iter().map(|id| format!("category/{id}"));
        images.chain(books).chain(category).collect()
    }
}

impl Body {
    /// The body without what is gone: pictures with what frames them, books of rows, the rule of a row. The words stay.
    #[must_use]
    pub fn without(mut self, gone: &Gone) -> Self {
        match &mut self {
            Self::Section(SectionBody { content, .. })
            | Self::Announcement(AnnouncementBody { content, .. }) => {
                *content = without_images(content, &gone.images);
            }
            Self::Page(body) => {
                body.content = without_images(&body.content, &gone.images);
                body.share_image = body.share_image.filter(|id| !gone.images.contains(id));
            }
            Self::Slider(SliderBody { books, rule, .. }) => {
                books.retain(|id| !gone.books.contains(id));
                if let Some(by) = rule.as_mut().filter(|by| by.category_id.is_some())
                    && by.category_id == gone.category
                {
                    by.category_id = None;
                    // Rules of other kinds do not go by it.
                    if by.kind == SliderRuleKind::Category {
                        *rule = None;
                    }
                }
            }
        }
        self
    }
}

/// A `figure` or `p`, in the order of their tags.
#[derive(Clone, Copy, Default)]
struct Block {
    has_gone: bool,
    has_other_image: bool,
    /// Pieces of text that are no caption.
    words: i32,
}

impl Block {
    const fn goes(self) -> bool {
        self.has_gone && !self.has_other_image && self.words == 0
    }
}

#[derive(Default)]
struct Blocks(RefCell<Vec<Block>>);

impl Blocks {
    fn begin(&self) {
        self.0.borrow_mut().push(Block::default());
    }

    fn holds_image(&self, is_gone: bool) {
        if let Some(block) = self.0.borrow_mut().last_mut() {
            block.has_gone |= is_gone;
            block.has_other_image |= !is_gone;
        }
    }

    fn holds_text(&self, text: &str, words: i32) {
        if let Some(block) = self.0.borrow_mut().last_mut().filter(|_| !text.trim().is_empty()) {
            block.words += words;
        }
    }
}

/// The HTML without these pictures. A figure of nothing else goes with its picture and the caption, a paragraph likewise.
fn without_images(html: &str, gone: &[RecordId]) -> String {
    if gone.is_empty() {
        return html.to_owned();
    }
    let is_gone = |image: Option<String>| {
        image.and_then(|id| id.parse().ok()).is_some_and(|id: RecordId| gone.contains(&id))
    };
    let (figures, paragraphs) = (Blocks::default(), Blocks::default());
    let look = RewriteStrSettings::new()
        .append_element_content_handler(element!("figure", |_| {
            figures.begin();
            Ok(())
        }))
        .append_element_content_handler(element!("p", |_| {
            paragraphs.begin();
            Ok(())
        }))
        .append_element_content_handler(element!("figure img", |image| {
            figures.holds_image(is_gone(image.get_attribute("data-image")));
            Ok(())
        }))
        .append_element_content_handler(element!("p img", |image| {
            paragraphs.holds_image(is_gone(image.get_attribute("data-image")));
            Ok(())
        }))
        .append_element_content_handler(text!("figure", |text| {
            figures.holds_text(text.as_str(), 1);
            Ok(())
        }))
        .append_element_content_handler(text!("figure figcaption", |text| {
            figures.holds_text(text.as_str(), -1);
            Ok(())
        }))
        .append_element_content_handler(text!("p", |text| {
            paragraphs.holds_text(text.as_str(), 1);
            Ok(())
        }));
    if rewrite_str(html, look).is_err() {
        return html.to_owned();
    }
    let next = |blocks: Blocks| {
        let blocks = RefCell::new(blocks.0.into_inner().into_iter());
        move || blocks.borrow_mut().next().is_some_and(Block::goes)
    };
    let (figure_goes, paragraph_goes) = (next(figures), next(paragraphs));
    let cut = RewriteStrSettings::new()
        .append_element_content_handler(element!("figure", |figure| {
            if figure_goes() {
                figure.remove();
            }
            Ok(())
        }))
        .append_element_content_handler(element!("p", |paragraph| {
            if paragraph_goes() {
                paragraph.remove();
            }
            Ok(())
        }))
        .append_element_content_handler(element!("img[data-image]", |image| {
            if is_gone(image.get_attribute("data-image")) {
                image.remove();
            }
            Ok(())
        }));
    rewrite_str(html, cut).unwrap_or_else(|_| html.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{body::SliderRule, clean_html};

    #[test]
    fn a_picture_goes_with_its_frame_and_the_words_stay() {
        let [gone, kept] = [RecordId::new(), RecordId::new()];
        let (x, y) = (
            format!("<img data-image=\"{gone}\" alt=\"a\">"),
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
            assert_eq!(without_images(&text, &[gone]), clean_html(&left), "{text}");
        }
    }

    #[test]
    fn a_row_without_its_category_is_one_by_its_books() {
        let [gone, kept] = [BookId::new(), BookId::new()];
        let category = CategoryId::new();
        let row = |books: &[BookId], rule| {
            Body::Slider(SliderBody { label: "a".to_owned(), books: books.to_vec(), rule })
        };
        let rule = |kind, category_id| Some(SliderRule { kind, category_id, count: 3 });
        let lost = Gone { images: Vec::new(), books: vec![gone], category: Some(category) };
        for (old, left) in [
            (row(&[gone, kept], None), row(&[kept], None)),
            (row(&[], rule(SliderRuleKind::Category, Some(category))), row(&[], None)),
            (
                row(&[], rule(SliderRuleKind::Newest, Some(category))),
                row(&[], rule(SliderRuleKind::Newest, None)),
            ),
            (row(&[], rule(SliderRuleKind::Newest, None)), row(&[], rule(SliderRuleKind::Newest, None))),
        ] {
            assert_eq!(old.without(&lost), left);
        }
        let other = row(&[], rule(SliderRuleKind::Category, Some(CategoryId::new())));
        assert_eq!(other.clone().without(&Gone::default()), other);
    }
}
