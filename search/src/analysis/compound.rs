//! The parts of a possible compound, found only by the shape of its syllables.
//!
//! Estonian joins words without a mark (`libahunt`, `lasteraamat`). Without a vocabulary, every place where a syllable
//! may begin and a word may end is a seam. Most seams are false but do little harm, because people do not search for
//! their parts.

use super::stem::{is_vowel, stems};

/// The fewest letters of the first part.
const FIRST_PART: usize = 3;

/// The first and last part of a folded word at each seam.
pub(crate) fn seams(word: &str) -> impl Iterator<Item = (&str, &str)> {
    let end = if word.bytes().all(|letter| letter.is_ascii_lowercase()) { word.len() } else { 0 };
    (FIRST_PART..end).filter(|&at| is_seam(word.as_bytes(), at)).map(|at| word.split_at(at))
}

/// The distinct stems of all parts that a folded word may have.
pub(crate) fn parts(word: &str) -> Vec<String> {
    let mut parts: Vec<String> =
        seams(word).flat_map(|(first, last)| stems(first).into_iter().chain(stems(last))).collect();
    parts.sort_unstable();
    parts.dedup();
    parts
}

/// Whether a second part can begin at `at`: with a consonant and a vowel, or with a vowel that follows another vowel
/// (`vana|ema`).
fn is_seam(word: &[u8], at: usize) -> bool {
    let (first, last) = word.split_at(at);
    let begins_syllable = if is_vowel(last[0]) {
        first.last().is_some_and(|&letter| is_vowel(letter) && letter != last[0])
    } else {
        last.get(1).is_some_and(|&letter| is_vowel(letter))
    };
    begins_syllable && first.iter().any(|&letter| is_vowel(letter)) && is_long_enough(last)
}

/// Four letters, or three that are a word without an ending: `maa`, `ema`, but not the `tud` of a verb.
fn is_long_enough(last: &[u8]) -> bool {
    match *last {
        [first, second, third] => is_vowel(third) && is_vowel(first) != is_vowel(second),
        _ => last.len() > 3,
    }
}

#[cfg(test)]
mod tests {
    use super::{parts, seams};

    #[test]
    fn true_seams_are_among_those_found() {
        for (word, first, last) in [
            ("libahunt", "liba", "hunt"),
            ("lasteraamatud", "laste", "raamatud"),
            ("isamaa", "isa", "maa"),
            ("vanaema", "vana", "ema"),
            ("sugisball", "sugis", "ball"),
            ("sagraannahk", "sagraan", "nahk"),
        ] {
            assert!(seams(word).any(|seam| seam == (first, last)), "{word}");
        }
    }

    #[test]
    fn simple_words_have_no_parts() {
        for word in ["", "maa", "hunt", "kevade", "москвамосква", "a1b2c3d4"] {
            assert!(parts(word).is_empty(), "{word}: {:?}", parts(word));
        }
    }
}
