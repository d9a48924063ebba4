//! What can be bought and entered in a run.

use std::path::Path;

use heliriiul::{catalogue::import::import_catalogue, discounts::code_key, token::token_hash};
use heliriiul_db::{BookId, Clock, Db, DiscountId, GiftCardId};
use serde_json::json;

const BOOKS: usize = 24;
const GIFT_CARDS: usize = 16;
const CODES: usize = 24;

pub struct Goods {
    pub books: Vec<BookId>,
    pub gift_cards: Vec<String>,
    /// Each has one use.
    pub codes: Vec<String>,
}

impl Goods {
    pub async fn create(db: &Db, data: &Path, clock: &Clock) -> Self {
        let records: Vec<String> = (0..BOOKS)
            .map(|number| {
                let (slug, title) = (format!("raamat-{number}"), format!("Raamat {number}"));
                let price = format!("{}.90", number % 9 + 3);
                json!({ "slug": slug, "title": title, "price": price, "author": "Oskar Luts" }).to_string()
            })
            .collect();
        let file = data.join("books.jsonl");
        std::fs::write(&file, records.join("\n")).unwrap();
        let report = import_catalogue(db, clock, &file, |_| {}).await.unwrap();
        assert_eq!(report.refused(), 0);
        let books = db.all::<(BookId,)>("SELECT id FROM books ORDER BY slug", ()).await.unwrap();
        Self {
            books: books.into_iter().map(|(id,)| id).collect(),
            gift_cards: gift_cards(db, clock).await,
            codes: codes(db, clock).await,
        }
    }
}

async fn gift_cards(db: &Db, clock: &Clock) -> Vec<String> {
    let mut tx = db.write().await.unwrap();
    let mut cards = Vec::new();
    for number in 0..GIFT_CARDS {
        let letter = char::from(b'A' + u8::try_from(number % 8).unwrap());
        let code = format!("KAART{letter}KAART{letter}{:04}", 2222 + number / 8);
        let (plan, months) = if number % 2 == 0 { ("20H_LIMITED", 1_i64) } else { ("UNLIMITED", 2) };
        tx.execute(
            "INSERT INTO gift_cards (id, code_hash, hint, plan, months, created_at) VALUES ($1, $2, '', $3, $4, $5)",
            (GiftCardId::new(), token_hash(&code), plan, months, clock.now()),
        )
        .await
        .unwrap();
        cards.push(code);
    }
    tx.commit().await.unwrap();
    cards
}

async fn codes(db: &Db, clock: &Clock) -> Vec<String> {
    let mut tx = db.write().await.unwrap();
    let mut codes = Vec::new();
    for number in 0..CODES {
        let code = format!("UKSKORD{number}");
        let percent = if number % 4 == 0 { 100_i64 } else { 40 };
        tx.execute(
            "INSERT INTO discounts (id, code, code_key, percent, scope, max_uses, created_at) \
             VALUES ($1, $2, $3, $4, 'both', 1, $5)",
            (DiscountId::new(), &code, code_key(&code), percent, clock.now()),
        )
        .await
        .unwrap();
        codes.push(code);
    }
    tx.commit().await.unwrap();
    codes
}
