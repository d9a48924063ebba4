//! What subscribers do.

use std::time::Instant;

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Actor, Opened};
use crate::record::{Promise, Stop};

const PLANS: [&str; 2] = ["20H_LIMITED", "UNLIMITED"];

/// Charges that one person tries to cause at once.
const AT_ONCE: usize = 5;

impl Actor {
    /// Opens the card dialog of a trial or a first month, and presents a card.
    pub(super) async fn join(&mut self, endpoint: &str) {
        let plan = self.plan();
        let body = json!({ "subscriptionType": plan, "immediateAccessConsent": true });
        let answer = self.post(&format!("/api/{endpoint}"), &body).await;
        if let Some(transaction) = self.open_dialog(answer) {
            self.present_card(&transaction).await;
        }
    }

    pub(super) async fn join_in_two_tabs(&mut self) {
        let path = "/api/checkout-subscription";
        let tabs: Vec<_> = PLANS
            .into_iter()
            .map(|plan| self.request(Method::POST, path).json(&json!({ "subscriptionType": plan })).send())
            .collect();
        let mut transactions = Vec::new();
        for sent in join_all(tabs).await {
            let answer = self.answer(path, sent).await;
            transactions.extend(self.open_dialog(answer));
        }
        for transaction in transactions {
            self.present_card(&transaction).await;
        }
    }

    pub(super) async fn change_card(&mut self) {
        let answer = self.post("/api/change-card-details", &json!({})).await;
        if let Some(transaction) = self.open_dialog(answer) {
            self.present_card(&transaction).await;
        }
    }

    fn plan(&mut self) -> &'static str {
        if self.chance(70) { PLANS[0] } else { PLANS[1] }
    }

    /// The transaction of a dialog that the store has opened.
    fn open_dialog(&mut self, answer: Option<(u16, Value)>) -> Option<String> {
        let (200, start) = answer? else { return None };
        let transaction = start["transactionId"].as_str()?.to_owned();
        self.opened.push(Opened::Card { transaction: transaction.clone() });
        Some(transaction)
    }

    /// Presents a card in the dialog. The storefront posts the result, unless the browser is closed.
    pub(super) async fn present_card(&mut self, transaction: &str) {
        let action = match self.chance(85) {
            true => "approve",
            false if self.chance(50) => "decline",
            false => "cancel",
        };
        let completed = self.at_provider(&format!("/_sandbox/card/{transaction}"), action).await;
        if completed["return"].is_null() || self.chance(30) {
            return;
        }
        for _ in 0..self.random_times() {
            let answer = self.post("/api/notify", &completed["return"]).await;
            if let Some((200, body)) = answer
                && body["status"] == "COMPLETED"
            {
                self.promise(Promise::Completed { transaction: transaction.to_owned() });
            }
        }
    }

    fn random_times(&mut self) -> u32 {
        if self.chance(25) { 2 } else { 1 }
    }

    pub(super) async fn upgrade(&mut self) {
        let answer = self.post("/api/change-subscription", &json!({ "subscriptionType": PLANS[1] })).await;
        self.note_upgrade(answer.as_ref());
    }

    pub(super) async fn upgrade_many_times(&mut self) {
        let path = "/api/change-subscription";
        let body = json!({ "subscriptionType": PLANS[1] });
        let requests: Vec<_> =
            (0..AT_ONCE).map(|_| self.request(Method::POST, path).json(&body).send()).collect();
        let mut answers = Vec::new();
        for sent in join_all(requests).await {
            answers.extend(self.answer(path, sent).await);
        }
        // One upgrade, which several calls may find.
        let upgraded = answers.iter().find(|answer| is_upgrade(answer));
        self.note_upgrade(upgraded);
    }

    fn note_upgrade(&self, answer: Option<&(u16, Value)>) {
        if answer.is_some_and(is_upgrade) {
            self.promise(Promise::Upgraded { email: self.email.clone() });
        }
    }

    /// A change at the end of the period; with the current plan it takes a stop back.
    pub(super) async fn change_plan(&mut self) {
        let plan = self.plan();
        let at_period_end = self.chance(60);
        let body = json!({ "subscriptionType": plan, "atPeriodEnd": at_period_end });
        let answer = self.post("/api/change-subscription", &body).await;
        self.note_upgrade(answer.as_ref());
    }

    pub(super) async fn stop(&mut self) {
        let sent_at = self.now();
        if let Some((200, _)) = self.post("/api/unsubscribe", &json!({})).await {
            let stop = Stop { email: self.email.clone(), sent_at, answered: Instant::now() };
            self.promise(Promise::Stopped(stop));
        }
    }

    pub(super) async fn enter_gift_card(&mut self) {
        let world = self.world.clone();
        let code = self.pick(&world.goods.gift_cards).to_owned();
        let answer = self.post("/api/activate-gift-card", &json!({ "activationCode": code })).await;
        if let Some((200, _)) = answer {
            self.promise(Promise::GiftCard { email: self.email.clone(), code });
        }
    }

    pub(super) async fn enter_code(&mut self) {
        let world = self.world.clone();
        let code = self.pick(&world.goods.codes).to_owned();
        let answer = self.post(&format!("/api/discounts/{code}/activate"), &json!({})).await;
        if let Some((200, _)) = answer {
            self.promise(Promise::Discount { email: self.email.clone(), code });
        }
    }
}

fn is_upgrade((status, body): &(u16, Value)) -> bool {
    *status == 200 && body["changed"] == "now"
}
