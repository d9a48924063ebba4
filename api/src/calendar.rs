//! Days and months by the calendar and clock of Europe/Tallinn.

use heliriiul_db::Timestamp;
use time::{Date, Duration, Month, PrimitiveDateTime, macros::format_description};
use time_tz::{
    OffsetDateTimeExt as _, OffsetResult, PrimitiveDateTimeExt as _, timezones::db::europe::TALLINN,
};

/// Reads `YYYY-MM-DD`.
pub fn parse_day(text: &str) -> Result<Date, time::error::Parse> {
    Date::parse(text, format_description!("[year]-[month]-[day]"))
}

/// The moment at which a day begins.
pub fn start_of_day(day: Date) -> Option<Timestamp> {
    day.midnight().assume_timezone(TALLINN).take_first().map(Timestamp::from)
}

/// The moment at which a day ends.
pub fn end_of_day(day: Date) -> Option<Timestamp> {
    day.next_day().and_then(start_of_day)
}

/// The Estonian day of a moment, `YYYY-MM-DD`.
pub fn day_of(at: Timestamp) -> String {
    let local = local(at);
    format!("{:04}-{:02}-{:02}", local.year(), u8::from(local.month()), local.day())
}

/// Adds months to `anchor`: the same day and time, or the last day where the month is shorter.
///
/// Always count from the anchor, so that a subscription of the 31st returns to the 31st after February.
pub fn add_months(anchor: Timestamp, months: i64) -> Timestamp {
    let local = local(anchor);
    let month_index = i64::from(local.year()) * 12 + i64::from(u8::from(local.month())) - 1 + months;
    let year = i32::try_from(month_index.div_euclid(12)).unwrap_or(i32::MAX);
    let month = u8::try_from(month_index.rem_euclid(12) + 1).map_or(Ok(Month::January), Month::try_from);
    let month = month.unwrap_or(Month::January);
    let day = local.day().min(month.length(year));
    let date = Date::from_calendar_date(year, month, day).unwrap_or(Date::MAX);
    moment(PrimitiveDateTime::new(date, local.time()))
}

/// Adds days to `from`: the same time of day, even when daylight saving time begins or ends in between.
pub fn add_days(from: Timestamp, days: i64) -> Timestamp {
    let local = local(from);
    moment(local.checked_add(Duration::days(days)).unwrap_or(local))
}

/// Returns the last millisecond of the calendar day that is `days` days after the day of `from`.
pub fn end_of_day_after(from: Timestamp, days: i64) -> Timestamp {
    let day = local(from).date();
    let last = day.checked_add(Duration::days(days)).unwrap_or(day);
    let end = end_of_day(last).unwrap_or(from);
    Timestamp::from_millis(end.millis() - 1)
}

/// Returns the first end of a month, counted from `anchor`, that is later than `after`.
pub fn next_end(anchor: Timestamp, after: Timestamp) -> Timestamp {
    let (first, last) = (local(anchor), local(after));
    let months = |at: PrimitiveDateTime| i64::from(at.year()) * 12 + i64::from(u8::from(at.month()));
    let mut count = (months(last) - months(first)).max(0);
    while add_months(anchor, count) <= after {
        count += 1;
    }
    add_months(anchor, count)
}

/// Returns the number of calendar days from the day of `from` up to the day of `to`, at least 0.
pub fn days_between(from: Timestamp, to: Timestamp) -> i64 {
    (local(to).date() - local(from).date()).whole_days().max(0)
}

fn local(at: Timestamp) -> PrimitiveDateTime {
    let at = at.utc().to_timezone(TALLINN);
    PrimitiveDateTime::new(at.date(), at.time())
}

/// A local time that does not exist in spring becomes one hour later. Of two equal local times in autumn, the first is
/// used.
fn moment(local: PrimitiveDateTime) -> Timestamp {
    match local.assume_timezone(TALLINN) {
        OffsetResult::Some(at) | OffsetResult::Ambiguous(at, _) => Timestamp::from(at),
        OffsetResult::None => match (local + Duration::hours(1)).assume_timezone(TALLINN) {
            OffsetResult::Some(at) | OffsetResult::Ambiguous(at, _) => Timestamp::from(at),
            OffsetResult::None => Timestamp::from(local.assume_utc()),
        },
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use time::{OffsetDateTime, format_description::well_known::Rfc3339};

    use super::*;

    fn at(text: &str) -> Timestamp {
        OffsetDateTime::parse(text, &Rfc3339).unwrap().into()
    }

    #[test]
    fn the_31st_returns_after_short_months() {
        let anchor = at("2026-08-31T12:00:00+03:00");
        for (months, expected) in [
            (1, "2026-09-30T12:00:00+03:00"),
            (2, "2026-10-31T12:00:00+02:00"),
            (6, "2027-02-28T12:00:00+02:00"),
            (7, "2027-03-31T12:00:00+03:00"),
            (18, "2028-02-29T12:00:00+02:00"),
            (0, "2026-08-31T12:00:00+03:00"),
        ] {
            assert_eq!(add_months(anchor, months), at(expected), "{months}");
        }
        assert_eq!(next_end(anchor, at("2027-02-28T12:00:00+02:00")), at("2027-03-31T12:00:00+03:00"));
        assert_eq!(next_end(anchor, at("2027-02-28T11:59:59+02:00")), at("2027-02-28T12:00:00+02:00"));
        assert_eq!(next_end(anchor, anchor), at("2026-09-30T12:00:00+03:00"));
    }

    #[test]
    fn daylight_saving_time_keeps_the_time_of_day() {
        // The clocks go forward on 29 March 2026 at 3:00 and back on 25 October at 4:00.
        assert_eq!(add_days(at("2026-03-20T22:30:00+02:00"), 14), at("2026-04-03T22:30:00+03:00"));
        assert_eq!(add_days(at("2026-10-20T22:30:00+03:00"), 14), at("2026-11-03T22:30:00+02:00"));
        assert_eq!(add_months(at("2026-02-28T03:30:00+02:00"), 1), at("2026-03-28T03:30:00+02:00"));
        let gap = add_months(at("2026-01-29T03:30:00+02:00"), 2);
        assert_eq!(gap, at("2026-03-29T04:30:00+03:00"), "half past three is skipped that day");
        let twice = add_months(at("2026-09-25T03:30:00+03:00"), 1);
        assert_eq!(twice, at("2026-10-25T03:30:00+03:00"), "the first of the two");
    }

    #[test]
    fn days_are_those_of_the_calendar() {
        let noon = at("2026-03-28T12:00:00+02:00");
        assert_eq!(days_between(noon, at("2026-03-28T23:59:00+02:00")), 0);
        assert_eq!(days_between(noon, at("2026-03-29T00:00:00+02:00")), 1);
        assert_eq!(days_between(noon, at("2026-04-28T12:00:00+03:00")), 31);
        assert_eq!(days_between(noon, at("2026-03-01T12:00:00+02:00")), 0);
    }

    #[test]
    fn a_term_of_days_ends_with_its_last_day() {
        let end = at("2026-11-15T00:00:00+02:00").millis() - 1;
        assert_eq!(end_of_day_after(at("2026-10-31T00:00:00+02:00"), 14).millis(), end);
        assert_eq!(end_of_day_after(at("2026-10-31T23:59:59+02:00"), 14).millis(), end);
        let over_the_change = end_of_day_after(at("2026-10-20T12:00:00+03:00"), 14);
        assert_eq!(over_the_change.millis(), at("2026-11-04T00:00:00+02:00").millis() - 1);
    }

    proptest! {
        #[test]
        fn months_follow_one_another(millis in 1_700_000_000_000_i64..2_000_000_000_000, months in 0_i64..40) {
            let anchor = Timestamp::from_millis(millis);
            let (start, end) = (add_months(anchor, months), add_months(anchor, months + 1));
            prop_assert!(start < end);
            prop_assert!((28..=31).contains(&days_between(start, end)));
            prop_assert_eq!(next_end(anchor, start), end);
            prop_assert_eq!(next_end(anchor, Timestamp::from_millis(end.millis() - 1)), end);
        }
    }
}
