//! The `Range` header (RFC 9110 §14): one range of bytes. Several at once are answered with the whole.

use std::ops::Range;

/// What a request wants of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    Whole,
    Part(Range<u64>),
    /// The range begins past the end.
    Unsatisfiable,
}

/// Reads the header for an object of `size` bytes. A header that makes no sense asks for the whole.
pub fn wanted(header: Option<&str>, size: u64) -> Wanted {
    let Some(range) = header.and_then(|text| text.trim().strip_prefix("bytes=")) else {
        return Wanted::Whole;
    };
    let Some((first, last)) = range.trim().split_once('-') else { return Wanted::Whole };
    let (first, last) = (first.trim(), last.trim());
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // Numbers beyond all sizes count as the largest.
    let number = |text: &str| text.parse().unwrap_or(u64::MAX);
    if first.is_empty() && is_number(last) {
        let length = number(last).min(size);
        return if length == 0 { Wanted::Unsatisfiable } else { Wanted::Part(size - length..size) };
    }
    if !is_number(first) || !(last.is_empty() || is_number(last)) {
        return Wanted::Whole;
    }
    let start = number(first);
    let end = if last.is_empty() { u64::MAX } else { number(last) };
    if end < start {
        Wanted::Whole
    } else if start >= size {
        Wanted::Unsatisfiable
    } else {
        Wanted::Part(start..end.saturating_add(1).min(size))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn single_ranges_are_cut_to_the_size() {
        for (header, expected) in [
            ("bytes=0-0", Wanted::Part(0..1)),
            ("bytes=0-", Wanted::Part(0..100)),
            ("bytes=10-19", Wanted::Part(10..20)),
            ("bytes=90-1000", Wanted::Part(90..100)),
            ("bytes=-1", Wanted::Part(99..100)),
            ("bytes=-1000", Wanted::Part(0..100)),
            ("bytes=99-99999999999999999999999", Wanted::Part(99..100)),
            ("bytes=100-", Wanted::Unsatisfiable),
            ("bytes=99999999999999999999999-", Wanted::Unsatisfiable),
            ("bytes=-0", Wanted::Unsatisfiable),
            ("bytes=5-2", Wanted::Whole),
            ("bytes=a-b", Wanted::Whole),
            ("bytes=-", Wanted::Whole),
            ("bytes=1", Wanted::Whole),
            ("bytes=0-1,5-6", Wanted::Whole),
            ("items=0-1", Wanted::Whole),
            ("", Wanted::Whole),
        ] {
            assert_eq!(wanted(Some(header), 100), expected, "{header}");
        }
        assert_eq!(wanted(None, 100), Wanted::Whole);
        assert_eq!(wanted(Some("bytes=0-"), 0), Wanted::Unsatisfiable);
    }

    proptest! {
        #[test]
        fn a_part_lies_within(header in "bytes=[0-9]{0,6}-[0-9]{0,6}", size in 0_u64..200_000) {
            if let Wanted::Part(range) = wanted(Some(&header), size) {
                prop_assert!(range.start < range.end && range.end <= size);
            }
        }
    }
}
