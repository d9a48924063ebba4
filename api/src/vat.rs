//! The VAT rates of the shop.

use heliriiul_db::Timestamp;

use crate::{
    calendar::day_of,
    config::{Shop, VatClass, VatRate},
    error::{ApiError, ApiResult, Code},
};

/// The rates on the Estonian day of `now`. Before the first day of the settings its rates apply.
pub fn rates(shop: &Shop, now: Timestamp) -> ApiResult<&VatRate> {
    let today = day_of(now);
    let by_day = |a: &&VatRate, b: &&VatRate| a.from.cmp(&b.from);
    let in_force = shop.vat.iter().filter(|rate| rate.from <= today).max_by(by_day);
    in_force
        .or_else(|| shop.vat.iter().min_by(by_day))
        .ok_or_else(|| ApiError::new(Code::Internal, "No VAT rate is set."))
}

/// The rate of a plan on the Estonian day of `now`, in basis points.
pub fn plan_rate(shop: &Shop, now: Timestamp) -> ApiResult<i64> {
    let rates = rates(shop, now)?;
    Ok(match shop.plan_vat {
        VatClass::Books => rates.books,
        VatClass::Other => rates.other,
    })
}

/// `9%` or `5,5%` of basis points.
pub fn percent(basis_points: i64) -> String {
    let digits = format!("{},{:02}", basis_points / 100, basis_points % 100);
    format!("{}%", digits.trim_end_matches('0').trim_end_matches(','))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;

    #[test]
    fn the_rate_is_that_of_the_day_in_estonia() {
        let rate = |from: &str, books| VatRate { from: from.to_owned(), books, other: 2_400 };
        let mut shop = Config::default().shop;
        shop.vat = vec![rate("2027-01-01", 1_300), rate("2025-01-01", 900)];
        let at = |text: &str| serde_json::from_value::<Timestamp>(text.into()).unwrap();
        let books = |text: &str| rates(&shop, at(text)).unwrap().books;
        assert_eq!(books("2026-12-31T21:59:59Z"), 900);
        assert_eq!(books("2026-12-31T22:00:00Z"), 1_300); // midnight in Tallinn
        assert_eq!(books("2020-01-01T00:00:00Z"), 900);
    }

    #[test]
    fn rates_are_written_in_estonian() {
        for (basis_points, text) in [(900, "9%"), (2400, "24%"), (550, "5,5%"), (1005, "10,05%"), (0, "0%")] {
            assert_eq!(percent(basis_points), text);
        }
    }
}
