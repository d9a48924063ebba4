//! Two nodes on one database: the locks and claims of money hold between them. On SQLite both are the same node.

use std::time::Duration;

use futures::future::join_all;
use heliriiul::{state::AppState, worker};
use reqwest::{Client, Response, StatusCode};
use serde_json::{Value, json};

use crate::{
    fixtures::subscriber::Subscriber,
    subscriptions::billing::{LIMITED, UNLIMITED, plan},
};

struct TwoNodes {
    subscriber: Subscriber,
    other: AppState,
    bases: [String; 2],
    client: Client,
}

impl TwoNodes {
    async fn open() -> Self {
        let mut subscriber = Subscriber::open().await;
        let (other, second) = subscriber.app.add_node().await;
        let bases = [subscriber.app.base.clone(), second];
        let client = Client::builder().timeout(Duration::from_secs(30)).build().unwrap();
        Self { subscriber, other, bases, client }
    }

    /// Sends a request to the nodes in turn: an even number to the first.
    async fn post(&self, number: usize, token: &str, path: &str, body: &Value) -> Response {
        let url = format!("{}{path}", self.bases[number % 2]);
        self.client.post(url).header("Api-Token", token).json(body).send().await.unwrap()
    }

    async fn command(&self, arguments: &[&str]) -> String {
        self.subscriber.app.command(arguments, "").await.unwrap()
    }

    /// One account for each number.
    async fn register(&self, count: usize) -> Vec<String> {
        let mut tokens = Vec::new();
        for number in 0..count {
            tokens.push(self.subscriber.app.register(&format!("isik{number}@naide.ee")).await);
        }
        tokens
    }

    /// Sends a body as each of some accounts, to both nodes at once. Returns how many were answered with 200.
    async fn succeeding(&self, tokens: &[String], path: &str, body: &Value) -> usize {
        let requests = tokens.iter().enumerate().map(|(number, token)| self.post(number, token, path, body));
        let answers = join_all(requests).await;
        assert!(answers.iter().all(|answer| answer.status() != StatusCode::INTERNAL_SERVER_ERROR));
        answers.iter().filter(|answer| answer.status() == StatusCode::OK).count()
    }
}

#[tokio::test]
async fn of_fifty_upgrades_at_once_on_two_nodes_one_is_charged() {
    let nodes = TwoNodes::open().await;
    let subscriber = &nodes.subscriber;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    // The switches of the first node's simulator. The second node charges without a pause.
    subscriber.switch(&json!({ "slowMillis": 300, "only": "create" })).await;
    let tokens = vec![subscriber.token.clone(); 50];
    let upgraded = nodes.succeeding(&tokens, "/api/change-subscription", &plan(UNLIMITED)).await;
    assert!(upgraded >= 1);
    assert_eq!(subscriber.taken().await, ["6.99", "5.00"]);
    assert_eq!(subscriber.get("/api/user").await["subscriptionType"], UNLIMITED);
    assert!(subscriber.incidents().await.is_empty());
}

#[tokio::test]
async fn joins_in_two_tabs_on_two_nodes_have_one_payment() {
    let nodes = TwoNodes::open().await;
    let subscriber = &nodes.subscriber;
    let body = plan(LIMITED);
    let tabs =
        (0..6).map(|number| nodes.post(number, &subscriber.token, "/api/checkout-subscription", &body));
    for answer in join_all(tabs).await {
        assert_eq!(answer.status(), 200);
        let start: Value = answer.json().await.unwrap();
        let completed = subscriber.card(&start, "approve").await;
        if !completed["return"].is_null() {
            assert_eq!(nodes.post(1, "", "/api/notify", &completed["return"]).await.status(), 200);
        }
    }
    subscriber.app.until_notified().await;
    assert_eq!(subscriber.taken().await, ["6.99"]);
    let months: i64 = subscriber.app.db().scalar("SELECT COUNT(*) FROM billing_periods", ()).await.unwrap();
    assert_eq!(months, 1);
    assert!(subscriber.incidents().await.is_empty());
}

#[tokio::test]
async fn a_code_and_a_gift_card_are_used_once_on_two_nodes() {
    let nodes = TwoNodes::open().await;
    let tokens = nodes.register(8).await;
    let made = ["discounts", "create", "UKS", "--percent", "50", "--scope", "both", "--max-uses", "1"];
    nodes.command(&made).await;
    assert_eq!(nodes.succeeding(&tokens, "/api/discounts/uks/activate", &json!({})).await, 1);
    let made = ["gift-cards", "create", "--plan", UNLIMITED, "--months", "1"];
    let card = json!({ "activationCode": nodes.command(&made).await.trim() });
    assert_eq!(nodes.succeeding(&tokens, "/api/activate-gift-card", &card).await, 1);
    let uses: i64 = nodes.subscriber.app.db().scalar("SELECT uses FROM discounts", ()).await.unwrap();
    assert_eq!(uses, 1);
}

#[tokio::test]
async fn a_renewal_is_charged_by_one_of_two_nodes() {
    let nodes = TwoNodes::open().await;
    let subscriber = &nodes.subscriber;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "slowMillis": 300 })).await;
    subscriber.app.advance(Duration::from_hours(32 * 24));
    let runs = [worker::run_due(&subscriber.app.state), worker::run_due(&nodes.other)];
    for run in join_all(runs).await {
        run.unwrap();
    }
    assert_eq!(subscriber.taken().await, ["6.99", "6.99"]);
    let months: i64 = subscriber.app.db().scalar("SELECT COUNT(*) FROM billing_periods", ()).await.unwrap();
    assert_eq!(months, 2);
    let receipts =
        subscriber.emails().await.iter().filter(|email| email.starts_with("Kviitung makse")).count();
    assert_eq!(receipts, 2);
    assert!(subscriber.incidents().await.is_empty());
}
