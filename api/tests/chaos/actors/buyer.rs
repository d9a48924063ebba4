//! What buyers of books do.

use futures::future::join_all;
use heliriiul_db::BookId;
use rand::RngExt;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Actor, Opened};
use crate::record::Promise;

impl Actor {
    /// Orders some books, pays at the bank and returns.
    pub(super) async fn buy(&mut self) {
        let cart = self.cart();
        let answer = self.post("/api/checkout-cart", &cart).await;
        if let Some((order, transaction)) = self.note_order(answer.as_ref()) {
            self.pay_at_bank(&order, &transaction).await;
        }
    }

    /// Orders the same cart twice at once, and pays both if they differ.
    pub(super) async fn buy_in_two_tabs(&mut self) {
        let (path, cart) = ("/api/checkout-cart", self.cart());
        let tabs: Vec<_> = (0..2).map(|_| self.request(Method::POST, path).json(&cart).send()).collect();
        let mut opened = Vec::new();
        for sent in join_all(tabs).await {
            let answer = self.answer(path, sent).await;
            opened.extend(self.note_order(answer.as_ref()));
        }
        for (order, transaction) in opened {
            self.pay_at_bank(&order, &transaction).await;
        }
    }

    fn cart(&mut self) -> Value {
        let count = self.random.random_range(1..=3);
        let world = self.world.clone();
        let goods = &world.goods;
        let books: Vec<BookId> =
            (0..count).map(|_| goods.books[self.random.random_range(0..goods.books.len())]).collect();
        let mut cart = json!({ "books": books, "immediateAccessConsent": self.chance(50) });
        if self.chance(25) {
            cart["discountCode"] = self.pick(&goods.codes).into();
        }
        cart
    }

    fn note_order(&mut self, answer: Option<&(u16, Value)>) -> Option<(String, String)> {
        let Some((200, placed)) = answer else { return None };
        let order = placed["orderId"].as_str()?.to_owned();
        let transaction = placed["transactionId"].as_str().map(str::to_owned);
        self.promise(Promise::Ordered { order: order.clone(), transaction: transaction.clone() });
        if placed["paid"] == true {
            self.promise(Promise::OrderPaid { order });
            return None;
        }
        let transaction = transaction?;
        self.opened.push(Opened::Order { order: order.clone(), transaction: transaction.clone() });
        Some((order, transaction))
    }

    /// The bank's page, and the return to the store, unless the browser is closed.
    pub(super) async fn pay_at_bank(&mut self, order: &str, transaction: &str) {
        let action = match self.random.random_range(0..100) {
            0..74 => "pay",
            74..80 => "cancel",
            80..86 => "fail",
            86..90 => "expire",
            _ => return,
        };
        let left = self.at_provider(&format!("/_sandbox/pay/{transaction}"), action).await;
        if self.chance(40) {
            return;
        }
        let field = |name: &str| left["return"][name].as_str().unwrap_or_default().to_owned();
        let form = [("json", field("json")), ("mac", field("mac"))];
        let request = self.request(Method::POST, "/api/payments/return").form(&form);
        let Ok(answer) = request.send().await else { return };
        let page = answer.headers().get("location").and_then(|page| page.to_str().ok()).unwrap_or_default();
        self.world.record.log(format_args!("{}: returned to {page}", self.email));
        if page.starts_with("/makse-sooritatud") {
            self.promise(Promise::OrderPaid { order: order.to_owned() });
        }
    }
}
