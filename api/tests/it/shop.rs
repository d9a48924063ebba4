//! A store with books for sale and a buyer at its till, for the tests of buying.

use std::time::Duration;

use heliriiul::{config::Config, jobs};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::harness::TestApp;

/// Three books: `kevade` 9.90, `suvi` 12.50, `sygis` 5.00.
pub struct Shop {
    pub app: TestApp,
    /// Session of the buyer, mari@naide.ee.
    pub buyer: String,
}

impl Shop {
    pub async fn open() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let app = TestApp::with(change).await;
        let book = |slug: &str, title: &str, price: &str| json!({ "slug": slug, "title": title, "price": price, "author": "Oskar Luts" });
        app.import(&[
            book("kevade", "Kevade", "9.90"),
            book("suvi", "Suvi", "12.50"),
            book("sygis", "Sügis", "5.00"),
        ])
        .await;
        let buyer = app.register("mari@naide.ee").await;
        Self { app, buyer }
    }

    pub fn book(&self, slug: &str) -> String {
        self.app.book_id(slug).to_string()
    }

    fn cart(&self, slugs: &[&str]) -> Value {
        json!({ "books": slugs.iter().map(|slug| self.book(slug)).collect::<Vec<_>>() })
    }

    pub async fn try_checkout(&self, token: &str, slugs: &[&str], code: Option<&str>) -> Response {
        let mut cart = self.cart(slugs);
        if let Some(code) = code {
            cart["discountCode"] = code.into();
        }
        self.app.post_as(token, "/api/checkout-cart", &cart).await
    }

    /// Orders books for the buyer; answers the checkout result.
    pub async fn checkout(&self, slugs: &[&str]) -> Value {
        self.checkout_with(slugs, None).await
    }

    pub async fn checkout_with(&self, slugs: &[&str], code: Option<&str>) -> Value {
        let answer = self.try_checkout(&self.buyer, slugs, code).await;
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }

    /// What the buyer does at the bank: `pay`, `cancel`, `fail` or `expire`. Answers the signed way back.
    pub async fn at_bank(&self, transaction: &str, action: &str) -> Value {
        let asked = self
            .app
            .request(Method::POST, &format!("/_sandbox/pay/{transaction}"))
            .header("Accept", "application/json")
            .form(&[("action", action)]);
        let answer = asked.send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.json::<Value>().await.unwrap()["return"].clone()
    }

    /// Sets faults of the simulator for all transactions.
    pub async fn switch(&self, switches: &Value) {
        assert_eq!(self.app.post("/_sandbox/makecommerce/switches", switches).await.status(), 200);
    }

    /// The browser's way back; answers where it is sent.
    pub async fn come_back(&self, message: &Value) -> String {
        let answer =
            self.app.request(Method::POST, "/api/payments/return").form(&fields(message)).send().await;
        location(&answer.unwrap())
    }

    pub async fn notify(&self, message: &Value) -> Response {
        self.app.request(Method::POST, "/api/notify").form(&fields(message)).send().await.unwrap()
    }

    /// Waits until the simulator's notification has been worked in.
    pub async fn until_order(&self, order: &Value, status: &str) -> Value {
        for _ in 0..100 {
            let now = self.order(order).await;
            if now["status"] == status {
                return now;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the order stays {}, not {status}", self.order(order).await["status"]);
    }

    /// The order of a checkout result.
    pub async fn order(&self, checkout: &Value) -> Value {
        let id = checkout["orderId"].as_str().unwrap();
        self.app.get_as(&self.buyer, &format!("/api/orders/{id}")).await.json().await.unwrap()
    }

    /// Titles of the buyer's bought books.
    pub async fn bought(&self) -> Vec<String> {
        let books: Value = self.app.get_as(&self.buyer, "/api/library").await.json().await.unwrap();
        let bought = books.as_array().unwrap().iter().filter(|book| book["subscriptionBook"] == false);
        let mut titles: Vec<_> = bought.map(|book| book["title"].as_str().unwrap().to_owned()).collect();
        titles.sort();
        titles
    }

    /// Receipts in the outbox.
    pub async fn receipts(&self) -> Vec<Value> {
        let mails = self.app.mails().await;
        mails.into_iter().filter(|mail| mail["subject"].as_str().unwrap().starts_with("Kviitung")).collect()
    }

    /// Open cases, as `kind`.
    pub async fn cases(&self) -> Vec<String> {
        let mut tx = self.app.db().read().await.unwrap();
        tx.scalars("SELECT kind FROM attention ORDER BY created_at, id", ()).await.unwrap()
    }

    /// Planned refunds in cents.
    pub async fn refunds(&self) -> Vec<i64> {
        let mut tx = self.app.db().read().await.unwrap();
        tx.scalars("SELECT amount_cents FROM refunds ORDER BY amount_cents", ()).await.unwrap()
    }

    /// Moves the clock and does what is due by then.
    pub async fn later(&self, by: Duration) {
        self.app.advance(by);
        jobs::run_due(&self.app.state).await.unwrap();
    }
}

fn fields(message: &Value) -> Vec<(&str, &str)> {
    ["json", "mac"].into_iter().filter_map(|name| Some((name, message[name].as_str()?))).collect()
}

pub fn location(answer: &Response) -> String {
    assert_eq!(answer.status(), 303);
    answer.headers()["location"].to_str().unwrap().to_owned()
}
