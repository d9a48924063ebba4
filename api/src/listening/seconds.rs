//! Times in the JSON of the listening API.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};

/// A duration, a position in sound, or a moment since 1970: milliseconds in Rust, seconds with decimals in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, sqlx::Type)]
#[sqlx(transparent)]
pub struct Seconds(pub i64);

impl Seconds {
    /// About three hundred years; a larger number cannot be a time.
    const MAX: f64 = 1e10;
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
        if (0.0..=Self::MAX).contains(&seconds) {
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
