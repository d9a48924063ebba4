//! The `Range` header (RFC 9110 §14): one range of bytes. A request for several ranges gets the whole body.

use std::ops::Range;

/// The part of a body that a request is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestedRange {
    Whole,
    Part(Range<u64>),
    /// The range begins past the end.
    Unsatisfiable,
}

/// Reads the header for a body of `size` bytes. A malformed header is ignored.
pub fn requested_range(header: Option<&str>, size: u64) -> RequestedRange {
    let Some(range) = header.and_then(|text| text.trim().strip_prefix("bytes=")) else {
        return RequestedRange::Whole;
    };
    let Some((first, last)) = range.trim().split_once('-') else { return RequestedRange::Whole };
    let (first, last) = (first.trim(), last.trim());
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    // A number that overflows counts as the largest.
    let number = |text: &str| text.parse().unwrap_or(u64::MAX);
    if first.is_empty() && is_number(last) {
        let length = number(last).min(size);
        return if length == 0 {
            RequestedRange::Unsatisfiable
        } else {
            RequestedRange::Part(size - length..size)
        };
    }
    if !is_number(first) || !(last.is_empty() || is_number(last)) {
        return RequestedRange::Whole;
    }
    let start = number(first);
    let end = if last.is_empty() { u64::MAX } else { number(last) };
    if end < start {
        RequestedRange::Whole
    } else if start >= size {
        RequestedRange::Unsatisfiable
    } else {
        RequestedRange::Part(start..end.saturating_add(1).min(size))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_single_range_is_limited_to_the_size() {
        for (header, expected) in [
            ("bytes=0-0", RequestedRange::Part(0..1)),
            ("bytes=0-", RequestedRange::Part(0..100)),
            ("bytes=10-19", RequestedRange::Part(10..20)),
            ("bytes=90-1000", RequestedRange::Part(90..100)),
            ("bytes=-1", RequestedRange::Part(99..100)),
            ("bytes=-1000", RequestedRange::Part(0..100)),
            ("bytes=99-99999999999999999999999", RequestedRange::Part(99..100)),
            ("bytes=100-", RequestedRange::Unsatisfiable),
            ("bytes=99999999999999999999999-", RequestedRange::Unsatisfiable),
            ("bytes=-0", RequestedRange::Unsatisfiable),
            ("bytes=5-2", RequestedRange::Whole),
            ("bytes=a-b", RequestedRange::Whole),
            ("bytes=-", RequestedRange::Whole),
            ("bytes=1", RequestedRange::Whole),
            ("bytes=0-1,5-6", RequestedRange::Whole),
            ("items=0-1", RequestedRange::Whole),
            ("", RequestedRange::Whole),
        ] {
            assert_eq!(requested_range(Some(header), 100), expected, "{header}");
        }
        assert_eq!(requested_range(None, 100), RequestedRange::Whole);
        assert_eq!(requested_range(Some("bytes=0-"), 0), RequestedRange::Unsatisfiable);
    }

    proptest! {
        #[test]
        fn a_part_lies_within_the_body(header in "bytes=[0-9]{0,6}-[0-9]{0,6}", size in 0_u64..200_000) {
            if let RequestedRange::Part(range) = requested_range(Some(&header), size) {
                prop_assert!(range.start < range.end && range.end <= size);
            }
        }
    }
}
