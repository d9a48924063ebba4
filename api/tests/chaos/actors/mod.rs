//! People who use the store: each does one thing after the other, and notes what was answered with success.

mod buyer;
mod subscriber;

use std::{sync::Arc, time::Duration};

use heliriiul_db::Timestamp;
use rand::{RngExt, SeedableRng, rngs::StdRng};
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::{
    goods::Goods,
    provider::Provider,
    record::{Promise, Record},
    store::{Nodes, client},
};

/// Nobody waits longer for an answer.
const PATIENCE: Duration = Duration::from_secs(6);

/// After so many actions a new person comes.
const ACTIONS: u64 = 30;

/// What all actors share.
pub struct World {
    pub record: Arc<Record>,
    pub provider: Provider,
    pub nodes: Arc<Nodes>,
    pub goods: Goods,
}

/// A transaction that this person may still pay.
#[derive(Clone)]
enum Opened {
    Order { order: String, transaction: String },
    Card { transaction: String },
}

pub struct Actor {
    world: Arc<World>,
    random: StdRng,
    http: Client,
    /// Sent as `X-Forwarded-For`, so that each person has limits of their own.
    address: String,
    number: u64,
    persons: u64,
    email: String,
    token: String,
    opened: Vec<Opened>,
}

impl Actor {
    pub fn new(world: Arc<World>, number: u64, seed: u64) -> Self {
        Self {
            world,
            random: StdRng::seed_from_u64(seed ^ (number << 32)),
            http: client(PATIENCE),
            address: String::new(),
            number,
            persons: 0,
            email: String::new(),
            token: String::new(),
            opened: Vec::new(),
        }
    }

    /// Acts until `stop`. A running action ends first.
    pub async fn run(mut self, stop: CancellationToken) {
        while !stop.is_cancelled() {
            if !self.register().await {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
            for _ in 0..ACTIONS {
                self.act().await;
                if stop.is_cancelled() || self.token.is_empty() {
                    break;
                }
                let pause = self.random.random_range(0..60);
                tokio::time::sleep(Duration::from_millis(pause)).await;
            }
        }
    }

    async fn register(&mut self) -> bool {
        self.persons += 1;
        self.opened.clear();
        self.token.clear();
        self.email = format!("isik{}-{}@naide.ee", self.number, self.persons);
        self.address = format!("10.1.{}.{}", self.number, self.persons % 250);
        let body = json!({
            "email": self.email, "firstName": "Mari", "lastName": "Maasikas", "password": "heliriiul"
        });
        let Some((201, user)) = self.send(Method::POST, "/api/register", &body).await else { return false };
        self.world.record.promise(Promise::Registered { email: self.email.clone() });
        user["apiToken"].as_str().unwrap().clone_into(&mut self.token);
        true
    }

    async fn act(&mut self) {
        match self.random.random_range(0..100) {
            0..12 => self.join("checkout-subscription").await,
            12..18 => self.join("start-trial").await,
            18..22 => self.join_in_two_tabs().await,
            22..32 => self.upgrade().await,
            32..36 => self.upgrade_many_times().await,
            36..44 => self.change_plan().await,
            44..52 => self.stop().await,
            52..58 => self.change_card().await,
            58..62 => self.enter_gift_card().await,
            62..66 => self.enter_code().await,
            66..90 => self.buy().await,
            90..94 => self.buy_in_two_tabs().await,
            _ => self.pay_later().await,
        }
    }

    /// Pays a transaction that was opened before.
    async fn pay_later(&mut self) {
        if self.opened.is_empty() {
            return;
        }
        let index = self.random.random_range(0..self.opened.len());
        match self.opened[index].clone() {
            Opened::Order { order, transaction } => self.pay_at_bank(&order, &transaction).await,
            Opened::Card { transaction } => self.present_card(&transaction).await,
        }
    }

    fn chance(&mut self, percent: u32) -> bool {
        self.random.random_range(0..100) < percent
    }

    fn pick<'a>(&mut self, from: &'a [String]) -> &'a str {
        &from[self.random.random_range(0..from.len())]
    }

    fn now(&self) -> Timestamp {
        self.world.provider.clock.now()
    }

    /// An answer of a server of the store; `None` when there was none.
    async fn send(&mut self, method: Method, path: &str, body: &Value) -> Option<(u16, Value)> {
        let request = self.request(method, path).json(body);
        let answer = self.answer(path, request.send().await).await?;
        if answer.0 == 401 && answer.1["code"] == "unauthorized" {
            self.token.clear();
        }
        Some(answer)
    }

    async fn post(&mut self, path: &str, body: &Value) -> Option<(u16, Value)> {
        self.send(Method::POST, path, body).await
    }

    fn request(&mut self, method: Method, path: &str) -> reqwest::RequestBuilder {
        let base = self.world.nodes.any(self.random.random());
        let request = self.http.request(method, format!("{base}{path}"));
        request.header("Api-Token", &self.token).header("X-Forwarded-For", &self.address)
    }

    async fn answer(&self, path: &str, sent: reqwest::Result<Response>) -> Option<(u16, Value)> {
        let (email, record) = (&self.email, &self.world.record);
        let answered = match sent {
            Ok(answer) => {
                let status = answer.status().as_u16();
                answer.json::<Value>().await.map(|body| (status, body))
            }
            Err(error) => Err(error),
        };
        let Ok((status, body)) = answered else {
            record.log(format_args!("{email}: {path}: no answer"));
            return None;
        };
        record.count("answers");
        record.log(format_args!("{email}: {path}: {status} {:.160}", body.to_string()));
        if status == 500 {
            record.fault(format!("{path} is answered 500: {body}"));
        }
        Some((status, body))
    }

    /// What the provider's page answers to the buyer's browser. It never fails.
    async fn at_provider(&self, path: &str, action: &str) -> Value {
        let url = format!("{}{path}", self.world.provider.base());
        let request = self.http.post(url).header("Accept", "application/json").form(&[("action", action)]);
        let body: Value = request.send().await.unwrap().json().await.unwrap();
        self.world.record.log(format_args!("{}: {path} {action}: {}", self.email, body["status"]));
        body
    }

    fn promise(&self, promise: Promise) {
        self.world.record.promise(promise);
    }
}
