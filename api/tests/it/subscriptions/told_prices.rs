//! What is told about a charge is what the charge takes.

use heliriiul::{
    config::{Config, PlanPrices, VatRate},
    money::Cents,
};
use serde_json::{Value, json};

use crate::{
    fixtures::subscriber::Subscriber,
    subscriptions::billing::{LIMITED, UNLIMITED, plan},
};

async fn gift(subscriber: &Subscriber, plan: &str, months: &str) {
    let create = ["gift-cards", "create", "--plan", plan, "--months", months];
    let code = subscriber.app.command(&create, "").await.unwrap();
    let body = json!({ "activationCode": code.trim() });
    assert_eq!(subscriber.post("/api/activate-gift-card", &body).await.status(), 200);
}

async fn discount(subscriber: &Subscriber, code: &str, limits: &[&str]) {
    let create = ["discounts", "create", code, "--percent", "50", "--scope", "subscription"];
    subscriber.app.command(&[&create, limits].concat(), "").await.unwrap();
    let path = format!("/api/discounts/{code}/activate");
    assert_eq!(subscriber.post(&path, &json!({})).await.status(), 200);
}

#[tokio::test]
async fn a_stop_and_its_resumption_keep_the_plan_that_is_paid_for() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    gift(&subscriber, UNLIMITED, "1").await;
    subscriber.walk_to("2027-04-15T12:00:00+03:00").await;
    assert_eq!(subscriber.post("/api/unsubscribe", &json!({})).await.status(), 200);
    let stopped = subscriber.subscription().await;
    assert_eq!(
        (&stopped["subscriptionType"], &stopped["nextSubscriptionType"], &stopped["nextAmount"]),
        (&json!(UNLIMITED), &json!(LIMITED), &json!(6.99))
    );
    assert_eq!(stopped["renewsAt"], Value::Null);
    assert_eq!(subscriber.post("/api/change-subscription", &plan(LIMITED)).await.status(), 200);
    let resumed = subscriber.subscription().await;
    assert_eq!(resumed["nextAmount"], json!(6.99));
    subscriber.walk_to("2027-05-10T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99", "6.99"]);
}

#[tokio::test]
async fn the_terms_tell_how_many_payments_a_code_reduces() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-01T12:00:00+02:00").await;
    discount(&subscriber, "YKS", &["--max-per-user", "1"]).await;
    let told = subscriber.get("/api/discounts/active").await;
    assert_eq!(told, json!({ "discountPercentage": 50, "discountedPayments": 1 }));
    let start = subscriber.pay("start-trial", Some(LIMITED)).await;
    assert_eq!((&start["discountedAmount"], &start["discountedPayments"]), (&json!(3.5), &json!(1)));
    subscriber.walk_to("2027-03-15T12:01:00+02:00").await;
    subscriber.walk_to("2027-04-15T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["3.50", "6.99"]);
}

#[tokio::test]
async fn a_code_that_ends_soon_covers_the_charges_within_its_time() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-01T12:00:00+02:00").await;
    discount(&subscriber, "KEVAD", &["--until", "2027-05-02"]).await;
    let start = subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    assert_eq!((&start["amount"], &start["discountedPayments"]), (&json!(3.5), &json!(2)));
    for day in ["2027-04-01", "2027-05-01", "2027-06-01"] {
        let next = subscriber.subscription().await["nextAmount"].as_f64().unwrap();
        subscriber.walk_to(&format!("{day}T12:01:00+03:00")).await;
        assert_eq!(subscriber.taken().await.last().unwrap(), &format!("{next:.2}"), "{day}");
    }
    assert_eq!(subscriber.taken().await, ["3.50", "3.50", "3.50", "6.99"]);
}

#[tokio::test]
async fn the_email_about_the_first_charge_waits_for_a_gift() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-01T12:00:00+02:00").await;
    subscriber.pay("start-trial", Some(LIMITED)).await;
    gift(&subscriber, UNLIMITED, "2").await;
    subscriber.walk_to("2027-05-07T12:00:00+03:00").await;
    let emails = subscriber.emails().await;
    assert_eq!(emails, ["Sinu prooviperiood algas", "Kinkekaart on aktiveeritud"]);
    subscriber.walk_to("2027-05-09T12:00:00+03:00").await;
    assert_eq!(subscriber.emails().await[2], "Sinu paketi esimene makse on 15.5.2027");
    subscriber.walk_to("2027-05-15T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99"]);
}

#[tokio::test]
async fn the_day_of_the_email_about_the_first_charge_is_a_setting() {
    let subscriber = Subscriber::with(|config| config.shop.first_charge_notice_days = 3).await;
    subscriber.walk_to("2027-03-01T12:00:00+02:00").await;
    subscriber.pay("start-trial", Some(LIMITED)).await;
    subscriber.walk_to("2027-03-12T11:59:00+02:00").await;
    assert_eq!(subscriber.emails().await.len(), 1);
    subscriber.walk_to("2027-03-12T12:01:00+02:00").await;
    assert_eq!(subscriber.emails().await[1], "Sinu prooviperiood lõpeb 15.3.2027");
    let text = subscriber.app.emails().await[0]["text"].as_str().unwrap().to_owned();
    assert!(text.contains("lõpeta pakett oma konto lehel") && text.contains("/konto\n"), "{text}");
}

#[tokio::test]
async fn in_grace_the_next_attempt_is_told() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "declines": 1 })).await;
    subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
    let grace = subscriber.subscription().await;
    assert_eq!(grace["status"], "grace");
    assert!(grace["renewsAt"].as_str().unwrap().starts_with("2027-04-11T09:0"), "{grace}");
}

#[tokio::test]
async fn an_account_that_had_only_a_trial_can_be_deleted() {
    let subscriber = Subscriber::open().await;
    subscriber.pay("start-trial", Some(LIMITED)).await;
    subscriber.app.until_notified().await;
    subscriber.app.command(&["user", "delete", "mari@naide.ee"], "").await.unwrap();
    assert_eq!(subscriber.app.get_as(&subscriber.token, "/api/user").await.status(), 401);
}

fn new_price(config: &mut Config) {
    config.shop.plan_prices.push(PlanPrices {
        from: "2027-06-01".to_owned(),
        limited: Cents::new(799),
        unlimited: Cents::new(1_199),
    });
}

#[tokio::test]
async fn a_new_price_is_announced_and_comes_after_the_paid_period() {
    let subscriber = Subscriber::with(new_price).await;
    subscriber.walk_to("2027-04-15T12:00:00+03:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.walk_to("2027-05-01T12:00:00+03:00").await;
    assert_eq!(subscriber.emails().await.len(), 1, "a receipt");
    subscriber.walk_to("2027-05-03T12:00:00+03:00").await;
    assert_eq!(subscriber.emails().await[1], "Paketi hind muutub 15.6.2027");
    let price = async || subscriber.get("/api/config").await["packages"][0]["price"].clone();
    assert_eq!(price().await, json!(6.99));
    subscriber.walk_to("2027-05-15T12:01:00+03:00").await;
    subscriber.walk_to("2027-06-01T12:01:00+03:00").await;
    assert_eq!(price().await, json!(7.99));
    // The period that was paid before has its old price, for an upgrade too.
    let now = subscriber.subscription().await;
    assert_eq!((&now["upgradeAmount"], &now["nextAmount"]), (&json!(2.26), &json!(7.99)));
    subscriber.walk_to("2027-06-15T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99", "6.99", "7.99"]);
    subscriber.walk_to("2027-07-15T12:01:00+03:00").await;
    assert_eq!(subscriber.emails().await.iter().filter(|subject| subject.contains("hind muutub")).count(), 1);
}

#[tokio::test]
async fn a_price_that_could_not_be_announced_in_time_waits() {
    let subscriber = Subscriber::with(new_price).await;
    subscriber.walk_to("2027-05-20T12:00:00+03:00").await;
    // Someone who joins at the old price hears of the new one at once, and pays it a month later.
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.walk_to("2027-05-22T12:00:00+03:00").await;
    assert_eq!(subscriber.emails().await[1], "Paketi hind muutub 20.7.2027");
    subscriber.walk_to("2027-06-20T12:01:00+03:00").await;
    subscriber.walk_to("2027-07-20T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99", "6.99", "7.99"]);
    // The plan whose price stays the same needs no email.
    let subscriber = Subscriber::with(new_price).await;
    subscriber.walk_to("2027-05-20T12:00:00+03:00").await;
    subscriber.pay("checkout-subscription", Some(UNLIMITED)).await;
    subscriber.walk_to("2027-06-10T12:00:00+03:00").await;
    assert_eq!(subscriber.emails().await.len(), 1);
}

#[tokio::test]
async fn the_vat_is_that_of_the_day_of_payment() {
    let subscriber = Subscriber::with(|config| {
        config.shop.vat.push(VatRate { from: "2027-04-11".to_owned(), books: 1_300, other: 2_600 });
    })
    .await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    // Declined on the 10th, paid on the 11th.
    subscriber.switch(&json!({ "declines": 1 })).await;
    subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
    subscriber.walk_to("2027-04-11T12:02:00+03:00").await;
    let rates = "SELECT vat_basis_points, vat_cents FROM subscription_payments ORDER BY created_at";
    let rates: Vec<(i64, Cents)> = subscriber.app.db().all(rates, ()).await.unwrap();
    assert_eq!(rates, [(2_400, Cents::new(135)), (2_600, Cents::new(144))]);
}
