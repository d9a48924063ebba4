//! The price of each line for a buyer: the list price less the subscriber's reduction, then less the discount code.

use heliriiul_db::{BookId, DbResult, Timestamp, Tx, UserId};
use sha2::{Digest, Sha256};

use crate::{
    catalogue::BookEntry,
    config::Shop,
    discounts::Discount,
    money::{Cents, Percent},
    subscriptions,
};

/// The reductions of one buyer's cart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reductions {
    pub subscriber: Percent,
    pub code: Percent,
}

impl Reductions {
    pub fn price(self, list: Cents) -> Cents {
        list.less(self.subscriber).less(self.code)
    }
}

/// The reduction of single books for holders of an active subscription; 0 for others.
pub async fn subscriber_percent(
    shop: &Shop,
    tx: &mut Tx,
    user_id: UserId,
    now: Timestamp,
) -> DbResult<Percent> {
    let subscription = subscriptions::find(tx, user_id, now).await?;
    let is_active = subscription.is_some_and(|subscription| subscription.is_active(now));
    Ok(if is_active { shop.subscriber_discount } else { Percent::ZERO })
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

/// The price before reductions; `None` when the book is not sold singly now.
pub fn list_price(entry: &BookEntry) -> Option<Cents> {
    let card = &entry.book.card;
    card.price.filter(|_| card.is_visible && card.payment_type.allows_purchase())
}

/// A key of the books, their prices and the code in any order. A second click finds the first one's order by it.
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
    fn the_code_reduces_the_price_for_subscribers() {
        let both = Reductions { subscriber: percent(15), code: percent(20) };
        // 9.90 → 8.415 ≈ 8.42 → 6.736 ≈ 6.74
        assert_eq!(both.price(Cents::new(990)), Cents::new(674));
        assert_eq!(Reductions::default().price(Cents::new(990)), Cents::new(990));
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
    fn the_cart_key_is_of_the_books_and_prices() {
        let key = |lines: &[Line]| cart_key(lines, None);
        assert_eq!(key(&[line(1, 990), line(2, 500)]), key(&[line(2, 500), line(1, 990)]));
        assert_ne!(key(&[line(1, 990)]), key(&[line(1, 991)]));
        assert_ne!(key(&[line(1, 990)]), key(&[line(1, 990), line(2, 0)]));
    }

    proptest! {
        #[test]
        fn a_price_is_never_negative_nor_above_the_list(
            cents in 0_i64..10_000_000, subscriber in 0_i64..=100, code in 0_i64..=100,
        ) {
            let price = Reductions { subscriber: percent(subscriber), code: percent(code) }.price(Cents::new(cents));
            prop_assert!(price >= Cents::ZERO && price <= Cents::new(cents));
        }
    }
}
