//! The indexed texts of books, and the weight of a match in each.

use tantivy::TantivyDocument;
use tantivy::schema::{
    FAST, Field, IndexRecordOption, STORED, STRING, Schema, SchemaBuilder, TextFieldIndexing, TextOptions,
};
use tantivy::tokenizer::{PreTokenizedString, Token};

use crate::analysis::compound::parts;
use crate::analysis::stem::{name_stems, stems};
use crate::analysis::words;
use crate::document::BookDocument;

/// The name of the fast field behind [`Fields::popularity`].
pub(crate) const POPULARITY: &str = "popularity";

/// The weights of a match in a text, by kind of match. With zero the text is not searched in that way.
#[derive(Clone, Copy)]
pub(crate) struct Weights {
    /// The word as written, folded.
    pub(crate) written: f32,
    /// The stem of the word. It also matches words that only look alike, so it counts about half.
    pub(crate) stem: f32,
    /// A part of a compound.
    pub(crate) part: f32,
    /// A word that begins with what was typed.
    pub(crate) beginning: f32,
}

/// The kind of words in a text.
#[derive(Clone, Copy)]
enum Kind {
    Prose,
    /// Names in the nominative.
    Names,
}

impl Kind {
    fn stems(self, word: &str) -> Vec<String> {
        match self {
            Self::Prose => stems(word),
            Self::Names => name_stems(word),
        }
    }
}

const TEXTS: [(&str, Kind, Weights); 6] = [
    ("title", Kind::Prose, Weights { written: 3.0, stem: 1.4, part: 1.0, beginning: 1.5 }),
    ("author", Kind::Names, Weights { written: 2.5, stem: 1.54, part: 0.0, beginning: 1.6 }),
    ("reader", Kind::Names, Weights { written: 1.5, stem: 0.92, part: 0.0, beginning: 0.96 }),
    ("publisher", Kind::Names, Weights { written: 1.5, stem: 0.92, part: 0.0, beginning: 0.96 }),
    ("category", Kind::Prose, Weights { written: 1.0, stem: 0.56, part: 0.4, beginning: 0.0 }),
    ("description", Kind::Prose, Weights { written: 0.6, stem: 0.28, part: 0.2, beginning: 0.0 }),
];

/// The index fields of one text.
#[derive(Clone, Copy)]
pub(crate) struct TextFields {
    pub(crate) written: Field,
    pub(crate) stem: Field,
    /// `None` where [`Weights::part`] is zero.
    pub(crate) part: Option<Field>,
    kind: Kind,
    pub(crate) weights: Weights,
}

/// The fields of the index.
pub(crate) struct Fields {
    pub(crate) schema: Schema,
    pub(crate) id: Field,
    /// The whole title as one term: its folded words with single spaces.
    pub(crate) whole_title: Field,
    /// Digits (and X) only.
    pub(crate) isbn: Field,
    popularity: Field,
    pub(crate) texts: [TextFields; 6],
}

impl Fields {
    pub(crate) fn new() -> Self {
        let mut builder = Schema::builder();
        let id = builder.add_text_field("id", STRING | STORED);
        let whole_title = builder.add_text_field("whole_title", STRING);
        let isbn = builder.add_text_field("isbn", STRING);
        let popularity = builder.add_u64_field(POPULARITY, FAST);
        let texts = TEXTS.map(|(name, kind, weights)| text_fields(&mut builder, name, kind, weights));
        Self { schema: builder.build(), id, whole_title, isbn, popularity, texts }
    }

    pub(crate) fn document(&self, book: &BookDocument) -> TantivyDocument {
        let texts: [Vec<&String>; 6] = [
            std::iter::once(&book.title).chain(&book.subtitle).collect(),
            book.authors.iter().collect(),
            book.readers.iter().collect(),
            book.publisher.iter().collect(),
            book.categories.iter().collect(),
            vec![&book.description],
        ];
        let mut document = TantivyDocument::default();
        document.add_text(self.id, &book.id);
        document.add_text(self.whole_title, words(&book.title).join(" "));
        document.add_u64(self.popularity, book.popularity);
        if let Some(isbn) = &book.isbn {
            document.add_text(self.isbn, isbn_characters(isbn));
        }
        for (fields, texts) in self.texts.iter().zip(texts) {
            let words: Vec<String> = texts.into_iter().flat_map(|text| words(text)).collect();
            let stems = words.iter().flat_map(|word| fields.kind.stems(word));
            document.add_pre_tokenized_text(fields.stem, tokens(stems));
            if let Some(part) = fields.part {
                document.add_pre_tokenized_text(part, tokens(words.iter().flat_map(|word| parts(word))));
            }
            document.add_pre_tokenized_text(fields.written, tokens(words));
        }
        document
    }
}

/// The digits of an ISBN, and its X, without separators.
pub(crate) fn isbn_characters(isbn: &str) -> String {
    isbn.chars()
        .filter(|character| character.is_ascii_digit() || character.eq_ignore_ascii_case(&'x'))
        .map(|character| character.to_ascii_uppercase())
        .collect()
}

fn text_fields(builder: &mut SchemaBuilder, name: &str, kind: Kind, weights: Weights) -> TextFields {
    // The ranking reads only counts, and no query needs neighbouring words, so positions are not stored.
    let indexing = TextFieldIndexing::default().set_index_option(IndexRecordOption::WithFreqs);
    let options = TextOptions::default().set_indexing_options(indexing);
    TextFields {
        written: builder.add_text_field(&format!("{name}_written"), options.clone()),
        stem: builder.add_text_field(&format!("{name}_stem"), options.clone()),
        part: (weights.part > 0.0).then(|| builder.add_text_field(&format!("{name}_part"), options)),
        kind,
        weights,
    }
}

fn tokens(words: impl IntoIterator<Item = String>) -> PreTokenizedString {
    let tokens = words
        .into_iter()
        .enumerate()
        .map(|(position, text)| Token { position, text, ..Token::default() })
        .collect();
    PreTokenizedString { text: String::new(), tokens }
}
