//! Measures how deep HTML nests before it is parsed.
//!
//! The parser looks through all open elements at many tags, so its time grows with tags times depth: 250 KB of
//! `<div>` take it minutes. Counting the tags alone takes milliseconds and never finds less depth than the parser, after
//! `raw_text` has removed what some parsers read as text.

use std::cell::{Cell, RefCell};

use html5ever::{
    LocalName,
    tendril::StrTendril,
    tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts},
};

/// Deeper than any document, shallow enough for the parser. Tags closed in the wrong order count as open.
pub const MAX_DEPTH: usize = 500;

/// Deeper than the lists and quotes of any document. Text indented this often still fits a telephone.
pub const KEPT_DEPTH: usize = 16;

/// Whether more than `limit` elements are open at once.
pub fn is_deeper_than(html: &str, limit: usize) -> bool {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(Depth::default(), TokenizerOpts::default());
    // A sink that only answers `Continue` is fed everything at once.
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink.deepest.get() > limit
}

#[derive(Default)]
struct Depth {
    open: RefCell<Vec<LocalName>>,
    /// How many of the open elements are SVG or `MathML`, where every tag nests.
    drawings: Cell<usize>,
    deepest: Cell<usize>,
}

impl TokenSink for Depth {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let Token::TagToken(Tag { kind, name, .. }) = token else { return TokenSinkResult::Continue };
        let mut open = self.open.borrow_mut();
        let draws = usize::from(matches!(&*name, "svg" | "math"));
        match kind {
            TagKind::StartTag if self.drawings.get() > 0 || !closes_by_itself(&name) => {
                open.push(name);
                self.drawings.set(self.drawings.get() + draws);
                self.deepest.set(self.deepest.get().max(open.len()));
            }
            // The parser may ignore a tag that closes another element than the innermost.
            TagKind::EndTag if open.last() == Some(&name) => {
                open.pop();
                self.drawings.set(self.drawings.get() - draws);
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Elements that never contain their own kind: void elements, and those that the next of their kind closes.
pub fn closes_by_itself(name: &str) -> bool {
    [
        "area", "base", "br", "caption", "col", "colgroup", "dd", "dt", "embed", "hr", "img", "input", "li",
        "link", "meta", "option", "p", "param", "source", "tbody", "td", "tfoot", "th", "thead", "tr",
        "track", "wbr",
    ]
    .contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean_html;

    #[test]
    fn ordinary_documents_are_shallow() {
        let row = "<tr><td>a<td><b>b</b><br>";
        let item = "<li>a <em>b</em><ul><li>c</ul>";
        let text = format!(
            "{}<table>{}</table><ul>{}</ul>",
            "<p>a".repeat(9_000),
            row.repeat(9_000),
            item.repeat(9_000)
        );
        assert!(!is_deeper_than(&text, 4));
    }

    #[test]
    fn tricks_do_not_hide_depth() {
        for piece in [
            "<div>",
            "<div/>",
            "<p><b>",
            "<b><div></b>",
            "<b><i></b>",
            "<div><applet></div></applet>",
            "<div><textarea></div></textarea>",
            "<div title=\"</div>\">",
            "<div><!--</div>-->",
            "<svg><td>",
            "<svg><input>",
            "<rt>",
        ] {
            assert!(is_deeper_than(&piece.repeat(600), MAX_DEPTH), "{piece}");
        }
    }

    #[test]
    fn html_made_to_be_slow_is_cleaned_in_time() {
        let numbered =
            |piece: &str| (0..9_000).map(|n| piece.replace('#', &n.to_string())).collect::<String>();
        for text in [
            "<div>".repeat(200_000),
            "<blockquote>".repeat(90_000),
            numbered("<p><b id=#>"),
            numbered("<a id=#><p>"),
            numbered("<div><applet></div></applet>"),
            numbered("<div><textarea></div></textarea>"),
            numbered("<div><svg><![CDATA[></svg></div>]]>"),
            numbered("<svg><p><![CDATA[><div>]]>"),
            numbered("<b><i id=#></b>"),
            numbered("<table><td><b id=#>"),
            numbered("<template><div>"),
        ] {
            // Parsed, each of these would take from minutes to hours.
            assert!(clean_html(&text).len() <= text.len() * 2, "{}", &text[..40]);
        }
    }

    #[test]
    fn html_too_deep_to_parse_is_reduced_to_its_text() {
        let text = format!("{}tere <script>x()</script>&lt;b&gt;<p>maailm", "<div>".repeat(600));
        assert_eq!(clean_html(&text), "<p>tere &lt;b&gt; maailm</p>");
    }

    #[test]
    fn html_too_deep_to_show_keeps_its_text_and_the_outer_tags() {
        let deep = |piece: &str, times: usize| format!("<h2>a</h2>{}b<p>c<br>d</p>", piece.repeat(times));
        assert_eq!(
            clean_html(&deep("<blockquote>", 400)),
            format!("<h2>a</h2>{}bc<br>d{}", "<blockquote>".repeat(16), "</blockquote>".repeat(16))
        );
        for (piece, times) in
            [("<ul><li>", 40), ("<table><tr><td>", 40), ("<div>", 40), ("<div data-book=\"x\">", 40)]
        {
            let clean = clean_html(&deep(piece, times));
            assert!(clean.contains("<h2>a</h2>") && clean.contains('b') && clean.contains("<br>"), "{clean}");
            assert!(!is_deeper_than(&clean, KEPT_DEPTH));
            assert_eq!(clean_html(&clean), clean);
        }
    }
}
