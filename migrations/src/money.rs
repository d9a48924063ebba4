//! Money: integer cents and whole percents. No floating point touches an amount.

use std::{fmt, iter::Sum, str::FromStr};

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use serde_json::value::RawValue;
use thiserror::Error;
use utoipa::ToSchema;

/// An amount in euro cents. In JSON it is a number of euro with two decimals (`9.90`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, sqlx::Type, ToSchema)]
#[sqlx(transparent)]
#[schema(value_type = f64, example = 9.90)]
pub struct Cents(i64);

#[derive(Debug, Error, PartialEq, Eq)]
#[error("not an amount of euro with at most two decimals")]
pub struct AmountError;

impl Cents {
    pub const ZERO: Self = Self(0);

    pub const fn new(cents: i64) -> Self {
        Self(cents)
    }

    pub const fn get(self) -> i64 {
        self.0
    }

    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// This amount less `percent` of it, half a cent rounded up (spec §9: price × (1 − percent/100)).
    #[must_use]
    pub fn less(self, percent: Percent) -> Self {
        let kept = i128::from(self.0) * i128::from(100 - percent.0);
        let rounded = (kept + 50).div_euclid(100);
        Self(i64::try_from(rounded).unwrap_or(i64::MAX))
    }

    /// The VAT that is inside this amount at a rate in basis points (900 = 9 %), half a cent rounded up.
    #[must_use]
    pub fn vat_included(self, basis_points: i64) -> Self {
        let whole = i128::from(10_000 + basis_points);
        let twice = 2 * i128::from(self.0) * i128::from(basis_points) + whole;
        Self(i64::try_from(twice.div_euclid(2 * whole)).unwrap_or(i64::MAX))
    }

    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl Sum for Cents {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::plus)
    }
}

/// `9.90`: euro with a point and two decimals, as the payment provider and JSON have it.
impl fmt::Display for Cents {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let cents = self.0.unsigned_abs();
        write!(f, "{sign}{}.{:02}", cents / 100, cents % 100)
    }
}

/// Reads `9`, `9.9` or `9.90`; more decimals are accepted when they are zeros.
impl FromStr for Cents {
    type Err = AmountError;

    fn from_str(text: &str) -> Result<Self, AmountError> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (euro, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let (used, rest) = fraction.split_at_checked(2).unwrap_or((fraction, ""));
        let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        let whole = !euro.is_empty() && all_digits(euro) && all_digits(used);
        if !whole || rest.bytes().any(|b| b != b'0') || (digits.ends_with('.')) {
            return Err(AmountError);
        }
        let euro: i64 = euro.parse().map_err(|_| AmountError)?;
        let cents: i64 = format!("{used:0<2}").parse().map_err(|_| AmountError)?;
        let total = euro.checked_mul(100).and_then(|c| c.checked_add(cents)).ok_or(AmountError)?;
        Ok(Self(sign * total))
    }
}

impl Serialize for Cents {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        RawValue::from_string(self.to_string()).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

/// Accepts a JSON number or a text, since the payment provider sends both.
impl<'de> Deserialize<'de> for Cents {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = serde_json::Value::deserialize(deserializer)?;
        match &value {
            serde_json::Value::String(text) => text.parse().map_err(D::Error::custom),
            serde_json::Value::Number(number) => number.to_string().parse().map_err(D::Error::custom),
            _ => Err(D::Error::custom(AmountError)),
        }
    }
}

/// A whole percent from 0 to 100.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, sqlx::Type, ToSchema)]
#[serde(transparent)]
#[sqlx(transparent)]
#[schema(value_type = i64, minimum = 0, maximum = 100)]
pub struct Percent(i64);

#[derive(Debug, Error, PartialEq, Eq)]
#[error("not a whole percent from 0 to 100")]
pub struct PercentError;

impl Percent {
    pub const ZERO: Self = Self(0);

    pub const fn get(self) -> i64 {
        self.0
    }
}

impl TryFrom<i64> for Percent {
    type Error = PercentError;

    fn try_from(percent: i64) -> Result<Self, PercentError> {
        if (0..=100).contains(&percent) { Ok(Self(percent)) } else { Err(PercentError) }
    }
}

impl<'de> Deserialize<'de> for Percent {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        i64::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn reads_and_prints_euro() {
        for (text, cents) in
            [("9.90", 990), ("9.9", 990), ("9", 900), ("0.00", 0), ("-1.05", -105), ("6.990", 699)]
        {
            assert_eq!(text.parse(), Ok(Cents(cents)), "{text}");
        }
        for text in ["", ".", "9.", ".9", "9.999", "1e3", "9,90", "+1", "99999999999999999999", "-"] {
            assert_eq!(text.parse::<Cents>(), Err(AmountError), "{text}");
        }
        assert_eq!(serde_json::to_string(&Cents(990)).unwrap(), "9.90");
        assert_eq!(serde_json::from_str::<Cents>("6.99").unwrap(), Cents(699));
        assert_eq!(serde_json::from_str::<Cents>("\"6.99\"").unwrap(), Cents(699));
    }

    #[test]
    fn half_a_cent_goes_up() {
        let percent = |p| Percent::try_from(p).unwrap();
        assert_eq!(Cents(999).less(percent(50)), Cents(500)); // 4.995
        assert_eq!(Cents(990).less(percent(15)), Cents(842)); // 8.415
        assert_eq!(Cents(990).less(percent(100)), Cents(0));
        assert_eq!(Cents(990).less(percent(0)), Cents(990));
    }

    #[test]
    fn vat_is_inside_the_price() {
        assert_eq!(Cents(10_900).vat_included(900), Cents(900));
        assert_eq!(Cents(990).vat_included(900), Cents(82)); // 81.74
        assert_eq!(Cents(699).vat_included(2_400), Cents(135)); // 135.29
        assert_eq!(Cents::ZERO.vat_included(900), Cents::ZERO);
    }

    proptest! {
        #[test]
        fn text_round_trips(cents in -1_000_000_000_i64..1_000_000_000) {
            prop_assert_eq!(Cents(cents).to_string().parse(), Ok(Cents(cents)));
        }

        #[test]
        fn a_reduction_stays_between_nothing_and_the_price(cents in 0_i64..100_000_000, percent in 0_i64..=100) {
            let reduced = Cents(cents).less(Percent(percent));
            prop_assert!(reduced >= Cents::ZERO && reduced <= Cents(cents));
            // At most half a cent from the exact value, and a half goes up.
            let exact_hundredths = cents * (100 - percent);
            prop_assert!(reduced.get() * 100 - exact_hundredths <= 50);
            prop_assert!(exact_hundredths - reduced.get() * 100 < 50);
        }
    }
}
