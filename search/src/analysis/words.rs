//! Splits text into folded words: lower case, no marks over letters, no case ending after an apostrophe.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The number of letters of a word that are read. Documents and queries are cut in the same way, so that a longer word
/// still matches.
const MAX_LETTERS: usize = 40;

/// Case endings that are written after an apostrophe (`Verne'i`, `Baskerville'ide`), folded.
const APOSTROPHE_ENDINGS: [&str; 34] = [
    "i", "it", "isse", "is", "ist", "ile", "il", "ilt", "iks", "ini", "ina", "ita", "iga", "id", "ide", "d",
    "t", "s", "sse", "st", "le", "l", "lt", "ks", "ni", "na", "ta", "ga", "e", "u", "a", "idega", "idele",
    "idest",
];

/// The folded words of a text, in order.
///
/// Folding removes the marks of all letters (`õ`→`o`, `š`→`s`, `é`→`e`), so that a text typed without them matches.
/// A case ending after an apostrophe is dropped; any other continuation (`O'Connor`) is a word of its own.
pub(crate) fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut letters = 0;
    let mut after_apostrophe = false;
    let mut end = |word: &mut String, after_apostrophe: bool| {
        let is_ending = after_apostrophe && APOSTROPHE_ENDINGS.contains(&word.as_str());
        let word = std::mem::take(word);
        if !word.is_empty() && !is_ending {
            words.push(word);
        }
    };
    for letter in text.nfd().filter(|&letter| !is_combining_mark(letter)).flat_map(char::to_lowercase) {
        if letter.is_alphanumeric() {
            letters += 1;
            if letters <= MAX_LETTERS {
                push_folded(&mut word, letter);
            }
        } else if !is_combining_mark(letter) {
            let follows_word = !word.is_empty() && !after_apostrophe;
            end(&mut word, after_apostrophe);
            letters = 0;
            after_apostrophe = follows_word && is_apostrophe(letter);
        }
    }
    end(&mut word, after_apostrophe);
    words
}

fn is_apostrophe(letter: char) -> bool {
    matches!(letter, '\'' | '’' | '‘' | 'ʼ' | '`' | '´' | '′')
}

/// Folds letters that have no decomposition; all others stay as they are.
fn push_folded(word: &mut String, letter: char) {
    match letter {
        'ß' => word.push_str("ss"),
        'æ' => word.push_str("ae"),
        'œ' => word.push_str("oe"),
        'ø' => word.push('o'),
        'ł' => word.push('l'),
        'đ' | 'ð' => word.push('d'),
        'þ' => word.push_str("th"),
        'ı' => word.push('i'),
        other => word.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn words_are_folded_and_split() {
        let cases: [(&str, &[&str]); 10] = [
            ("Tõde ja õigus", &["tode", "ja", "oigus"]),
            ("Šagräännahk, Žanna!", &["sagraannahk", "zanna"]),
            ("Vaeste-Patuste alev", &["vaeste", "patuste", "alev"]),
            ("Jules Verne'i", &["jules", "verne"]),
            ("Baskerville’ide koer", &["baskerville", "koer"]),
            ("O'Connor", &["o", "connor"]),
            ("Antoine de Saint-Exupéry", &["antoine", "de", "saint", "exupery"]),
            ("1984", &["1984"]),
            ("Straße Łódź", &["strasse", "lodz"]),
            (" \0—…🙂'' ", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(words(text), expected, "{text:?}");
        }
    }

    #[test]
    fn composed_and_decomposed_letters_are_the_same() {
        assert_eq!(words("o\u{303}htu"), words("õhtu"));
        assert_eq!(words("İstanbul"), ["istanbul"]);
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(words(&"a".repeat(100_000)), ["a".repeat(super::MAX_LETTERS)]);
    }

    #[test]
    fn an_apostrophe_without_a_word_before_it_drops_nothing() {
        assert_eq!(words("'i 'st"), ["i", "st"]);
        assert_eq!(words("d'd'd"), ["d", "d"]);
    }
}
