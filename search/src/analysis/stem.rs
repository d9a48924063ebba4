//! A light Estonian stemmer for folded words.
//!
//! It has no vocabulary: it removes the endings of cases, plurals and the commonest verb forms, joins the word classes
//! whose forms differ regularly (`-us`/`-use`, `-ne`/`-se`), and undoes the gradation at the end of a stem. A stem is a
//! key to compare, not a word: `raamatutest` and `raamat` have the same stem, and so may a word that only looks alike.
//! Therefore a stem counts less than the written form.

/// What must stand before an ending for it to be removed.
#[derive(Clone, Copy)]
enum After {
    Anything,
    Vowel,
    /// A vowel that is not long: `kool` is no adessive of `koo`.
    ShortVowel,
    /// A short vowel, or `l n r` behind a long vowel: `majat`, `suurt` but not `planeet`, `kart`.
    PartitiveStem,
    /// A vowel, `s`, or `l n r` behind a long vowel: `suurte`, `meeste` but not `pilte`.
    PluralStem,
    /// A vowel or `l n r`: `vendade`, `keelde`.
    VoicedStem,
}

/// Endings by the condition on the letters before them, with the smallest number of letters before them.
const ENDINGS: [(After, usize, &[&str]); 7] = [
    (
        After::PluralStem,
        3,
        &[
            "te", "tesse", "tes", "test", "tele", "tel", "telt", "teks", "teni", "tena", "teta", "tega",
            "takse",
        ],
    ),
    (
        After::VoicedStem,
        3,
        &["de", "desse", "des", "dest", "dele", "del", "delt", "deks", "deni", "dena", "deta", "dega"],
    ),
    (
        After::Vowel,
        3,
        &[
            "sse", "st", "le", "lt", "ks", "ta", "ga", "d", "id", "isse", "ist", "ile", "il", "ilt", "iks",
            "b", "vad", "tud", "ksin", "ksid", "ksime",
        ],
    ),
    (After::ShortVowel, 3, &["s", "l"]),
    (After::PartitiveStem, 3, &["t"]),
    (After::Anything, 3, &["nud", "dud", "dakse", "mas", "mast", "mata"]),
    (After::ShortVowel, 4, &["si", "sid", "sin", "sime", "site", "da", "ma", "me"]),
];

/// Irregular words that end many compounds: their forms up to the usual endings, and their stem.
const LAST_PARTS: [(&[&str], &str); 3] = [
    (&["mees", "meest", "mehe", "mehi", "meeste"], "mees"),
    (&["maa", "maade"], "maa"),
    (&["raamat", "raamatu", "raamatut", "raamatute"], "raamat"),
];
const CASES: [&str; 14] = ["", "d", "id", "sse", "s", "st", "le", "l", "lt", "ks", "ta", "ga", "isse", "ist"];

/// The endings after *-us* in the forms of a noun in *-us* (`õigus`, `õiguste`).
const US_ENDINGS: [&str; 29] = [
    "", "t", "i", "id", "e", "ed", "esse", "es", "est", "ele", "el", "elt", "eks", "eni", "ena", "eta",
    "ega", "te", "tesse", "tes", "test", "tele", "tel", "telt", "teks", "teni", "tena", "teta", "tega",
];

/// The stems of a folded word: one, or two where it can be read in two ways.
///
/// A word with digits or with letters outside a–z is its own stem.
pub(crate) fn stems(word: &str) -> Vec<String> {
    if !is_plain(word) {
        return vec![word.to_owned()];
    }
    if let Some(stem) = last_part(word) {
        return vec![stem];
    }
    let by_ending = normalized(without_class_ending(without_ending(word)));
    let mut stems = match us_class(word) {
        Some((stem, ending)) if may_be_inessive(stem, ending) => vec![stem.to_owned(), by_ending],
        Some((stem, _)) => vec![stem.to_owned()],
        None => vec![by_ending],
    };
    let other = match word.as_bytes() {
        // No case: `jumal`, `röövel`, `ilus`, `soldat`.
        [.., before, b'l' | b's' | b't'] if is_vowel(*before) => Some(word),
        // No participle: `jutud`.
        [.., b't', b'u', b'd'] => word.strip_suffix('d'),
        _ => None,
    };
    stems.extend(other.map(normalized).filter(|other| !stems.contains(other)));
    stems
}

/// The stems of a folded name that stands in the nominative, so that its last letters are no ending.
///
/// [`stems`] of its other forms are among them, and those of few other words: `karudest` is no form of `Karel`.
pub(crate) fn name_stems(name: &str) -> Vec<String> {
    if !is_plain(name) {
        return vec![name.to_owned()];
    }
    let mut stems = vec![normalized(name)];
    // The genitive of `Tuglas` is `Tuglase`, that of `Kivikas` is `Kivika`.
    stems.extend(Some(normalized(without_class_ending(name))).filter(|other| *other != stems[0]));
    stems
}

fn is_plain(word: &str) -> bool {
    word.bytes().all(|letter| letter.is_ascii_lowercase())
}

fn last_part(word: &str) -> Option<String> {
    LAST_PARTS.iter().find_map(|(forms, stem)| {
        let (first, _) = forms
            .iter()
            .filter_map(|form| word.rsplit_once(form))
            .find(|(_, ending)| CASES.contains(ending))?;
        Some(format!("{first}{stem}"))
    })
}

/// The word up to its `-us` and the rest, if it is a form of a noun in `-us`.
fn us_class(word: &str) -> Option<(&str, &str)> {
    let at = word.rfind("us").filter(|&at| at >= 3)?;
    let (stem, ending) = word.split_at(at + 2);
    US_ENDINGS.contains(&ending).then_some((stem, ending))
}

/// Whether `-us`, `-ust` may be `-s`, `-st` behind a stem in `-u`: `talu-s`, `kiriku-st`, `arengu-s`.
fn may_be_inessive(stem: &str, ending: &str) -> bool {
    let is_short =
        matches!(stem.as_bytes(), [first, _, third, _, _] if !is_vowel(*first) && !is_vowel(*third));
    matches!(ending, "" | "t") && (is_short || stem.ends_with("ikus") || stem.ends_with("ngus"))
}

/// Removes the longest ending that the rest of the word allows.
fn without_ending(word: &str) -> &str {
    ENDINGS
        .iter()
        .flat_map(|&(after, least_left, endings)| {
            endings.iter().map(move |ending| (after, least_left, *ending))
        })
        .filter_map(|(after, least_left, ending)| {
            let rest = word.strip_suffix(ending)?;
            (rest.len() >= least_left && has_vowel(rest) && follows(after, rest.as_bytes())).then_some(rest)
        })
        .min_by_key(|rest| rest.len())
        .unwrap_or(word)
}

fn follows(after: After, rest: &[u8]) -> bool {
    let [.., third, second, last] = *rest else { return false };
    let behind_long_vowel = matches!(last, b'l' | b'n' | b'r') && is_vowel(second) && is_vowel(third);
    match after {
        After::Anything => true,
        After::Vowel => is_vowel(last),
        After::ShortVowel => is_vowel(last) && last != second,
        After::PartitiveStem => is_vowel(last) && last != second || behind_long_vowel,
        After::PluralStem => is_vowel(last) || last == b's' || behind_long_vowel,
        After::VoicedStem => is_vowel(last) || matches!(last, b'l' | b'n' | b'r'),
    }
}

/// Joins `-ne`/`-se`/`-s` (`inimene`, `inimese`, `inimes-te`) by removing them.
fn without_class_ending(word: &str) -> &str {
    ["ne", "se", "s"]
        .into_iter()
        .find_map(|ending| {
            let rest = word.strip_suffix(ending)?;
            let bytes = rest.as_bytes();
            let [.., second, last] = *bytes else { return None };
            let is_long = ending == "s" && second == last;
            (bytes.len() >= 3 && is_vowel(last) && !is_long).then_some(rest)
        })
        .unwrap_or(word)
}

/// Normalises the end of a stem: no final vowel unless it is long, no double consonant, no fleeting `e` (`apteeker`,
/// `apteekri`), and the strong consonant of `b`/`p`, `d`/`t`, `g`/`k`.
fn normalized(word: &str) -> String {
    let mut stem = word.as_bytes().to_vec();
    while let [.., second, last] = stem[..]
        && stem.len() > 3
        && is_vowel(last)
        && second != last
    {
        stem.pop();
    }
    if let [.., second, last] = stem[..]
        && stem.len() > 2
        && second == last
        && !is_vowel(last)
    {
        stem.pop();
    }
    if let [.., third, b'e', b'l' | b'n' | b'r'] = stem[..]
        && stem.len() > 3
        && !is_vowel(third)
    {
        stem.remove(stem.len() - 2);
    }
    if let Some(last) = stem.last_mut() {
        *last = match *last {
            b'b' => b'p',
            b'd' => b't',
            b'g' => b'k',
            other => other,
        };
    }
    stem.into_iter().map(char::from).collect()
}

pub(super) fn is_vowel(letter: u8) -> bool {
    VOWELS.contains(&letter)
}

fn has_vowel(word: &str) -> bool {
    word.bytes().any(is_vowel)
}

/// Letters that carry a syllable, after folding.
const VOWELS: &[u8] = b"aeiouy";

#[cfg(test)]
mod tests {
    use super::{name_stems, stems};

    fn meet(one: &str, other: &str) -> bool {
        stems(one).iter().any(|stem| stems(other).contains(stem))
    }

    #[test]
    fn forms_of_a_word_meet() {
        for forms in [
            "raamat raamatu raamatut raamatud raamatute raamatutest raamatuid raamatuist",
            "lasteraamat lasteraamatuid lasteraamatuga",
            "oigus oiguse oigust oigused oiguste oigusesse oigusi",
            "inimene inimese inimest inimesed inimeste inimestega inimesi",
            "mees mehe meest mehed meeste meestega mehega",
            "nukitsamees nukitsamehe nukitsameest",
            "isamaa isamaal isamaale isamaad isamaast",
            "apteeker apteekri apteekrit apteekrid apteekrite",
            "roovel roovli roovlid roovlitest",
            "jarv jarvel jarves",
            "jumal jumala jumalad",
            "ilus ilusa ilusad",
            "romaan romaani romaanid",
            "planeet planeedi planeedid",
            "automaat automaadi automaadid",
            "poiss poisi poisid",
            "kirik kirikus kirikust kirikud",
            "kuuldemang kuuldemangu kuuldemangud kuuldemangude",
            "noor noort noored noorte noortega",
            "jutt juttu jutud juttude",
            "muinasjutt muinasjutud muinasjuttude",
            "hunt hundi hundid huntidega",
            "talu talus talust taludes",
            "katus katust katused",
            "maja majas majast majades",
            "too tood toole",
            "kirjutama kirjutada kirjutab kirjutanud kirjutatud",
        ] {
            let (first, others) = forms.split_once(' ').expect("two forms");
            for other in others.split(' ') {
                assert!(meet(first, other), "{first} {:?}, {other} {:?}", stems(first), stems(other));
            }
        }
    }

    #[test]
    fn other_words_do_not_meet() {
        for (one, other) in
            [("kool", "koor"), ("oigus", "oige"), ("pilt", "pill"), ("maa", "maailm"), ("draama", "draakon")]
        {
            assert!(!meet(one, other), "{one} {:?}, {other} {:?}", stems(one), stems(other));
        }
    }

    #[test]
    fn forms_of_a_name_meet_it() {
        for (name, form) in [
            ("kivirahk", "kivirahki"),
            ("luts", "lutsu"),
            ("kross", "krossilt"),
            ("traat", "traadi"),
            ("hargla", "harglat"),
            ("under", "underi"),
            ("tuglas", "tuglase"),
            ("kivikas", "kivika"),
            ("tammsaare", "tammsaarest"),
        ] {
            assert!(
                name_stems(name).contains(&stems(form)[0]),
                "{name} {:?}, {form} {:?}",
                name_stems(name),
                stems(form)
            );
        }
        assert!(!name_stems("karel").contains(&stems("karudest")[0]));
    }

    #[test]
    fn short_foreign_and_odd_words_stay() {
        for word in ["", "a", "ja", "1984", "ii", "москва", "2b"] {
            assert_eq!(stems(word), [word]);
        }
    }
}
