//! The right of withdrawal from subscriptions: the consent that ends it, and withdrawals within 14 days.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{
    fixtures::{app::problem, subscriber::Subscriber},
    orders::withdrawal::{PREVIEW, withdrawal},
};

const DAY: Duration = Duration::from_hours(24);

impl Subscriber {
    /// Pays for a plan with an answer about the consent.
    async fn join(&self, endpoint: &str, plan: &str, consent: Option<bool>) -> Value {
        let body = json!({ "subscriptionType": plan, "immediateAccessConsent": consent });
        let start = self.start(endpoint, &body).await;
        let completed = self.card(&start, "approve").await;
        assert_eq!(self.notify(&completed).await.status(), 200);
        self.until_payment(&start, "paid").await;
        start
    }

    async fn email_text(&self, subject: &str) -> String {
        let emails = self.app.emails().await;
        let email = emails.iter().find(|email| email["subject"].as_str().unwrap().starts_with(subject));
        email.unwrap()["text"].as_str().unwrap().to_owned()
    }

    async fn withdraw(&self, number: &str) -> Value {
        let answer = withdrawal(&self.app, "", number).await;
        assert_eq!(answer.status(), 200, "{number}");
        answer.json().await.unwrap()
    }

    /// Planned refunds in cents.
    async fn refunds(&self) -> Vec<i64> {
        let mut tx = self.app.db().read().await.unwrap();
        tx.scalars("SELECT amount_cents FROM refunds ORDER BY amount_cents", ()).await.unwrap()
    }

    async fn days_later(&self, days: u32) {
        self.app.advance(DAY * days);
        self.run_due().await;
    }

    async fn consents(&self) -> Vec<bool> {
        let mut tx = self.app.db().read().await.unwrap();
        let sql = "SELECT immediate_access_consent_at IS NOT NULL FROM subscription_payments ORDER BY created_at, id";
        tx.scalars(sql, ()).await.unwrap()
    }
}

#[tokio::test]
async fn the_consent_of_the_trial_is_confirmed_and_applies_to_the_renewal() {
    let subscriber = Subscriber::open().await;
    subscriber.join("start-trial", "20H_LIMITED", Some(true)).await;
    let text = subscriber.email_text("Sinu prooviperiood algas").await;
    assert!(text.contains("lõpeb sinu 14-päevane taganemisõigus"), "{text}");
    subscriber.days_later(15).await;
    assert_eq!(subscriber.consents().await, [true, true]);
    let text = subscriber.email_text("Kviitung").await;
    assert!(text.contains("lõpeb sinu 14-päevane taganemisõigus"), "{text}");
}

#[tokio::test]
async fn without_consent_the_receipt_of_the_first_month_names_the_right() {
    let subscriber = Subscriber::open().await;
    subscriber.join("checkout-subscription", "UNLIMITED", None).await;
    assert_eq!(subscriber.consents().await, [false]);
    let text = subscriber.email_text("Kviitung").await;
    assert!(text.contains("taganeda kuni") && text.contains("/taganemine?number=P10001"), "{text}");
}

#[tokio::test]
async fn the_unused_days_of_a_month_are_refunded_and_the_period_ends() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-01-10T12:00:00+02:00").await;
    subscriber.join("checkout-subscription", "20H_LIMITED", None).await;
    subscriber.walk_to("2027-01-20T12:00:00+02:00").await;
    // 21 of 31 days are left.
    let shown: Value = withdrawal(&subscriber.app, PREVIEW, "P10001").await.json().await.unwrap();
    assert_eq!(
        (&shown["kind"], &shown["paid"], &shown["refund"]),
        (&json!("subscription"), &json!(6.99), &json!(4.74))
    );
    assert_eq!(subscriber.subscription().await["status"], "active");
    let made = subscriber.withdraw("p10001").await;
    assert_eq!((&made["items"], &made["refund"]), (&json!(["Paindlik pakett"]), &json!(4.74)));
    let ended = subscriber.subscription().await;
    assert_eq!((&ended["status"], &ended["renewsAt"]), (&json!("ended"), &Value::Null));
    assert_eq!(ended["payments"][0]["withdrawnAt"], made["withdrawnAt"]);
    assert_eq!(subscriber.refunds().await, [474]);
    assert_eq!(subscriber.incidents().await, ["withdrawal"]);
    subscriber.days_later(60).await;
    assert_eq!(subscriber.taken().await, ["6.99"], "nothing is charged any more");
    assert_eq!(subscriber.withdraw("P10001").await, made);
    assert_eq!(subscriber.refunds().await, [474]);
    let text = subscriber.email_text("Taganemisavaldus P10001").await;
    assert!(text.contains("Pakett lõppes kohe") && text.contains("4,74"), "{text}");
    subscriber.pay("checkout-subscription", Some("UNLIMITED")).await;
    assert_eq!(subscriber.subscription().await["status"], "active", "one can join again");
}

#[tokio::test]
async fn a_trial_ends_without_a_refund() {
    let subscriber = Subscriber::open().await;
    subscriber.join("start-trial", "UNLIMITED", None).await;
    let trial = &subscriber.subscription().await["payments"][0];
    assert_eq!((&trial["purpose"], trial["withdrawableUntil"].is_string()), (&json!("trial"), true));
    assert_eq!(subscriber.withdraw("P10001").await["refund"], 0.0);
    assert_eq!(subscriber.subscription().await["status"], "ended");
    assert_eq!(subscriber.incidents().await, [] as [&str; 0]);
    subscriber.days_later(20).await;
    assert_eq!(subscriber.taken().await, [] as [&str; 0]);
}

#[tokio::test]
async fn consent_at_joining_ends_the_right_and_so_does_time() {
    let subscriber = Subscriber::open().await;
    subscriber.join("checkout-subscription", "UNLIMITED", Some(true)).await;
    problem(withdrawal(&subscriber.app, "", "P10001").await, 409, "withdrawal-waived").await;
    let other = Subscriber::open().await;
    other.join("checkout-subscription", "UNLIMITED", Some(false)).await;
    other.days_later(15).await;
    problem(withdrawal(&other.app, "", "P10001").await, 409, "withdrawal-too-late").await;
    assert_eq!(other.subscription().await["status"], "active");
}

#[tokio::test]
async fn the_withdrawal_from_an_upgrade_refunds_all_that_was_paid_for_the_period() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-01-10T12:00:00+02:00").await;
    subscriber.join("checkout-subscription", "20H_LIMITED", None).await;
    subscriber.walk_to("2027-01-20T12:00:00+02:00").await;
    let upgraded =
        subscriber.post("/api/change-subscription", &json!({ "subscriptionType": "UNLIMITED" })).await;
    assert_eq!(upgraded.status(), 200);
    subscriber.walk_to("2027-01-30T12:00:00+02:00").await;
    // 11 of 31 days of 6.99, and 11 of 21 days of 3.39.
    let made = subscriber.withdraw("P10002").await;
    assert_eq!(made["refund"], 4.26);
    assert_eq!(subscriber.refunds().await, [178, 248]);
    assert_eq!(subscriber.subscription().await["status"], "ended");
}

#[tokio::test]
async fn the_months_of_a_gift_begin_when_the_paid_period_ends() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-01-10T12:00:00+02:00").await;
    subscriber.join("checkout-subscription", "20H_LIMITED", None).await;
    let made = ["gift-cards", "create", "--plan", "UNLIMITED", "--months", "1"];
    let code = subscriber.app.command(&made, "").await.unwrap();
    let gift = json!({ "activationCode": code.trim() });
    assert_eq!(subscriber.post("/api/activate-gift-card", &gift).await.status(), 200);
    let before = subscriber.subscription().await;
    subscriber.walk_to("2027-01-20T12:00:00+02:00").await;
    assert_eq!(subscriber.withdraw("P10001").await["refund"], 4.74);
    let after = subscriber.subscription().await;
    assert_eq!((&after["status"], &after["subscriptionType"]), (&json!("stopped"), &json!("UNLIMITED")));
    assert!(after["expiresAt"].as_str().unwrap() < before["expiresAt"].as_str().unwrap());
    subscriber.days_later(27).await;
    assert_eq!(subscriber.subscription().await["status"], "stopped", "the gift lasts its whole month");
    subscriber.days_later(2).await;
    assert_eq!(subscriber.subscription().await["status"], "ended");
    subscriber.email_text("Sinu pakett on lõppenud").await;
}
