//! The two plans (spec §9), and the price of a change from one to the other.

use heliriiul_db::{Timestamp, text_enum};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{calendar::days_between, config::PlanPrices, money::Cents};

text_enum! {
    /// A plan. The texts are those of the API and the database.
    #[derive(Serialize, Deserialize, ToSchema, clap::ValueEnum)]
    pub enum Plan {
        #[serde(rename = "20H_LIMITED")]
        #[value(name = "20H_LIMITED")]
        Limited = "20H_LIMITED",
        #[serde(rename = "UNLIMITED")]
        #[value(name = "UNLIMITED")]
        Unlimited = "UNLIMITED",
    }
}

impl Plan {
    pub const ALL: [Self; 2] = [Self::Limited, Self::Unlimited];

    /// The name in emails.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Limited => "Paindlik pakett",
            Self::Unlimited => "Piiramatu pakett",
        }
    }

    /// Listening hours in each paid month; `None`: no limit.
    pub const fn listening_hours(self) -> Option<i64> {
        match self {
            Self::Limited => Some(20),
            Self::Unlimited => None,
        }
    }
}

/// The price of an upgrade from the flexible to the unlimited plan at `now`: the price difference for the remaining days
/// of the period, today included. Half a cent is rounded up.
pub fn upgrade_price(prices: &PlanPrices, starts_at: Timestamp, ends_at: Timestamp, now: Timestamp) -> Cents {
    let difference = Cents::new(prices.unlimited.get() - prices.limited.get());
    unused_part(difference, starts_at, ends_at, now)
}

/// The part of an amount that pays for the remaining days of a period, today included. Half a cent is rounded up.
pub fn unused_part(amount: Cents, starts_at: Timestamp, ends_at: Timestamp, now: Timestamp) -> Cents {
    let all = days_between(starts_at, ends_at).max(1);
    let left = days_between(now, ends_at).clamp(0, all);
    Cents::new((2 * amount.get() * left + all).div_euclid(2 * all))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;
    use crate::config::Config;

    fn prices() -> PlanPrices {
        Config::default().shop.plan_prices.remove(0)
    }

    const START: Timestamp = Timestamp::from_millis(1_796_000_000_000);

    fn day(days: u64) -> Timestamp {
        START.plus(Duration::from_hours(24 * days))
    }

    #[test]
    fn the_upgrade_price_is_by_days() {
        let price = |left: u64| upgrade_price(&prices(), START, day(30), day(30 - left)).get();
        assert_eq!([price(30), price(15), price(10), price(1), price(0)], [500, 250, 167, 17, 0]);
    }

    proptest! {
        #[test]
        fn the_upgrade_price_falls_with_the_days_and_stays_within_the_difference(length in 1_u64..40, a in 0_u64..40, b in 0_u64..40) {
            let (early, late) = (a.min(b), a.max(b));
            let price = |past: u64| upgrade_price(&prices(), START, day(length), day(past)).get();
            prop_assert!(price(early) >= price(late));
            prop_assert!((0..=500).contains(&price(early)));
            prop_assert_eq!(price(0), 500);
        }
    }
}
