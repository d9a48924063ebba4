//! The days of a report, in Estonian time.

use std::ops::Range;

use heliriiul_db::Timestamp;
use time::{Date, Month};

use crate::calendar::{end_of_day, start_of_day};

/// Days from the first to the last one, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Days {
    from: Date,
    until: Date,
    start: Timestamp,
    end: Timestamp,
}

impl Days {
    /// Returns `None` when the last day is before the first one.
    pub fn new(from: Date, until: Date) -> Option<Self> {
        let (start, end) = start_of_day(from).zip(end_of_day(until))?;
        (from <= until).then_some(Self { from, until, start, end })
    }

    pub const fn time(&self) -> Range<Timestamp> {
        self.start..self.end
    }

    /// The calendar months, each with its days of this range.
    pub fn months(&self) -> Vec<(String, Range<Timestamp>)> {
        let mut months = Vec::new();
        let mut from = self.from;
        while from <= self.until {
            let last = last_of_month(from);
            let name = format!("{:04}-{:02}", from.year(), u8::from(from.month()));
            let days = Self::new(from, last.min(self.until));
            months.extend(days.map(|days| (name, days.time())));
            let Some(next) = last.next_day() else { break };
            from = next;
        }
        months
    }
}

fn last_of_month(day: Date) -> Date {
    let length = Month::length(day.month(), day.year());
    day.replace_day(length).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calendar::parse_day;

    #[test]
    fn months_cover_the_days_without_a_gap() {
        let day = |text| parse_day(text).unwrap();
        let days = Days::new(day("2026-11-15"), day("2027-02-03")).unwrap();
        let months = days.months();
        let names: Vec<&str> = months.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["2026-11", "2026-12", "2027-01", "2027-02"]);
        assert_eq!(months[0].1.start, days.time().start);
        assert_eq!(months[3].1.end, days.time().end);
        for pair in months.windows(2) {
            assert_eq!(pair[0].1.end, pair[1].1.start);
        }
        assert_eq!(Days::new(day("2026-02-02"), day("2026-02-01")), None);
    }
}
