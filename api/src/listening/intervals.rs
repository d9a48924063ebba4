//! Listening time by the clock: the limits of a report, and the total of a period (spec §9: 20 h).

use heliriiul_db::{BookId, Timestamp};

/// How far the clock of a client may be ahead of the server's.
const AHEAD_MILLIS: i64 = 2 * 60 * 1000;

/// The longest range that one report may claim.
const MAX_MILLIS: i64 = 10 * 60 * 1000;

/// A range of time, from its first moment up to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: Timestamp,
    pub to: Timestamp,
}

impl Span {
    /// Limits a reported range to the longest report and to what is possible at `now`. Returns `None` when nothing is left.
    pub fn limited(from: Timestamp, to: Timestamp, now: Timestamp) -> Option<Self> {
        let latest = now.millis().saturating_add(AHEAD_MILLIS);
        let longest = from.millis().saturating_add(MAX_MILLIS);
        let to = Timestamp::from_millis(to.millis().min(latest).min(longest));
        (from < to).then_some(Self { from, to })
    }
}

/// One report.
#[derive(Clone, Copy, Debug, sqlx::FromRow)]
pub struct Report {
    pub book_id: BookId,
    pub started_at: Timestamp,
    pub ended_at: Timestamp,
}

/// Returns the milliseconds listened within `period`. Each moment counts once for a book; different books add up.
pub fn listened_millis(mut reports: Vec<Report>, period: Span) -> i64 {
    reports.sort_unstable_by_key(|report| (report.book_id, report.started_at));
    let mut total = 0;
    let mut covered: Option<(BookId, Timestamp)> = None;
    for report in reports {
        let mut from = report.started_at.max(period.from);
        let to = report.ended_at.min(period.to);
        if let Some((book, until)) = covered
            && book == report.book_id
        {
            from = from.max(until);
        }
        if from < to {
            total += to.since(from);
            covered = Some((report.book_id, to));
        }
    }
    total
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
    const ALWAYS: Span = Span { from: at(0), to: at(i64::MAX) };

    #[test]
    fn a_report_is_limited_to_what_is_possible() {
        let now = at(1000 * MINUTE);
        let claim = |from: i64, to: i64| {
            Span::limited(at(from * MINUTE), at(to * MINUTE), now)
                .map(|span| (span.from.millis() / MINUTE, span.to.millis() / MINUTE))
        };
        assert_eq!(claim(990, 995), Some((990, 995)));
        assert_eq!(claim(900, 930), Some((900, 910)), "at most ten minutes");
        assert_eq!(claim(999, 1005), Some((999, 1002)), "at most two minutes ahead");
        assert_eq!(claim(1001, 1020), Some((1001, 1002)));
        assert_eq!(claim(1002, 1003), None, "all of it is ahead");
        assert_eq!(claim(995, 995), None);
        assert_eq!(claim(995, 990), None);
    }

    fn total(reports: &[(BookId, i64, i64)], period: Span) -> i64 {
        let reports = reports
            .iter()
            .map(|&(book_id, from, to)| Report { book_id, started_at: at(from), ended_at: at(to) })
            .collect();
        listened_millis(reports, period)
    }

    /// Generates reports on two books within a short time, so that they overlap in every way.
    fn reports() -> impl Strategy<Value = Vec<(bool, i64, i64)>> {
        prop::collection::vec((any::<bool>(), 0_i64..200, 0_i64..60), 0..30)
    }

    proptest! {
        #[test]
        fn the_sum_is_the_number_of_moments_listened_to(
            reports in reports(), from in 0_i64..250, length in 0_i64..250,
        ) {
            let books = [BookId::new(), BookId::new()];
            let named: Vec<_> = reports
                .iter()
                .map(|&(second, from, length)| (books[usize::from(second)], from, from + length))
                .collect();
            let moments: HashSet<(BookId, i64)> = named
                .iter()
                .flat_map(|&(book, from, to)| (from..to).map(move |moment| (book, moment)))
                .filter(|&(_, moment)| moment >= from && moment < from + length)
                .collect();
            let period = Span { from: at(from), to: at(from + length) };
            prop_assert_eq!(total(&named, period), i64::try_from(moments.len()).unwrap());
        }

        #[test]
        fn order_repeats_and_splits_change_nothing(reports in reports(), cut in 0_i64..260) {
            let book = BookId::new();
            let named: Vec<_> =
                reports.iter().map(|&(_, from, length)| (book, from, from + length)).collect();
            let all = total(&named, ALWAYS);
            let mut twice = named.clone();
            twice.extend(named.iter().rev());
            prop_assert_eq!(total(&twice, ALWAYS), all);
            let before = total(&named, Span { from: at(0), to: at(cut) });
            let after = total(&named, Span { from: at(cut), to: at(i64::MAX) });
            prop_assert_eq!(before + after, all);
        }

        #[test]
        fn a_limited_range_is_never_more_than_the_reported_one(from in any::<i64>(), to in any::<i64>(), now in any::<i64>()) {
            if let Some(span) = Span::limited(at(from), at(to), at(now)) {
                prop_assert!(span.from == at(from) && span.to <= at(to));
                prop_assert!(span.from < span.to && span.to.since(span.from) <= MAX_MILLIS);
                prop_assert!(span.to.millis() <= now.saturating_add(AHEAD_MILLIS));
            }
        }
    }
}
