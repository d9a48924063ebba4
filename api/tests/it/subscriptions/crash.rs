//! The server is killed during a payment for a subscription: the result is the same as without.

use std::{net::SocketAddr, time::Duration};

use futures::future::join_all;
use reqwest::Client;
use serde_json::{Value, json};
use tokio::process::Child;

use crate::fixtures::{app::free_address, subscriber::Subscriber};

const LIMITED: &str = "20H_LIMITED";
const UNLIMITED: &str = "UNLIMITED";

/// Times after the request, in milliseconds. Each is a run of its own.
const MOMENTS: [u64; 7] = [1, 4, 8, 13, 20, 30, 45];

fn client() -> Client {
    Client::builder().timeout(Duration::from_secs(30)).build().unwrap()
}

/// A store with a subscriber whose server is another process.
struct Served {
    subscriber: Subscriber,
    address: SocketAddr,
    server: Child,
}

impl Served {
    async fn open() -> Self {
        let mut subscriber = Subscriber::open().await;
        let address = free_address().await;
        let server = subscriber.app.serve_from_another_process(address).await;
        Self { subscriber, address, server }
    }

    /// Calls the server, kills it (SIGKILL) `millis` later, and starts it again.
    async fn killed(&mut self, millis: u64, call: impl Future<Output = ()> + Send + 'static) {
        let call = tokio::spawn(call);
        tokio::time::sleep(Duration::from_millis(millis)).await;
        self.server.kill().await.unwrap();
        call.abort();
        self.server = self.subscriber.app.serve_from_another_process(self.address).await;
    }

    /// Moves the clock and runs the due jobs. Returns the new time.
    async fn advance(&self, seconds: u64) -> String {
        let answer = self.subscriber.app.post("/_sandbox/clock", &json!({ "advanceSeconds": seconds })).await;
        assert_eq!(answer.status(), 200);
        answer.json::<Value>().await.unwrap()["now"].as_str().unwrap().to_owned()
    }

    /// Enough time for the leases of the dead process to expire and for reconciliation.
    async fn settle(&self) {
        for _ in 0..4 {
            self.advance(90).await;
        }
    }

    /// What the dialog and the storefront do: the card is approved, the message goes to the store, more than once.
    fn approve(&self, start: &Value) -> impl Future<Output = ()> + Send + 'static {
        let card = format!(
            "{}/_sandbox/card/{}",
            self.subscriber.app.base,
            start["transactionId"].as_str().unwrap()
        );
        let notify = format!("{}/api/notify", self.subscriber.app.base);
        async move {
            let client = client();
            let Ok(answer) = client.post(card).form(&[("action", "approve")]).send().await else { return };
            let Ok(completed) = answer.json::<Value>().await else { return };
            join_all((0..4).map(|_| client.post(&notify).json(&completed["return"]).send())).await;
        }
    }

    /// The buyer tries again, as long as the store offers it.
    async fn until(&self, endpoint: &str, plan: &str, status: &str) {
        for _ in 0..4 {
            self.settle().await;
            if self.subscriber.subscription().await["status"] == status {
                return;
            }
            let start = self.subscriber.start(endpoint, &json!({ "subscriptionType": plan })).await;
            self.approve(&start).await;
        }
        panic!("the subscription stays {}", self.subscriber.subscription().await);
    }

    async fn receipts(&self) -> usize {
        let emails = self.subscriber.emails().await;
        emails.iter().filter(|email| email.starts_with("Kviitung makse")).count()
    }
}

#[tokio::test]
async fn killed_while_a_subscription_is_joined() {
    for millis in MOMENTS {
        let mut served = Served::open().await;
        let start =
            served.subscriber.start("checkout-subscription", &json!({ "subscriptionType": LIMITED })).await;
        let approval = served.approve(&start);
        served.killed(millis, approval).await;
        served.until("checkout-subscription", LIMITED, "active").await;
        assert_eq!(served.subscriber.taken().await, ["6.99"], "{millis} ms");
        if served.subscriber.subscription().await["hasCard"] == false {
            // The payment succeeded, and the message with the card was lost with the server.
            served.subscriber.pay("change-card-details", None).await;
            let go_on = json!({ "subscriptionType": LIMITED });
            assert_eq!(served.subscriber.post("/api/change-subscription", &go_on).await.status(), 200);
        }
        let now = served.subscriber.subscription().await;
        assert_eq!((&now["hasCard"], now["renewsAt"].is_string()), (&json!(true), true), "{millis} ms");
        assert_eq!(served.receipts().await, 1, "{millis} ms");
        assert!(served.subscriber.incidents().await.is_empty(), "{millis} ms");
    }
}

#[tokio::test]
async fn killed_while_a_trial_is_started() {
    for millis in MOMENTS {
        let mut served = Served::open().await;
        let start = served.subscriber.start("start-trial", &json!({ "subscriptionType": UNLIMITED })).await;
        let approval = served.approve(&start);
        served.killed(millis, approval).await;
        served.until("start-trial", UNLIMITED, "trial").await;
        let now = served.subscriber.subscription().await;
        assert_eq!((&now["status"], &now["hasCard"]), (&json!("trial"), &json!(true)), "{millis} ms");
        assert_eq!(served.subscriber.emails().await, ["Sinu prooviperiood algas"], "{millis} ms");
        assert!(served.subscriber.taken().await.is_empty());
    }
}

#[tokio::test]
async fn killed_while_a_subscription_is_renewed() {
    for millis in MOMENTS {
        let mut served = Served::open().await;
        served.subscriber.pay("checkout-subscription", Some(LIMITED)).await;
        let clock = format!("{}/_sandbox/clock", served.subscriber.app.base);
        let month = json!({ "advanceSeconds": 32 * 24 * 3600 });
        let renewal = async move {
            let _ = client().post(clock).json(&month).send().await;
        };
        served.killed(millis, renewal).await;
        served.settle().await;
        if served.subscriber.taken().await.len() == 1 {
            // Correct only if the kill came before the clock was moved.
            let now = served.advance(1).await;
            assert!(served.subscriber.subscription().await["renewsAt"].as_str().unwrap() > now.as_str());
            served.advance(32 * 24 * 3600).await;
            served.settle().await;
        }
        assert_eq!(served.subscriber.taken().await, ["6.99", "6.99"], "{millis} ms");
        assert_eq!(served.subscriber.subscription().await["status"], "active", "{millis} ms");
        assert_eq!(served.receipts().await, 2, "{millis} ms");
        assert!(served.subscriber.incidents().await.is_empty(), "{millis} ms");
    }
}

#[tokio::test]
async fn killed_while_a_plan_is_changed() {
    for millis in MOMENTS {
        let mut served = Served::open().await;
        served.subscriber.pay("checkout-subscription", Some(LIMITED)).await;
        let app = &served.subscriber.app;
        let change = app
            .request(reqwest::Method::POST, "/api/change-subscription")
            .header("Api-Token", &served.subscriber.token)
            .json(&json!({ "subscriptionType": UNLIMITED }));
        let change = async move {
            let _ = change.send().await;
        };
        served.killed(millis, change).await;
        for _ in 0..3 {
            served.settle().await;
            if served.subscriber.get("/api/user").await["subscriptionType"] == UNLIMITED {
                break;
            }
            served
                .subscriber
                .post("/api/change-subscription", &json!({ "subscriptionType": UNLIMITED }))
                .await;
        }
        assert_eq!(served.subscriber.get("/api/user").await["subscriptionType"], UNLIMITED, "{millis} ms");
        assert_eq!(served.subscriber.taken().await, ["6.99", "5.00"], "{millis} ms");
        assert_eq!(served.receipts().await, 2, "{millis} ms");
        assert!(served.subscriber.incidents().await.is_empty(), "{millis} ms");
    }
}
