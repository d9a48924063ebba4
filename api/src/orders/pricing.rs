//! What a book costs a buyer: the member price, then the cart's code, line by line (design §4: Money).

use heliriiul_db::{BookId, Timestamp, Tx, UserId};
use sha2::{Digest, Sha256};
use time_tz::{OffsetDateTimeExt, timezones::db::europe::TALLINN};

use super::discounts::Discount;
use crate::{
    catalogue::BookEntry,
    config::{Shop, VatRate},
    error::ApiError,
    money::{Cents, Percent},
    state::AppState,
    subscriptions,
};

/// The percents that come off one buyer's cart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reductions {
    pub member: Percent,
    pub code: Percent,
}

impl Reductions {
    pub fn price(self, list: Cents) -> Cents {
        list.less(self.member).less(self.code)
    }
}

/// The percent that a holder of an active package gets off single books; 0 for others.
pub async fn member_percent(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    now: Timestamp,
) -> Result<Percent, ApiError> {
    let subscription = subscriptions::subscription(tx, user_id, now).await?;
    let active = subscription.is_some_and(|subscription| subscription.is_active(now));
    Ok(if active { app.config.shop.subscriber_discount } else { Percent::ZERO })
}

/// A line as the order freezes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub book_id: BookId,
    pub title: String,
    pub author: String,
    pub list: Cents,
    pub price: Cents,
    pub vat_basis_points: i64,
    /// Included in `price`.
    pub vat: Cents,
}

impl Line {
    pub fn of(entry: &BookEntry, list: Cents, reductions: Reductions, vat_basis_points: i64) -> Self {
        let card = &entry.book.card;
        let price = reductions.price(list);
        Self {
            book_id: card.id,
            title: card.title.clone(),
            author: card.author.clone(),
            list,
            price,
            vat_basis_points,
            vat: price.vat_included(vat_basis_points),
        }
    }
}

/// What a book costs before reductions; `None` when it is not sold singly now.
pub fn list_price(entry: &BookEntry) -> Option<Cents> {
    let card = &entry.book.card;
    card.price.filter(|_| card.is_visible && card.payment_type.allows_purchase())
}

/// The VAT rates of the Estonian day that `now` falls on. Before the first rate that one holds.
pub fn vat_rate(shop: &Shop, now: Timestamp) -> Option<&VatRate> {
    let local = now.utc().to_timezone(TALLINN);
    let today = format!("{:04}-{:02}-{:02}", local.year(), u8::from(local.month()), local.day());
    let in_force = shop.vat.iter().filter(|rate| rate.from <= today).max_by(|a, b| a.from.cmp(&b.from));
    in_force.or_else(|| shop.vat.iter().min_by(|a, b| a.from.cmp(&b.from)))
}

/// The same for the same books at the same prices with the same code, in whatever order: a second click finds the
/// first one's order by it.
pub fn cart_key(lines: &[Line], discount: Option<&Discount>) -> String {
    let mut parts: Vec<String> = lines
        .iter()
        .map(|line| format!("{} {} {} {}", line.book_id, line.list, line.price, line.vat_basis_points))
        .collect();
    parts.sort_unstable();
    if let Some(discount) = discount {
        parts.push(discount.id.to_string());
    }
    hex::encode(Sha256::digest(parts.join("\n")))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn percent(value: i64) -> Percent {
        value.try_into().unwrap()
    }

    #[test]
    fn the_code_comes_off_the_member_price() {
        let both = Reductions { member: percent(15), code: percent(20) };
        // 9.90 → 8.415 ≈ 8.42 → 6.736 ≈ 6.74
        assert_eq!(both.price(Cents::new(990)), Cents::new(674));
        assert_eq!(Reductions::default().price(Cents::new(990)), Cents::new(990));
    }

    #[test]
    fn the_rate_is_that_of_the_day_in_estonia() {
        let rate = |from: &str, books| VatRate { from: from.to_owned(), books, other: 2_400 };
        let shop = Shop { vat: vec![rate("2027-01-01", 1_300), rate("2025-01-01", 900)], ..Shop::default() };
        let at = |text: &str| serde_json::from_value::<Timestamp>(text.into()).unwrap();
        let books = |text: &str| vat_rate(&shop, at(text)).unwrap().books;
        assert_eq!(books("2026-12-31T21:59:59Z"), 900);
        assert_eq!(books("2026-12-31T22:00:00Z"), 1_300); // midnight in Tallinn
        assert_eq!(books("2020-01-01T00:00:00Z"), 900);
    }

    fn line(id: u128, price: i64) -> Line {
        Line {
            book_id: uuid::Uuid::from_u128(id).into(),
            title: String::new(),
            author: String::new(),
            list: Cents::new(price),
            price: Cents::new(price),
            vat_basis_points: 900,
            vat: Cents::ZERO,
        }
    }

    #[test]
    fn a_basket_is_known_by_its_books_and_prices() {
        let key = |lines: &[Line]| cart_key(lines, None);
        assert_eq!(key(&[line(1, 990), line(2, 500)]), key(&[line(2, 500), line(1, 990)]));
        assert_ne!(key(&[line(1, 990)]), key(&[line(1, 991)]));
        assert_ne!(key(&[line(1, 990)]), key(&[line(1, 990), line(2, 0)]));
    }

    proptest! {
        #[test]
        fn a_price_is_never_negative_nor_above_the_list(
            cents in 0_i64..10_000_000, member in 0_i64..=100, code in 0_i64..=100,
        ) {
            let price = Reductions { member: percent(member), code: percent(code) }.price(Cents::new(cents));
            prop_assert!(price >= Cents::ZERO && price <= Cents::new(cents));
        }
    }
}
