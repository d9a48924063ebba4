//! A store with a member at its card dialog, for the tests of packages.

use std::time::Duration;

use heliriiul::{config::Config, jobs};
use heliriiul_db::Timestamp;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

use crate::harness::TestApp;

pub struct Club {
    pub app: TestApp,
    /// Session of the member, mari@naide.ee.
    pub member: String,
}

impl Club {
    pub async fn open() -> Self {
        Self::with(|_| {}).await
    }

    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let app = TestApp::with(change).await;
        let member = app.register("mari@naide.ee").await;
        Self { app, member }
    }

    /// Starts a payment by card; answers what the dialog is opened with.
    pub async fn start(&self, endpoint: &str, body: &Value) -> Value {
        let answer = self.app.post_as(&self.member, &format!("/api/{endpoint}"), body).await;
        let status = answer.status();
        let start: Value = answer.json().await.unwrap();
        assert_eq!(status, 200, "{endpoint}: {start}");
        start
    }

    /// What the buyer does in the dialog: `approve`, `decline`, `3ds` or `cancel`. Answers what `completed` gets.
    pub async fn card(&self, start: &Value, action: &str) -> Value {
        let id = start["transactionId"].as_str().unwrap();
        let asked = self
            .app
            .request(Method::POST, &format!("/_sandbox/card/{id}"))
            .form(&[("action", action)])
            .send()
            .await
            .unwrap();
        assert_eq!(asked.status(), 200);
        asked.json().await.unwrap()
    }

    /// What the storefront posts when the dialog has completed.
    pub async fn notify(&self, completed: &Value) -> Response {
        self.app.post("/api/notify", &completed["return"]).await
    }

    /// Starts a payment and approves it in the dialog.
    pub async fn pay(&self, endpoint: &str, plan: Option<&str>) -> Value {
        let body = plan.map_or_else(|| json!({}), |plan| json!({ "subscriptionType": plan }));
        let start = self.start(endpoint, &body).await;
        let completed = self.card(&start, "approve").await;
        assert_eq!(self.notify(&completed).await.status(), 200);
        self.until_payment(&start, "paid").await;
        start
    }

    pub async fn payment(&self, start: &Value) -> Value {
        let id = start["transactionId"].as_str().unwrap();
        self.get(&format!("/api/subscription-payments/{id}")).await
    }

    pub async fn until_payment(&self, start: &Value, status: &str) {
        for _ in 0..100 {
            if self.payment(start).await["status"] == status {
                return;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the payment stays {}", self.payment(start).await);
    }

    pub async fn get(&self, path: &str) -> Value {
        let answer = self.app.get_as(&self.member, path).await;
        assert_eq!(answer.status(), 200, "{path}");
        answer.json().await.unwrap()
    }

    pub async fn post(&self, path: &str, body: &Value) -> Response {
        self.app.post_as(&self.member, path, body).await
    }

    pub async fn subscription(&self) -> Value {
        self.get("/api/subscription").await
    }

    /// Moves the clock to a moment (RFC 3339), and does what is due by then.
    pub async fn walk_to(&self, moment: &str) {
        let target: Timestamp = OffsetDateTime::parse(moment, &Rfc3339).unwrap().into();
        let ahead = target.since(self.app.clock.now());
        assert!(ahead > 0, "{moment} is behind");
        self.app.advance(Duration::from_millis(ahead.unsigned_abs()));
        self.run_due().await;
    }

    pub async fn run_due(&self) {
        jobs::run_due(&self.app.state).await.unwrap();
    }

    pub async fn switch(&self, switches: &Value) {
        assert_eq!(self.app.post("/_sandbox/makecommerce/switches", switches).await.status(), 200);
    }

    /// Subjects of the member's letters, the oldest first, without that of the registration.
    pub async fn letters(&self) -> Vec<String> {
        let mut subjects: Vec<String> =
            self.app.mails().await.iter().map(|mail| mail["subject"].as_str().unwrap().to_owned()).collect();
        subjects.reverse();
        subjects.retain(|subject| !subject.starts_with("Kinnita"));
        subjects
    }

    /// Money that the provider has taken, in cents: what a bank statement would show.
    pub async fn taken(&self) -> Vec<String> {
        let mut tx = self.app.db().read().await.unwrap();
        let requests: Vec<String> = tx
            .scalars(
                "SELECT request FROM sandbox_transactions WHERE status = 'COMPLETED' ORDER BY created_at, id",
                (),
            )
            .await
            .unwrap();
        requests
            .iter()
            .map(|request| {
                let request: Value = serde_json::from_str(request).unwrap();
                format!("{:.2}", request["transaction"]["amount"].as_f64().unwrap())
            })
            .filter(|amount| amount != "0.00")
            .collect()
    }

    pub async fn cases(&self) -> Vec<String> {
        let mut tx = self.app.db().read().await.unwrap();
        tx.scalars("SELECT kind FROM attention ORDER BY created_at, id", ()).await.unwrap()
    }
}
