//! The right of withdrawal from subscriptions: the consent that ends it, and withdrawals within 14 days.

use serde_json::{Value, json};

use crate::fixtures::subscriber::Subscriber;

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
    subscriber.app.advance(std::time::Duration::from_hours(24 * 15));
    subscriber.run_due().await;
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
