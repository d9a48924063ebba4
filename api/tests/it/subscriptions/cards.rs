//! The simulator's cards and refunds, over HTTP.

use std::time::Duration;

use futures::future::join;
use heliriiul_makecommerce::simulator::{SECRET_KEY, SHOP_ID};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use sha2::{Digest, Sha512};

use crate::{fixtures::app::TestApp, fixtures::shop::location, fixtures::subscriber::Subscriber};

const API: &str = "/_sandbox/makecommerce/v1";

/// The provider with the keys of the shop.
pub struct Provider<'a>(pub &'a TestApp);

impl Provider<'_> {
    async fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let asked =
            self.0.request(Method::POST, &format!("{API}{path}")).basic_auth(SHOP_ID, Some(SECRET_KEY));
        read(asked.json(body).send().await.unwrap()).await
    }

    pub async fn get(&self, path: &str) -> Value {
        let asked =
            self.0.request(Method::GET, &format!("{API}{path}")).basic_auth(SHOP_ID, Some(SECRET_KEY));
        read(asked.send().await.unwrap()).await.1
    }

    async fn try_create(&self, amount: &str, recurring: bool) -> (u16, Value) {
        let to = |path: &str| json!({ "url": format!("{}{path}", self.0.base), "method": "POST" });
        let body = json!({
            "transaction": {
                "amount": amount, "currency": "EUR", "reference": "T-1", "recurring_required": recurring,
                "transaction_url": {
                    "return_url": to("/api/payments/return"), "cancel_url": to("/api/payments/return"),
                    "notification_url": to("/api/notify"),
                },
            },
            "customer": { "ip": "192.0.2.10", "email": "mari@naide.ee" },
        });
        self.post("/transactions", &body).await
    }

    async fn create(&self, amount: &str, recurring: bool) -> String {
        let (status, transaction) = self.try_create(amount, recurring).await;
        assert_eq!(status, 201, "{transaction}");
        transaction["id"].as_str().unwrap().to_owned()
    }

    async fn charge(&self, id: &str, token: &str) -> (u16, Value) {
        self.post(&format!("/transactions/{id}/payments"), &json!({ "token": token })).await
    }

    pub async fn refund(&self, id: &str, amount: &str) -> (u16, Value) {
        let body = json!({ "amount": amount, "comment": "In the portal" });
        self.post(&format!("/transactions/{id}/refunds"), &body).await
    }

    pub async fn status(&self, id: &str) -> String {
        self.get(&format!("/transactions/{id}")).await["status"].as_str().unwrap().to_owned()
    }

    /// What the buyer does in the dialog.
    async fn card(&self, id: &str, action: &str) -> Value {
        let asked = self.0.request(Method::POST, &format!("/_sandbox/card/{id}"));
        let answer =
            asked.header("Accept", "application/json").form(&[("action", action)]).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }

    /// A card presented in the dialog of a new transaction.
    async fn token(&self) -> String {
        let id = self.create("0.00", true).await;
        self.card(&id, "approve").await["paymentToken"].as_str().unwrap().to_owned()
    }

    async fn switch(&self, switches: &Value) {
        let answer = self.0.post("/_sandbox/makecommerce/switches", switches).await;
        assert_eq!(answer.status(), 200);
    }
}

async fn read(answer: Response) -> (u16, Value) {
    (answer.status().as_u16(), answer.json().await.unwrap())
}

/// The message inside a signed pair, whose MAC must be valid.
fn opened(signed: &Value) -> Value {
    let json = signed["json"].as_str().unwrap();
    let mac = hex::encode_upper(Sha512::digest(format!("{json}{SECRET_KEY}")));
    assert_eq!(signed["mac"], mac);
    serde_json::from_str(json).unwrap()
}

#[tokio::test]
async fn an_approved_card_returns_a_signed_token_for_further_charges() {
    let app = TestApp::new().await;
    let provider = Provider(&app);
    let id = provider.create("0.00", true).await;
    let shown = provider.card(&id, "approve").await;
    assert_eq!(shown["status"], "COMPLETED");
    let message = opened(&shown["return"]);
    assert_eq!(message["message_type"], "token_return");
    assert_eq!(
        (&message["transaction"]["id"], &message["transaction"]["status"]),
        (&json!(id), &json!("COMPLETED"))
    );
    assert_eq!(
        (&message["token"]["id"], &message["token"]["multiuse"]),
        (&shown["paymentToken"], &json!(true))
    );
    assert_eq!(message["token"]["valid_until"].as_str().unwrap().len(), 10);
    assert!(message.get("error").is_none());
    assert_eq!(provider.status(&id).await, "COMPLETED");

    // An ended transaction accepts no card.
    assert_eq!(provider.card(&id, "approve").await["declined"], true);

    let token = shown["paymentToken"].as_str().unwrap();
    for amount in ["6.99", "11.99"] {
        let next = provider.create(amount, false).await;
        let (status, payment) = provider.charge(&next, token).await;
        assert_eq!((status, &payment["transaction"]["status"]), (201, &json!("COMPLETED")));
        assert_eq!(payment["amount"].as_f64().unwrap().to_string(), amount);
        let (status, again) = provider.charge(&next, token).await;
        assert_eq!((status, &again["code"]), (400, &json!(1021)));
    }
}

#[tokio::test]
async fn a_charge_is_refused_for_the_reasons_that_the_provider_has() {
    let app = TestApp::new().await;
    let provider = Provider(&app);
    let token = provider.token().await;
    let id = provider.create("6.99", false).await;
    assert_eq!(provider.charge("no-such", &token).await.0, 404);
    let (status, unknown) = provider.charge(&id, "no-such").await;
    assert_eq!((status, &unknown["code"]), (400, &json!(1063)));
    let unkeyed = app.post(&format!("{API}/transactions/{id}/payments"), &json!({ "token": token })).await;
    assert_eq!(read(unkeyed).await, (401, json!({ "code": 1004, "message": "Unauthorized" })));

    provider.switch(&json!({ "declines": 2, "rateLimited": 1, "lost": 1, "only": "charge" })).await;
    for expected in [500, 429, 400, 400] {
        assert_eq!(provider.charge(&id, &token).await.0, expected);
        assert_eq!(provider.status(&id).await, "CREATED", "{expected}");
    }
    // The charge is made nevertheless.
    provider.switch(&json!({ "errors": 1 })).await;
    assert_eq!(provider.charge(&id, &token).await.0, 500);
    assert_eq!(provider.status(&id).await, "COMPLETED");

    provider.switch(&json!({ "expiredCard": true })).await;
    let expired = provider.token().await;
    provider.switch(&json!({ "singleUse": true })).await;
    let single = provider.create("6.99", true).await;
    let shown = provider.card(&single, "approve").await;
    assert_eq!(opened(&shown["return"])["token"]["multiuse"], false);
    provider.switch(&json!({})).await;
    let id = provider.create("6.99", false).await;
    assert_eq!(provider.charge(&id, &expired).await.1["code"], 1064);
    assert_eq!(provider.charge(&id, shown["paymentToken"].as_str().unwrap()).await.1["code"], 1065);
}

#[tokio::test]
async fn of_two_charges_at_once_one_is_made() {
    let app = TestApp::new().await;
    let provider = Provider(&app);
    let token = provider.token().await;
    for _ in 0..5 {
        let id = provider.create("6.99", false).await;
        let (one, other) = join(provider.charge(&id, &token), provider.charge(&id, &token)).await;
        let mut outcomes = [one.0, other.0];
        outcomes.sort_unstable();
        assert_eq!(outcomes, [201, 400]);
    }
}

#[tokio::test]
async fn a_payment_of_zero_only_saves_a_card_and_only_where_that_is_allowed() {
    let app = TestApp::new().await;
    let provider = Provider(&app);
    assert_eq!(provider.try_create("0.00", false).await.0, 400);
    assert_eq!(provider.try_create("-1.00", true).await.0, 400);
    assert_eq!(provider.try_create("0.00", true).await.0, 201);
    provider.switch(&json!({ "refuseZero": true })).await;
    assert_eq!(provider.try_create("0.00", true).await.0, 400);
    assert_eq!(provider.try_create("6.99", true).await.0, 201);
}

#[tokio::test]
async fn the_provider_can_leave_the_charge_of_a_verified_card_to_the_shop() {
    let app = TestApp::new().await;
    let provider = Provider(&app);
    provider.switch(&json!({ "leavePending": true })).await;
    let id = provider.create("6.99", true).await;
    let shown = provider.card(&id, "approve").await;
    assert_eq!(shown["status"], "PENDING");
    assert_eq!(provider.status(&id).await, "PENDING");
    assert_eq!(provider.charge(&id, shown["paymentToken"].as_str().unwrap()).await.0, 201);
    assert_eq!(provider.status(&id).await, "COMPLETED");
}

#[tokio::test]
async fn declined_and_cancelled_cards_pay_nothing() {
    let app = TestApp::new().await;
    let provider = Provider(&app);
    let id = provider.create("6.99", true).await;
    let declined = provider.card(&id, "decline").await;
    assert_eq!(declined["declined"], true);
    assert!(declined.get("paymentToken").is_none());
    let cancelled = provider.card(&id, "cancel").await;
    assert_eq!(opened(&cancelled["return"])["status"], "CANCELLED");
    assert_eq!(provider.status(&id).await, "CANCELLED");
    let mut tx = app.db().read().await.unwrap();
    let cards: i64 = tx.scalar("SELECT COUNT(*) FROM sandbox_cards", ()).await.unwrap();
    assert_eq!(cards, 0);
}

#[tokio::test]
async fn the_script_and_the_form_work_under_the_content_security_policy() {
    let app = TestApp::new().await;
    let provider = Provider(&app);
    let script = app.get("/_sandbox/makecommerce/checkout.js").await;
    assert_eq!(script.headers()["content-type"], "text/javascript");
    assert!(script.text().await.unwrap().contains("window.Maksekeskus = { Checkout: { initialize, open } }"));
    let id = provider.create("6.99", true).await;
    let form = app.get(&format!("/_sandbox/card/{id}")).await;
    let policy = form.headers()["content-security-policy"].to_str().unwrap().to_owned();
    assert!(policy.contains("frame-ancestors 'self'") && policy.contains("script-src 'self'"));
    let form = form.text().await.unwrap();
    for name in ["Kinnita makse", "Keeldu", "Kinnita 3-D Secure’iga", "Katkesta"] {
        assert!(form.contains(&format!(">{name}</button>")), "{name}");
    }
    assert!(form.contains("6,99"));
    assert_eq!(provider.status(&id).await, "PENDING", "the buyer is paying");
    let page = app.get("/").await;
    let policy = page.headers()["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("script-src 'self';") && policy.contains("frame-src 'self';"));
}

/// What the buyer does on the bank's page of 3-D Secure.
async fn at_3ds(app: &TestApp, shown: &Value, action: &str) -> Value {
    let asked = app.request(Method::POST, shown["redirect"].as_str().unwrap());
    let asked = asked.header("Accept", "application/json").form(&[("action", action)]);
    asked.send().await.unwrap().json::<Value>().await.unwrap()["return"].clone()
}

async fn come_back(app: &TestApp, signed: &Value) -> String {
    let fields = ["json", "mac"].map(|name| (name, signed[name].as_str().unwrap()));
    location(&app.request(Method::POST, "/api/payments/return").form(&fields).send().await.unwrap())
}

#[tokio::test]
async fn the_3d_secure_detour_comes_back_by_the_browser_alone() {
    let subscriber = Subscriber::open().await;
    subscriber.switch(&json!({ "silent": true })).await;
    let start = subscriber.start("start-trial", &json!({ "subscriptionType": "UNLIMITED" })).await;
    let shown = subscriber.card(&start, "3ds").await;
    assert!(shown.get("paymentToken").is_none(), "completed never fires");
    let page = subscriber.app.get(shown["redirect"].as_str().unwrap()).await.text().await.unwrap();
    assert!(page.contains(">Kinnita</button>") && page.contains(">Katkesta</button>"));
    let back = at_3ds(&subscriber.app, &shown, "approve").await;
    assert_eq!(opened(&back)["message_type"], "token_return");
    come_back(&subscriber.app, &back).await;
    assert_eq!(subscriber.payment(&start).await["status"], "paid");
    let now = subscriber.subscription().await;
    assert_eq!((&now["status"], &now["hasCard"]), (&json!("trial"), &json!(true)));
}

#[tokio::test]
async fn a_cancelled_or_refused_3ds_page_returns_no_token() {
    let subscriber = Subscriber::open().await;
    let trial = json!({ "subscriptionType": "UNLIMITED" });
    let start = subscriber.start("start-trial", &trial).await;
    let shown = subscriber.card(&start, "3ds").await;
    // The bank refuses after all: the message holds an error in place of a token.
    subscriber.switch(&json!({ "refuseZero": true, "silent": true })).await;
    let back = at_3ds(&subscriber.app, &shown, "approve").await;
    let message = opened(&back);
    assert!(message["error"]["code"].is_i64() && message.get("token").is_none());
    come_back(&subscriber.app, &back).await;
    assert_eq!(subscriber.payment(&start).await["status"], "open");
    let back = at_3ds(&subscriber.app, &shown, "cancel").await;
    come_back(&subscriber.app, &back).await;
    assert_eq!(subscriber.payment(&start).await["status"], "cancelled");
    assert_eq!(subscriber.subscription().await["status"], "none");
}

#[tokio::test]
async fn partial_refunds_never_exceed_the_amount() {
    let app = TestApp::new().await;
    let provider = Provider(&app);
    let token = provider.token().await;
    let id = provider.create("10.00", false).await;
    assert_eq!(provider.refund(&id, "1.00").await.1["code"], 1021, "not paid yet");
    provider.charge(&id, &token).await;
    let (status, part) = provider.refund(&id, "4.00").await;
    assert_eq!((status, &part["status"], &part["object"]), (201, &json!("SETTLED"), &json!("refund")));
    let transaction = provider.get(&format!("/transactions/{id}")).await;
    assert_eq!(transaction["status"], "PART_REFUNDED");
    assert_eq!(transaction["refunded_amount"].as_f64(), Some(4.0));
    assert_eq!(provider.refund(&id, "6.01").await.1["code"], 1043);
    let (one, other) = join(provider.refund(&id, "6.00"), provider.refund(&id, "6.00")).await;
    let mut outcomes = [one.0, other.0];
    outcomes.sort_unstable();
    assert_eq!(outcomes, [201, 400]);
    assert_eq!(provider.status(&id).await, "REFUNDED");
    let refund = provider.get(&format!("/refunds/{}", part["id"].as_str().unwrap())).await;
    assert_eq!((&refund["status"], &refund["transaction"]["id"]), (&json!("SETTLED"), &json!(id)));

    let id = provider.create("10.00", false).await;
    provider.charge(&id, &token).await;
    provider.switch(&json!({ "refundsFail": true })).await;
    let (status, failed) = provider.refund(&id, "10.00").await;
    assert_eq!((status, &failed["status"]), (201, &json!("FAILED")), "success of HTTP is none of money");
    assert_eq!(provider.status(&id).await, "COMPLETED");
}

#[tokio::test]
async fn an_unfinished_payment_expires() {
    let app = TestApp::new().await;
    let provider = Provider(&app);
    let id = provider.create("6.99", true).await;
    app.get(&format!("/_sandbox/card/{id}")).await;
    app.advance(Duration::from_mins(31));
    assert_eq!(provider.status(&id).await, "EXPIRED");
    assert_eq!(provider.card(&id, "approve").await["declined"], true);
}
