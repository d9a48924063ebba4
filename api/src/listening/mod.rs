//! Listening: files and tickets, places in books, reading reports and what they sum up to.

mod files;
mod intervals;
mod positions;
mod reading;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(files::list_book_files))
        .routes(routes!(positions::list_positions))
        .routes(routes!(positions::get_position, positions::put_position))
        .routes(routes!(reading::get_reading, reading::post_reading))
}

/// A length or a place in sound, or a moment since 1970: milliseconds within, seconds with decimals in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Seconds(i64);

impl Seconds {
    /// Some three hundred years; what is over it is no time at all.
    const MOST: f64 = 1e10;
}

impl Serialize for Seconds {
    #[expect(
        clippy::float_arithmetic,
        clippy::cast_precision_loss,
        reason = "JSON has seconds with decimals"
    )]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0 as f64 / 1000.0)
    }
}

impl<'de> Deserialize<'de> for Seconds {
    #[expect(clippy::float_arithmetic, clippy::cast_possible_truncation, reason = "checked to be in range")]
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let seconds = f64::deserialize(deserializer)?;
        if (0.0..=Self::MOST).contains(&seconds) {
            Ok(Self((seconds * 1000.0).round() as i64))
        } else {
            Err(D::Error::custom("not a time in seconds"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_milliseconds() {
        for (text, millis) in [("0", 0), ("12.345", 12_345), ("1795828954.0071", 1_795_828_954_007)] {
            assert_eq!(serde_json::from_str::<Seconds>(text).unwrap(), Seconds(millis));
        }
        assert_eq!(serde_json::to_string(&Seconds(12_345)).unwrap(), "12.345");
        for text in ["-0.001", "1e11", "\"1\"", "null"] {
            assert!(serde_json::from_str::<Seconds>(text).is_err(), "{text}");
        }
    }
}
