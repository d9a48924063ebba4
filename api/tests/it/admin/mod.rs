//! The operators' calls, for admins only.

mod codes;
mod incidents;
mod people;
mod refunds;
mod subscription;

use reqwest::Response;
use serde_json::{Value, json};

use crate::fixtures::{app::TestApp, desk::with_role};

/// An admin's session in a store.
pub struct Admin<'a> {
    pub app: &'a TestApp,
    pub token: String,
}

impl<'a> Admin<'a> {
    pub async fn of(app: &'a TestApp) -> Self {
        let token = with_role(app, "haldur@naide.ee", "admin").await;
        Self { app, token }
    }

    /// Starts a new session: that of the desk ends after some hours.
    pub async fn log_in(&mut self) {
        let body = json!({ "email": "haldur@naide.ee", "password": "heliriiul" });
        let user: Value = self.app.post("/api/login", &body).await.json().await.unwrap();
        user["apiToken"].as_str().unwrap().clone_into(&mut self.token);
    }

    pub async fn get(&self, path: &str) -> Value {
        let answer = self.app.get_as(&self.token, &format!("/api/admin/{path}")).await;
        let status = answer.status();
        let body: Value = answer.json().await.unwrap();
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    pub async fn try_post(&self, path: &str, body: &Value) -> Response {
        self.app.post_as(&self.token, &format!("/api/admin/{path}"), body).await
    }

    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let answer = self.try_post(path, body).await;
        let status = answer.status();
        let text = answer.text().await.unwrap();
        assert!(status.is_success(), "{path}: {text}");
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// The id of the one person with this address.
    pub async fn person_id(&self, email: &str) -> String {
        let found = self.get(&format!("people?q={email}")).await;
        found["people"][0]["id"].as_str().unwrap().to_owned()
    }

    pub async fn person(&self, email: &str) -> Value {
        self.get(&format!("people/{}", self.person_id(email).await)).await
    }

    /// Makes a change of the subscription of mari@naide.ee.
    pub async fn change(&self, change: Value) -> Value {
        self.post(&self.changes().await, &json!({ "change": change, "reason": "Kliendi soov" })).await
    }

    pub async fn try_change(&self, change: Value) -> Response {
        self.try_post(&self.changes().await, &json!({ "change": change, "reason": "Kliendi soov" })).await
    }

    pub async fn changes(&self) -> String {
        format!("people/{}/subscription", self.person_id("mari@naide.ee").await)
    }
}

/// The kinds of a person's events, the oldest first.
pub fn event_kinds(person: &Value) -> Vec<String> {
    let events = person["events"].as_array().unwrap().iter().rev();
    events.map(|event| event["kind"].as_str().unwrap().to_owned()).collect()
}
