//! Ranges of listening by the clock: the limits of a report, and the part of it that is new.

use std::time::Duration;

use heliriiul_db::Timestamp;

/// How far the clock of a client may be ahead of the server's.
const AHEAD_MILLIS: i64 = 2 * 60 * 1000;

/// The longest range that one report may claim.
pub const MAX_MILLIS: i64 = 10 * 60 * 1000;

/// How late a report may come, from a player that was offline.
const LATEST: Duration = Duration::from_hours(30 * 24);

/// A clock that is wrong by less is not corrected, so that the time on the way shifts no report.
const CLOCK_TOLERANCE_MILLIS: i64 = 60 * 1000;

/// Corrections are rounded to this, so that two reports of one clock are shifted alike.
const CLOCK_STEP_MILLIS: i64 = 10 * 1000;

/// A range of time, from its first moment up to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Span {
    #[sqlx(rename = "started_at")]
    pub from: Timestamp,
    #[sqlx(rename = "ended_at")]
    pub to: Timestamp,
}

impl Span {
    /// Limits a reported range to the longest report, and to the time from `since` to `now`. Returns `None` when
    /// nothing is left.
    pub fn limited(self, since: Timestamp, now: Timestamp) -> Option<Self> {
        let latest = now.millis().saturating_add(AHEAD_MILLIS);
        let longest = self.from.millis().saturating_add(MAX_MILLIS);
        let to = Timestamp::from_millis(self.to.millis().min(latest).min(longest));
        let from = self.from.max(since).max(now.minus(LATEST));
        (from < to).then_some(Self { from, to })
    }

    /// Moves a range by the error of the clock that measured it. The clock showed `sent_at` when the report was sent,
    /// and the report came at `now`.
    pub fn corrected(self, sent_at: Timestamp, now: Timestamp) -> Self {
        let error = now.since(sent_at);
        if error.abs() < CLOCK_TOLERANCE_MILLIS {
            return self;
        }
        let shift = error.div_euclid(CLOCK_STEP_MILLIS) * CLOCK_STEP_MILLIS;
        let moved = |at: Timestamp| Timestamp::from_millis(at.millis().saturating_add(shift));
        Self { from: moved(self.from), to: moved(self.to) }
    }

    /// Returns the parts of this range that none of `known` covers. `known` is in the order of time.
    pub fn without(self, known: &[Self]) -> Vec<Self> {
        let mut parts = Vec::new();
        let mut from = self.from;
        for span in known {
            if span.from > from {
                parts.push(Self { from, to: span.from.min(self.to) });
            }
            from = from.max(span.to);
        }
        parts.push(Self { from, to: self.to });
        parts.retain(|part| part.from < part.to);
        parts
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    const fn at(millis: i64) -> Timestamp {
        Timestamp::from_millis(millis)
    }

    const MINUTE: i64 = 60_000;
    const DAY: i64 = 24 * 60 * MINUTE;
    /// Minutes; the book has always been in the library.
    const EVER: i64 = -100_000;

    #[test]
    fn a_report_is_limited_to_what_is_possible() {
        let now = at(40 * DAY);
        let claim = |since: i64, from: i64, to: i64| {
            let minutes =
                |span: Span| [span.from, span.to].map(|at| (at.millis() - now.millis()).div_euclid(MINUTE));
            let at = |minutes: i64| at(now.millis() + minutes * MINUTE);
            Span { from: at(from), to: at(to) }.limited(at(since), now).map(minutes)
        };
        assert_eq!(claim(EVER, -10, -5), Some([-10, -5]));
        assert_eq!(claim(EVER, -100, -70), Some([-100, -90]), "at most ten minutes");
        assert_eq!(claim(EVER, -1, 5), Some([-1, 2]), "at most two minutes ahead");
        assert_eq!(claim(EVER, 2, 3), None, "all of it is ahead");
        assert_eq!(claim(EVER, -5, -5), None);
        assert_eq!(claim(EVER, -5, -10), None);
        assert_eq!(claim(-7, -10, -5), Some([-7, -5]), "not before the book was there");
        assert_eq!(claim(-4, -10, -5), None);
        assert_eq!(
            claim(EVER, -30 * 24 * 60 - 5, -30 * 24 * 60 + 3),
            Some([-30 * 24 * 60, -30 * 24 * 60 + 3])
        );
        assert_eq!(claim(EVER, -50_000, -49_995), None, "a month ago");
    }

    #[test]
    fn the_error_of_a_clock_is_corrected() {
        let span = Span { from: at(0), to: at(MINUTE) };
        let from = |sent_at: i64, now: i64| span.corrected(at(sent_at), at(now)).from.millis();
        assert_eq!(from(MINUTE, MINUTE + 59_000), 0, "a slow network");
        assert_eq!(from(MINUTE, 4 * MINUTE), 3 * MINUTE, "the clock is behind");
        assert_eq!(from(4 * MINUTE, MINUTE), -3 * MINUTE, "the clock is ahead");
        assert_eq!(from(MINUTE, 4 * MINUTE + 900), 3 * MINUTE, "shifted alike");
    }

    proptest! {
        #[test]
        fn the_new_parts_are_the_moments_that_were_not_known(
            spans in prop::collection::vec((0_i64..200, 1_i64..40), 0..20), from in 0_i64..220, length in 1_i64..60,
        ) {
            let mut known: Vec<Span> = Vec::new();
            let mut moments = HashSet::new();
            for (start, length) in spans {
                let span = Span { from: at(start), to: at(start + length) };
                known.extend(span.without(&known));
                known.sort_by_key(|span| span.from);
                moments.extend(start..start + length);
            }
            let sum = |spans: &[Span]| spans.iter().map(|span| span.to.since(span.from)).sum::<i64>();
            prop_assert_eq!(sum(&known), i64::try_from(moments.len()).unwrap());
            let report = Span { from: at(from), to: at(from + length) };
            let new: HashSet<i64> = (from..from + length).filter(|moment| !moments.contains(moment)).collect();
            let parts = report.without(&known);
            let found: Vec<i64> = parts.iter().flat_map(|part| part.from.millis()..part.to.millis()).collect();
            prop_assert_eq!(found.len(), new.len());
            prop_assert_eq!(found.into_iter().collect::<HashSet<_>>(), new);
        }
    }
}
