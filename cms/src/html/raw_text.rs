//! Removes elements that one parser reads as text and another as tags, such as `<title>` inside and outside of SVG, so
//! that all parsers read the rest in the same way.

/// Elements whose content is text, and whether readers see that text.
const RAW: &[(&str, bool)] = &[
    ("iframe", false),
    ("noembed", true),
    ("noframes", true),
    ("noscript", false),
    ("plaintext", true),
    ("script", false),
    ("style", false),
    ("textarea", true),
    ("title", true),
    ("xmp", true),
];

/// The HTML without comments, with the content of such elements as plain text. Every `<` of the result begins a tag.
pub fn without_raw_text(html: &str) -> String {
    let mut left = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, markup) = rest.split_at(at);
        left.push_str(text);
        rest = match &markup.as_bytes()[1..] {
            [b'!', b'-', b'-', ..] => after(&markup[2..], "-->"),
            [b'/', letter, ..] | [letter, ..] if letter.is_ascii_alphabetic() => tag(markup, &mut left),
            [b'!' | b'?' | b'/', ..] => after(markup, ">"),
            _ => {
                left.push_str("&lt;");
                &markup[1..]
            }
        };
    }
    left.push_str(rest);
    left
}

/// Appends the tag at the start of `html`, or the text of its element. Returns what follows.
fn tag<'a>(html: &'a str, left: &mut String) -> &'a str {
    let (tag, rest) = html.split_at(tag_length(html));
    let Some((name, is_shown)) = RAW.iter().find(|(name, _)| is_named(&tag[1..], name)) else {
        left.push('<');
        // A parser that reads the quotes of the tag differently finds no other tag in it.
        left.push_str(&tag[1..].replace('<', "&lt;"));
        return rest;
    };
    let ends = rest.match_indices("</").map(|(at, _)| at);
    let end = ends.into_iter().find(|at| is_named(&rest[at + 2..], name)).unwrap_or(rest.len());
    let (text, rest) = rest.split_at(end);
    if *is_shown {
        let reads_entities = matches!(*name, "textarea" | "title");
        let text = if reads_entities { text.to_owned() } else { text.replace('&', "&amp;") };
        left.push_str(&text.replace('<', "&lt;").replace('>', "&gt;"));
    }
    &rest[tag_length(rest)..]
}

fn is_named(tag: &str, name: &str) -> bool {
    let (begins, after) = match (tag.get(..name.len()), tag.as_bytes().get(name.len())) {
        (Some(start), after) => (start.eq_ignore_ascii_case(name), after),
        (None, _) => return false,
    };
    begins && after.is_none_or(|byte| byte.is_ascii_whitespace() || matches!(byte, b'/' | b'>'))
}

/// The length of the tag at the start of `html`, to its `>` or the end.
fn tag_length(html: &str) -> usize {
    let (mut quote, mut before) = (None, b'<');
    for (at, byte) in html.bytes().enumerate() {
        match quote {
            Some(mark) if byte == mark => quote = None,
            None if byte == b'>' => return at + 1,
            None if before == b'=' && matches!(byte, b'"' | b'\'') => quote = Some(byte),
            Some(_) | None => {}
        }
        if !byte.is_ascii_whitespace() {
            before = byte;
        }
    }
    html.len()
}

/// The text between the tags of such HTML, as HTML. Words of neighbouring elements stay apart.
pub fn words(html: &str) -> String {
    let mut words = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (text, markup) = rest.split_at(at);
        words.extend(text.split_whitespace());
        rest = &markup[tag_length(markup)..];
    }
    words.extend(rest.split_whitespace());
    words.join(" ").replace('>', "&gt;")
}

fn after<'a>(html: &'a str, mark: &str) -> &'a str {
    html.split_once(mark).map_or("", |(_, after)| after)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean_html;

    #[test]
    fn raw_text_elements_leave_their_text() {
        for (html, left) in [
            ("a<title>b <i> &amp;</title>c", "ab &lt;i&gt; &amp;c"),
            ("a<XMP\n>b &amp;</xmp >c", "ab &amp;amp;c"),
            ("a<script>b</script x>c<style/>d", "ac"),
            ("a<!-- <title> -->b<!-->c<!doctype>d</>e<?x>f", "abcdef"),
            ("<titles>a</titles>", "<titles>a</titles>"),
            ("a < b <", "a &lt; b &lt;"),
            ("<a title=\"<title>\">b</a>", "<a title=\"&lt;title>\">b</a>"),
            ("<scr<script>ipt>a</scr</script>ipt>", "<scr&lt;script>ipt>a</scr&lt;/script>ipt>"),
            ("a<plaintext>b</b>", "ab&lt;/b&gt;"),
        ] {
            assert_eq!(without_raw_text(html), left, "{html}");
        }
    }

    #[test]
    fn nothing_hides_in_markup_that_parsers_read_differently() {
        let attributes: Vec<String> = (0..30_000).map(|n| format!(" a{n}")).collect();
        let attributes = attributes.concat();
        let mut texts =
            vec![format!("<svg><desc><div></desc></svg></div></desc><title><a{attributes}></title>")];
        for (name, _) in RAW {
            texts.push(format!("<{name}><!--</{name}>{}", "<div>".repeat(20_000)));
            texts.push(format!("<{name}><a{attributes}></{name}>"));
            texts.push(format!("<svg><{name}><a{attributes}></{name}>"));
        }
        for text in texts {
            // Parsed, each of these would take from minutes to hours.
            assert!(clean_html(&text).len() <= text.len() * 2, "{}", &text[..40]);
        }
    }
}
