//! The client and the simulator over HTTP, without the store.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::time::Duration;

use axum::{Form, Router, extract::State, routing::post};
use heliriiul_db::{Cents, Clock, Db};
use heliriiul_makecommerce::{
    Account, Client, Message, NewTransaction, ProviderError, RefundStatus, Status, http_client,
    simulator::{self, SECRET_KEY, SHOP_ID, Settings, Simulator},
    verify_mac,
};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::{
    net::TcpListener,
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
};

const PRICE: Cents = Cents::new(699);

/// A simulator, and a shop that receives its notifications.
struct World {
    base: String,
    http: reqwest::Client,
    client: Client,
    clock: Clock,
    notifications: UnboundedReceiver<Vec<(String, String)>>,
    _data: TempDir,
}

async fn notify(
    State(sender): State<UnboundedSender<Vec<(String, String)>>>,
    Form(fields): Form<Vec<(String, String)>>,
) {
    let _ = sender.send(fields);
}

impl World {
    async fn new() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let data = TempDir::new().unwrap();
        let db = Db::open(&format!("sqlite://{}", data.path().join("test.db").display()), 1).await.unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let http = http_client(Duration::from_secs(10), true).unwrap();
        let account = Account {
            api_url: simulator::api_url(address),
            shop_id: SHOP_ID.to_owned(),
            secret_key: SECRET_KEY.to_owned(),
        };
        let settings =
            Settings { account: account.clone(), seller: "Heliriiul".to_owned(), http: http.clone() };
        let clock = Clock::default();
        let (sender, notifications) = unbounded_channel();
        let router = Router::new()
            .route("/notify", post(notify))
            .merge(simulator::router(Simulator::new(db, clock.clone(), settings)))
            .with_state(sender);
        tokio::spawn(async move { axum::serve(listener, router).await });
        let client = Client::new(http.clone(), account);
        Self { base: format!("http://{address}"), http, client, clock, notifications, _data: data }
    }

    async fn try_create(&self, amount: Cents, recurring: bool) -> Result<String, ProviderError> {
        let new = NewTransaction {
            amount,
            reference: "T-1001",
            merchant_data: "opaque",
            recurring,
            return_url: &format!("{}/return", self.base),
            notification_url: &format!("{}/notify", self.base),
            email: "mari@naide.ee",
            ip: None,
        };
        Ok(self.client.create(&new).await?.id)
    }

    async fn create(&self, amount: Cents, recurring: bool) -> String {
        self.try_create(amount, recurring).await.unwrap()
    }

    /// Presses a button of a page of the simulator.
    async fn press(&self, page: &str, id: &str, action: &str) -> Value {
        let request = self.http.post(format!("{}/_sandbox/{page}/{id}", self.base));
        let request = request.header("Accept", "application/json").form(&[("action", action)]);
        request.send().await.unwrap().json().await.unwrap()
    }

    async fn switch(&self, switches: Value) {
        let url = format!("{}/_sandbox/makecommerce/switches", self.base);
        assert_eq!(self.http.post(url).json(&switches).send().await.unwrap().status(), 200);
    }

    /// The text of a page.
    async fn page(&self, page: &str, id: &str) -> String {
        let response = self.http.get(format!("{}/_sandbox/{page}/{id}", self.base)).send().await.unwrap();
        assert_eq!(response.status(), 200);
        response.text().await.unwrap()
    }

    async fn status(&self, id: &str) -> Status {
        self.client.transaction(id).await.unwrap().status
    }

    /// The next notification, which must have a valid MAC.
    async fn notification(&mut self) -> Message {
        let fields = self.notifications.recv().await.unwrap();
        let field = |name: &str| &fields.iter().find(|(key, _)| key == name).unwrap().1;
        assert!(verify_mac(field("json"), field("mac"), SECRET_KEY));
        Message::parse(field("json")).unwrap()
    }

    /// Enters a card that the bank approves; returns its token.
    async fn token(&self) -> String {
        let id = self.create(Cents::ZERO, true).await;
        self.press("card", &id, "approve").await["paymentToken"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn a_payment_at_the_bank_is_reported_by_api_and_notification() {
    let mut world = World::new().await;
    let id = world.create(PRICE, false).await;
    let created = world.client.transaction(&id).await.unwrap();
    assert!(created.methods(PRICE).banklinks.is_empty(), "only the creating response has methods");
    assert!(world.page("pay", &id).await.contains("6,99\u{a0}€"));
    assert_eq!(world.status(&id).await, Status::Pending);
    world.press("pay", &id, "pay").await;
    let report = world.notification().await.report().unwrap();
    assert_eq!(
        report,
        world
            .client
            .transaction(&id)
            .await
            .unwrap()
            .report()
            .map(|of_api| { heliriiul_makecommerce::Report { shop: Some(SHOP_ID.to_owned()), ..of_api } })
            .unwrap()
    );
    assert_eq!((report.status, report.amount), (Status::Completed, PRICE));
    assert_eq!(report.reference.as_deref(), Some("T-1001"));
    assert!(world.client.transaction("puudub").await.unwrap_err().is_not_found());
}

#[tokio::test]
async fn a_saved_card_is_charged_once_per_transaction() {
    let mut world = World::new().await;
    let token = world.token().await;
    assert_eq!(world.notification().await.report().unwrap().amount, Cents::ZERO);
    let message = world.notification().await;
    assert_eq!(message.token().unwrap().id, token);
    let id = world.create(PRICE, false).await;
    assert_eq!(world.client.charge(&id, &token, PRICE).await.unwrap(), Status::Completed);
    assert!(world.client.charge(&id, &token, PRICE).await.unwrap_err().is_wrong_status());
    let id = world.create(PRICE, false).await;
    assert!(world.client.charge(&id, "another-token", PRICE).await.unwrap_err().is_decline());
    world.switch(json!({ "declines": 1, "only": "charge", "errors": 1 })).await;
    assert!(world.client.charge(&id, &token, PRICE).await.unwrap_err().is_decline());
    assert!(world.client.charge(&id, &token, PRICE).await.unwrap_err().is_unanswered());
    assert_eq!(world.status(&id).await, Status::Completed, "the work was done");
    world.clock.advance(Duration::from_hours(4 * 365 * 24));
    let id = world.create(PRICE, false).await;
    assert!(world.client.charge(&id, &token, PRICE).await.unwrap_err().is_decline(), "the card has expired");
}

#[tokio::test]
async fn refunds_are_settled_refused_and_read_again() {
    let world = World::new().await;
    let id = world.create(PRICE, false).await;
    let part = Cents::new(200);
    assert!(world.client.refund(&id, part, "Katki").await.unwrap_err().is_wrong_status());
    world.press("pay", &id, "pay").await;
    world.switch(json!({ "processing": 1, "refundsWait": true })).await;
    assert!(world.client.refund(&id, part, "Katki").await.unwrap_err().is_processing());
    let refund = world.client.refund(&id, part, "Katki").await.unwrap();
    assert_eq!(refund.status, RefundStatus::Created);
    assert_eq!(world.client.refund_state(&refund.id).await.unwrap().status, RefundStatus::Created);
    world.switch(json!({})).await;
    assert_eq!(world.client.refund_state(&refund.id).await.unwrap().status, RefundStatus::Settled);
    let transaction = world.client.transaction(&id).await.unwrap();
    assert_eq!((transaction.status, transaction.refunded_amount), (Status::PartRefunded, Some(part)));
    assert!(world.client.refund(&id, PRICE, "Katki").await.is_err(), "more than is left");
    world.client.refund(&id, Cents::new(499), "Katki").await.unwrap();
    assert_eq!(world.status(&id).await, Status::Refunded);
    assert!(world.page("pay", &id).await.contains("See makse on lõppenud: tagastatud."));
    assert!(world.client.refund_state("puudub").await.unwrap_err().is_not_found());
}

#[tokio::test]
async fn passing_faults_are_retried_for_reads_only() {
    let world = World::new().await;
    world.switch(json!({ "lost": 1 })).await;
    assert!(world.try_create(PRICE, false).await.unwrap_err().is_unanswered());
    let id = world.create(PRICE, false).await;
    world.switch(json!({ "rateLimited": 2 })).await;
    assert_eq!(world.status(&id).await, Status::Created, "the third attempt succeeds");
    world.switch(json!({ "transaction": id, "lost": 3 })).await;
    let another = world.create(PRICE, false).await;
    assert_eq!(world.status(&another).await, Status::Created, "the switches are of one transaction");
    assert!(world.client.transaction(&id).await.unwrap_err().is_unanswered());
    world.switch(json!({ "refuseZero": true })).await;
    assert!(world.try_create(Cents::ZERO, true).await.is_err());
}

#[tokio::test]
async fn every_page_renders_open_and_closed() {
    let world = World::new().await;
    for (page, open, closed) in [
        ("pay", "Katkesta makse", "See makse on lõppenud: katkestatud."),
        ("card", "Kinnita makse", "See makse on lõppenud."),
        ("3ds", "Kinnita", "Katkesta"),
    ] {
        let id = world.create(PRICE, true).await;
        assert!(world.page(page, &id).await.contains(open), "{page}");
        world.press(page, &id, "cancel").await;
        assert!(world.page(page, &id).await.contains(closed), "{page}");
        assert_eq!(world.status(&id).await, Status::Cancelled, "{page}");
    }
    let script =
        world.http.get(format!("{}{}", world.base, simulator::CHECKOUT_SCRIPT)).send().await.unwrap();
    assert_eq!(script.headers()["content-type"], "text/javascript");
    let logo = format!("{}/_sandbox/makecommerce/logos/katsepank.svg", world.base);
    assert_eq!(world.http.get(logo).send().await.unwrap().headers()["content-type"], "image/svg+xml");
}
