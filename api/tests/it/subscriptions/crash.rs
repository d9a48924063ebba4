//! The server is killed in the middle of a payment for a package: the end is the same as without.

use std::{net::SocketAddr, time::Duration};

use futures::future::join_all;
use reqwest::Client;
use serde_json::{Value, json};
use tokio::{net::TcpListener, process::Child};

use crate::fixtures::subscriber::Club;

const LIMITED: &str = "20H_LIMITED";
const UNLIMITED: &str = "UNLIMITED";

/// Moments after the request, in milliseconds. Each is a run of its own.
const MOMENTS: [u64; 7] = [1, 4, 8, 13, 20, 30, 45];

fn client() -> Client {
    Client::builder().timeout(Duration::from_secs(30)).build().unwrap()
}

/// A club whose server is another process.
struct Served {
    club: Club,
    address: SocketAddr,
    server: Child,
}

impl Served {
    async fn open() -> Self {
        let mut club = Club::open().await;
        let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
        let server = club.app.serve_from_another_process(address).await;
        Self { club, address, server }
    }

    /// Calls the server, and kills it (SIGKILL) `millis` later, whatever it is doing; then it is started anew.
    async fn killed(&mut self, millis: u64, call: impl Future<Output = ()> + Send + 'static) {
        let call = tokio::spawn(call);
        tokio::time::sleep(Duration::from_millis(millis)).await;
        self.server.kill().await.unwrap();
        call.abort();
        self.server = self.club.app.serve_from_another_process(self.address).await;
    }

    /// Moves the clock, with all that is due by then. Answers the new time.
    async fn advance(&self, seconds: u64) -> String {
        let answer = self.club.app.post("/_sandbox/clock", &json!({ "advanceSeconds": seconds })).await;
        assert_eq!(answer.status(), 200);
        answer.json::<Value>().await.unwrap()["now"].as_str().unwrap().to_owned()
    }

    /// Time enough for leases of the dead process to run out and for reconciliation.
    async fn settle(&self) {
        for _ in 0..4 {
            self.advance(90).await;
        }
    }

    /// What the dialog and the storefront do: the card is approved, the message goes to the store, more than once.
    fn approve(&self, start: &Value) -> impl Future<Output = ()> + Send + 'static {
        let card =
            format!("{}/_sandbox/card/{}", self.club.app.base, start["transactionId"].as_str().unwrap());
        let notify = format!("{}/api/notify", self.club.app.base);
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
            if self.club.subscription().await["status"] == status {
                return;
            }
            let start = self.club.start(endpoint, &json!({ "subscriptionType": plan })).await;
            self.approve(&start).await;
        }
        panic!("the subscription stays {}", self.club.subscription().await);
    }

    async fn receipts(&self) -> usize {
        let letters = self.club.letters().await;
        letters.iter().filter(|letter| letter.starts_with("Kviitung makse")).count()
    }
}

#[tokio::test]
async fn killed_while_a_package_is_joined() {
    for millis in MOMENTS {
        let mut served = Served::open().await;
        let start = served.club.start("checkout-subscription", &json!({ "subscriptionType": LIMITED })).await;
        let approval = served.approve(&start);
        served.killed(millis, approval).await;
        served.until("checkout-subscription", LIMITED, "active").await;
        assert_eq!(served.club.taken().await, ["6.99"], "{millis} ms");
        if served.club.subscription().await["hasCard"] == false {
            // The money came in, and the message with the card went down with the server.
            served.club.pay("change-card-details", None).await;
            let go_on = json!({ "subscriptionType": LIMITED });
            assert_eq!(served.club.post("/api/change-subscription", &go_on).await.status(), 200);
        }
        let now = served.club.subscription().await;
        assert_eq!((&now["hasCard"], now["renewsAt"].is_string()), (&json!(true), true), "{millis} ms");
        assert_eq!(served.receipts().await, 1, "{millis} ms");
        assert!(served.club.cases().await.is_empty(), "{millis} ms");
    }
}

#[tokio::test]
async fn killed_while_a_trial_is_started() {
    for millis in MOMENTS {
        let mut served = Served::open().await;
        let start = served.club.start("start-trial", &json!({ "subscriptionType": UNLIMITED })).await;
        let approval = served.approve(&start);
        served.killed(millis, approval).await;
        served.until("start-trial", UNLIMITED, "trial").await;
        let now = served.club.subscription().await;
        assert_eq!((&now["status"], &now["hasCard"]), (&json!("trial"), &json!(true)), "{millis} ms");
        assert_eq!(served.club.letters().await, ["Sinu prooviperiood algas"], "{millis} ms");
        assert!(served.club.taken().await.is_empty());
    }
}

#[tokio::test]
async fn killed_while_a_month_is_renewed() {
    for millis in MOMENTS {
        let mut served = Served::open().await;
        served.club.pay("checkout-subscription", Some(LIMITED)).await;
        let clock = format!("{}/_sandbox/clock", served.club.app.base);
        let month = json!({ "advanceSeconds": 32 * 24 * 3600 });
        let renewal = async move {
            let _ = client().post(clock).json(&month).send().await;
        };
        served.killed(millis, renewal).await;
        served.settle().await;
        if served.club.taken().await.len() == 1 {
            // Right only where the kill came before the clock was moved.
            let now = served.advance(1).await;
            assert!(served.club.subscription().await["renewsAt"].as_str().unwrap() > now.as_str());
            served.advance(32 * 24 * 3600).await;
            served.settle().await;
        }
        assert_eq!(served.club.taken().await, ["6.99", "6.99"], "{millis} ms");
        assert_eq!(served.club.subscription().await["status"], "active", "{millis} ms");
        assert_eq!(served.receipts().await, 2, "{millis} ms");
        assert!(served.club.cases().await.is_empty(), "{millis} ms");
    }
}

#[tokio::test]
async fn killed_while_a_package_is_changed() {
    for millis in MOMENTS {
        let mut served = Served::open().await;
        served.club.pay("checkout-subscription", Some(LIMITED)).await;
        let app = &served.club.app;
        let change = app
            .request(reqwest::Method::POST, "/api/change-subscription")
            .header("Api-Token", &served.club.member)
            .json(&json!({ "subscriptionType": UNLIMITED }));
        let change = async move {
            let _ = change.send().await;
        };
        served.killed(millis, change).await;
        for _ in 0..3 {
            served.settle().await;
            if served.club.get("/api/user").await["subscriptionType"] == UNLIMITED {
                break;
            }
            served.club.post("/api/change-subscription", &json!({ "subscriptionType": UNLIMITED })).await;
        }
        assert_eq!(served.club.get("/api/user").await["subscriptionType"], UNLIMITED, "{millis} ms");
        assert_eq!(served.club.taken().await, ["6.99", "5.00"], "{millis} ms");
        assert_eq!(served.receipts().await, 2, "{millis} ms");
        assert!(served.club.cases().await.is_empty(), "{millis} ms");
    }
}
