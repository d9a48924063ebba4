//! How deep HTML nests, told before it is parsed.
//!
//! The parser looks through all open elements at many tags, so its time grows with tags times depth: 250 KB of
//! `<div>` take it minutes. A look at the tags alone takes milliseconds and never finds less depth than there is.

use std::cell::{Cell, RefCell};

use html5ever::{
    LocalName,
    tendril::StrTendril,
    tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts},
};

/// Deeper than any text, shallow enough for the parser. Tags that close in the wrong order count as left open.
pub const MAX_DEPTH: usize = 500;

/// Whether elements are open inside each other to more than `limit`.
pub fn is_deeper_than(html: &str, limit: usize) -> bool {
    let depth = tokens(html, Depth::default());
    depth.deepest.get() > limit
}

/// The text between the tags, without that of scripts and styles. Words of neighbouring elements stay apart.
pub fn words(html: &str) -> String {
    let words = tokens(html, Words::default());
    words.text.take().split_whitespace().collect::<Vec<_>>().join(" ")
}

fn tokens<S: TokenSink<Handle = ()>>(html: &str, sink: S) -> S {
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    let tokenizer = Tokenizer::new(sink, TokenizerOpts::default());
    // A sink that only answers `Continue` is fed everything at once.
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    tokenizer.sink
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
            // A tag that closes anything but the innermost element may be one that the parser passes over.
            TagKind::EndTag if open.last() == Some(&name) => {
                open.pop();
                self.drawings.set(self.drawings.get() - draws);
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// Elements that never hold themselves: empty ones, and those that the next of their kind closes.
fn closes_by_itself(name: &str) -> bool {
    matches!(
        name,
        "area"
            | "base"
            | "br"
            | "col"
            | "embed"
            | "hr"
            | "img"
            | "input"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
            | "caption"
            | "colgroup"
            | "dd"
            | "dt"
            | "li"
            | "option"
            | "p"
            | "tbody"
            | "td"
            | "tfoot"
            | "th"
            | "thead"
            | "tr"
    )
}

#[derive(Default)]
struct Words {
    text: RefCell<String>,
    silent: RefCell<Option<LocalName>>,
}

impl TokenSink for Words {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut silent = self.silent.borrow_mut();
        match token {
            Token::CharacterTokens(text) if silent.is_none() => self.text.borrow_mut().push_str(&text),
            Token::TagToken(Tag { kind: TagKind::StartTag, name, .. })
                if matches!(&*name, "script" | "style") && silent.is_none() =>
            {
                *silent = Some(name);
            }
            Token::TagToken(Tag { kind: TagKind::EndTag, name, .. }) if silent.as_ref() == Some(&name) => {
                *silent = None;
            }
            Token::TagToken(_) => self.text.borrow_mut().push(' '),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean_html;

    #[test]
    fn what_people_write_is_shallow() {
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
    fn what_is_made_to_be_slow_is_cleaned_at_all() {
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
    fn of_what_is_too_deep_the_words_stay() {
        let text = format!("{}tere <script>x()</script>&lt;b&gt;<p>maailm", "<div>".repeat(600));
        assert_eq!(clean_html(&text), "<p>tere &lt;b&gt; maailm</p>");
    }
}
