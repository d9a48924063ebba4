//! The history of prices, and the lowest price before a reduction (Directive 98/6/EC, article 6a).
//!
//! A reduction is announced for 30 days from the last change of the price, if that change lowered it. Announced with it
//! is the lowest price that was in force within the 30 days before the change. At the end of the time a job appends the
//! book to the change feed, so that every node reads it again.

use std::{collections::HashMap, time::Duration};

use heliriiul_db::{BookId, DbResult, Timestamp, Tx};
use serde::{Deserialize, Serialize};

use super::{queries::IdRange, rows::BookRow};
use crate::{
    jobs::{self, JobKind},
    money::Cents,
};

const DAYS: u64 = 30;
const PERIOD: Duration = Duration::from_hours(DAYS * 24);

/// The payload of [`JobKind::EndPriceReduction`].
#[derive(Debug, Serialize, Deserialize)]
pub struct PriceReduction {
    pub book_id: BookId,
}

/// A price and the moment from which it is in force.
type Price = (Timestamp, Option<Cents>);

/// Appends the price of a book to its history, if it differs from the old one.
pub async fn record(tx: &mut Tx, old: Option<&BookRow>, new: &BookRow) -> DbResult<()> {
    if old.is_some_and(|old| old.price_cents == new.price_cents) {
        return Ok(());
    }
    let from_at = new.updated_at;
    let sql = "INSERT INTO book_prices (book_id, from_at, price_cents) VALUES ($1, $2, $3)";
    tx.execute(sql, (new.id, from_at, new.price_cents)).await?;
    if new.price_cents.is_some() && old.is_some_and(|old| old.price_cents > new.price_cents) {
        let key = format!("price-reduction:{}:{}", new.id, from_at.millis());
        let payload = PriceReduction { book_id: new.id };
        let end = from_at.plus(PERIOD);
        jobs::enqueue(tx, JobKind::EndPriceReduction, &key, &payload, end, from_at).await?;
    }
    Ok(())
}

/// The lowest prices of the books of the range whose price was reduced within the last 30 days.
pub async fn lowest_prices(tx: &mut Tx, range: IdRange, now: Timestamp) -> DbResult<HashMap<BookId, Cents>> {
    let rows: Vec<(BookId, Timestamp, Option<Cents>)> = tx
        .all(
            "SELECT book_id, from_at, price_cents FROM book_prices WHERE book_id IN \
             (SELECT book_id FROM book_prices WHERE book_id BETWEEN $1 AND $2 AND from_at > $3) \
             ORDER BY book_id, from_at",
            (range.from, range.to, now.minus(PERIOD)),
        )
        .await?;
    let by_book = rows.chunk_by(|a, b| a.0 == b.0);
    let lowest = by_book.filter_map(|rows| {
        let prices: Vec<Price> = rows.iter().map(|(_, from, price)| (*from, *price)).collect();
        Some((rows.first()?.0, lowest_price(&prices, now)?))
    });
    Ok(lowest.collect())
}

/// The lowest price in force within the 30 days before the last change, if that change is a reduction of the last 30
/// days. The history is from the oldest price to the current one.
fn lowest_price(history: &[Price], now: Timestamp) -> Option<Cents> {
    let (&(changed_at, current), before) = history.split_last()?;
    let (_, previous) = *before.last()?;
    if current? >= previous? || changed_at.plus(PERIOD) <= now {
        return None;
    }
    let since = changed_at.minus(PERIOD);
    // A price was in force until the next one began.
    let ends = history.iter().skip(1).map(|(from, _)| *from);
    before.iter().zip(ends).filter(|(_, end)| *end > since).filter_map(|((_, price), _)| *price).min()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 24 * 3_600_000;

    /// Prices in cents by the day from which they are in force; 0 stands for no price.
    fn lowest(history: &[(i64, i64)], today: i64) -> Option<i64> {
        let at = |day| Timestamp::from_millis(day * DAY);
        let price = |&(day, cents)| (at(day), (cents > 0).then(|| Cents::new(cents)));
        let history: Vec<Price> = history.iter().map(price).collect();
        lowest_price(&history, at(today)).map(Cents::get)
    }

    #[test]
    fn a_reduction_names_the_lowest_price_of_the_30_days_before_it() {
        assert_eq!(lowest(&[(100, 990)], 101), None, "one price");
        assert_eq!(lowest(&[(100, 990), (110, 790)], 110), Some(990));
        assert_eq!(lowest(&[(100, 990), (110, 1290)], 110), None, "a raise");
        assert_eq!(lowest(&[(100, 990), (110, 790), (120, 590)], 120), Some(790), "two reductions");
        assert_eq!(lowest(&[(100, 590), (110, 1290), (120, 990)], 120), Some(590), "raised before");
        // The price of day 100 was in force until day 110, 30 days before the reduction at the earliest.
        assert_eq!(lowest(&[(100, 590), (110, 1290), (139, 990)], 139), Some(590));
        assert_eq!(lowest(&[(100, 590), (110, 1290), (140, 990)], 140), Some(1290));
        assert_eq!(lowest(&[(100, 0), (110, 990)], 110), None, "the first price");
        assert_eq!(lowest(&[(100, 990), (110, 0)], 110), None, "no price any more");
    }

    #[test]
    fn a_reduction_is_announced_for_30_days() {
        let history = [(100, 990), (110, 790)];
        assert_eq!(lowest(&history, 139), Some(990));
        assert_eq!(lowest(&history, 140), None);
    }
}
