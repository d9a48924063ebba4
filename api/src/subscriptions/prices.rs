//! The plans' prices by day, and the prices that a subscriber has accepted.

use heliriiul_db::Timestamp;

use super::Plan;
use crate::{
    calendar::{add_days, day_of},
    config::{PlanPrices, Shop},
    money::Cents,
};

/// How long before a charge a new price is announced.
pub const NOTICE_DAYS: i64 = 30;

/// The newest prices that a subscriber has accepted by starting a payment, and the newest that were announced. Days are
/// `YYYY-MM-DD`, the first days of prices.
#[derive(Clone, Debug, Default, sqlx::FromRow)]
pub struct AcceptedPrices {
    pub prices_from: Option<String>,
    price_notice_from: Option<String>,
    price_notice_at: Option<Timestamp>,
}

impl AcceptedPrices {
    /// Whether these prices may be charged at `at`.
    fn allow(&self, prices: &PlanPrices, at: Timestamp) -> bool {
        let Some(accepted) = &self.prices_from else { return true };
        let is_announced = self.price_notice_from.as_ref().is_some_and(|from| prices.from <= *from)
            && self.price_notice_at.is_some_and(|sent_at| add_days(sent_at, NOTICE_DAYS) <= at);
        prices.from <= *accepted || is_announced
    }
}

/// The prices in force on the day of `at`. Before the first day of the settings its prices apply.
pub fn prices_at(shop: &Shop, at: Timestamp) -> &PlanPrices {
    newest(shop, at, |_| true)
}

/// The prices that a subscriber is charged at `at`: the newest that are in force and accepted or announced in time.
pub fn prices_for<'a>(shop: &'a Shop, accepted: &AcceptedPrices, at: Timestamp) -> &'a PlanPrices {
    newest(shop, at, |prices| accepted.allow(prices, at))
}

fn newest(shop: &Shop, at: Timestamp, is_allowed: impl Fn(&PlanPrices) -> bool) -> &PlanPrices {
    let day = day_of(at);
    let by_day = |a: &&PlanPrices, b: &&PlanPrices| a.from.cmp(&b.from);
    let in_force =
        shop.plan_prices.iter().filter(|prices| prices.from <= day && is_allowed(prices)).max_by(by_day);
    in_force
        .or_else(|| shop.plan_prices.iter().min_by(by_day))
        .expect("the settings are refused without prices")
}

impl PlanPrices {
    pub const fn of(&self, plan: Plan) -> Cents {
        match plan {
            Plan::Limited => self.limited,
            Plan::Unlimited => self.unlimited,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    fn at(text: &str) -> Timestamp {
        serde_json::from_value(text.into()).unwrap()
    }

    #[test]
    fn a_new_price_needs_a_notice_of_thirty_days() {
        let mut shop = Config::default().shop;
        let prices = |from: &str, limited| PlanPrices {
            from: from.to_owned(),
            limited: Cents::new(limited),
            unlimited: Cents::new(1_199),
        };
        shop.plan_prices = vec![prices("2027-06-01", 799), prices("2025-01-01", 699)];
        let old = AcceptedPrices { prices_from: Some("2025-01-01".to_owned()), ..AcceptedPrices::default() };
        let noticed = AcceptedPrices {
            price_notice_from: Some("2027-06-01".to_owned()),
            price_notice_at: Some(at("2027-05-20T10:00:00Z")),
            ..old.clone()
        };
        let new = AcceptedPrices { prices_from: Some("2027-06-01".to_owned()), ..AcceptedPrices::default() };
        for (accepted, day, price) in [
            (&old, "2027-05-31T20:59:59Z", 699),
            (&old, "2027-07-31T12:00:00Z", 699),
            (&noticed, "2027-06-10T10:00:00Z", 699),
            (&noticed, "2027-06-19T10:00:00Z", 799),
            (&new, "2027-05-31T20:59:59Z", 699),
            (&new, "2027-05-31T21:00:00Z", 799),
            (&AcceptedPrices::default(), "2027-06-10T10:00:00Z", 799),
            (&old, "2020-01-01T00:00:00Z", 699),
        ] {
            assert_eq!(prices_for(&shop, accepted, at(day)).limited.get(), price, "{accepted:?} {day}");
        }
        assert_eq!(prices_at(&shop, at("2027-06-02T00:00:00Z")).limited.get(), 799);
    }
}
