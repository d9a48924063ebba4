//! The one type for moments in time: milliseconds since 1970 in UTC, in the database and in Rust alike.

use std::{fmt, time::Duration};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use time::{
    OffsetDateTime, PrimitiveDateTime, format_description::well_known::Rfc3339, macros::format_description,
};
use utoipa::ToSchema;

/// A moment, milliseconds since 1970-01-01T00:00:00Z. In JSON it is an RFC 3339 text with milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx::Type, ToSchema)]
#[sqlx(transparent)]
#[schema(value_type = String, format = DateTime)]
pub struct Timestamp(i64);

impl Timestamp {
    /// From milliseconds since 1970.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Milliseconds since 1970.
    pub const fn millis(self) -> i64 {
        self.0
    }

    /// Returns the same moment as a date and time in UTC.
    ///
    /// A moment outside the years -9999 to 9999 becomes the nearest one inside.
    pub fn utc(self) -> OffsetDateTime {
        let nearest = if self.0 < 0 { PrimitiveDateTime::MIN } else { PrimitiveDateTime::MAX };
        OffsetDateTime::from_unix_timestamp_nanos(i128::from(self.0) * 1_000_000)
            .unwrap_or(nearest.assume_utc())
    }

    /// Returns the milliseconds from `earlier` to this moment; negative when `earlier` is later.
    pub const fn since(self, earlier: Self) -> i64 {
        self.0.saturating_sub(earlier.0)
    }

    #[must_use]
    pub fn plus(self, span: Duration) -> Self {
        Self(self.0.saturating_add(span_millis(span)))
    }

    #[must_use]
    pub fn minus(self, span: Duration) -> Self {
        Self(self.0.saturating_sub(span_millis(span)))
    }

    /// Returns the start of the period of this length that contains the moment, counted from 1970.
    #[must_use]
    pub fn floor(self, period: Duration) -> Self {
        Self(self.0.saturating_sub(self.0.rem_euclid(span_millis(period))))
    }
}

fn span_millis(span: Duration) -> i64 {
    i64::try_from(span.as_millis()).unwrap_or(i64::MAX)
}

impl From<OffsetDateTime> for Timestamp {
    fn from(at: OffsetDateTime) -> Self {
        let millis = at.unix_timestamp_nanos().div_euclid(1_000_000);
        Self(i64::try_from(millis).unwrap_or(i64::MAX))
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format =
            format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
        f.write_str(&self.utc().format(format).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Timestamp {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        OffsetDateTime::parse(&text, &Rfc3339).map(Self::from).map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_and_reads_milliseconds() {
        let moment = Timestamp::from_millis(1_795_826_554_007);
        let text = moment.to_string();
        assert_eq!(text, "2026-11-28T00:42:34.007Z");
        let parsed = OffsetDateTime::parse(&text, &Rfc3339).unwrap();
        assert_eq!(Timestamp::from(parsed), moment);
    }

    #[test]
    fn moments_out_of_range_become_the_nearest_in_range() {
        assert_eq!(Timestamp::from_millis(i64::MAX).to_string(), "9999-12-31T23:59:59.999Z");
        assert_eq!(Timestamp::from_millis(i64::MIN).utc().year(), -9999);
    }

    #[test]
    fn floor_returns_the_start_of_the_period() {
        let minute = Duration::from_mins(1);
        for (millis, start) in [(125_000, 120_000), (120_000, 120_000), (-1, -60_000)] {
            assert_eq!(Timestamp::from_millis(millis).floor(minute).millis(), start);
        }
    }

    #[test]
    fn moments_before_1970_round_down() {
        let before = OffsetDateTime::UNIX_EPOCH - time::Duration::nanoseconds(1);
        assert_eq!(Timestamp::from(before).millis(), -1);
    }
}
