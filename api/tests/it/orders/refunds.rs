//! `heliriiul payments refund`: a refund is made exactly once, even if a call or the process fails.

use std::{process::Stdio, time::Duration};

use futures::future::join;
use serde_json::{Value, json};

use crate::{fixtures::shop::Shop, subscriptions::cards::Provider};

/// A shop whose buyer has paid for one book, 9.90.
struct Paid {
    shop: Shop,
    order: Value,
    id: String,
}

impl Paid {
    async fn new() -> Self {
        let shop = Shop::open().await;
        let order = shop.checkout(&["kevade"]).await;
        let id = order["transactionId"].as_str().unwrap().to_owned();
        shop.at_bank(&id, "pay").await;
        shop.until_order(&order, "paid").await;
        Self { shop, order, id }
    }

    /// The command, with a timeout of one second for the provider.
    async fn refund(&self, options: &[&str]) -> Result<String, String> {
        let output = self.refunding(options).stdin(Stdio::null()).output().await.unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
    }

    fn refunding(&self, options: &[&str]) -> tokio::process::Command {
        let arguments = [&["payments", "refund", &self.id], options].concat();
        let mut program = self.shop.app.program(&arguments);
        program.env("HELIRIIUL_PAYMENTS__TIMEOUT_SECONDS", "1").env("HELIRIIUL_LOG", "off");
        program
    }

    async fn run(&self, arguments: &[&str]) -> String {
        self.shop.app.command(arguments, "").await.unwrap()
    }

    /// Moves the clock of this and of other processes, and runs the due jobs.
    async fn later(&self, seconds: u64) {
        let answer = self.shop.app.post("/_sandbox/clock", &json!({ "advanceSeconds": seconds })).await;
        assert_eq!(answer.status(), 200);
    }

    /// Refunds that the provider has made, in cents.
    async fn made(&self) -> Vec<i64> {
        let mut tx = self.shop.app.db().read().await.unwrap();
        tx.scalars(
            "SELECT amount_cents FROM sandbox_refunds WHERE status <> 'FAILED' ORDER BY created_at, id",
            (),
        )
        .await
        .unwrap()
    }

    /// Rows of the store, as cents and status.
    async fn rows(&self) -> Vec<(i64, String)> {
        let mut tx = self.shop.app.db().read().await.unwrap();
        tx.all("SELECT amount_cents, status FROM refunds ORDER BY created_at, id", ()).await.unwrap()
    }

    async fn plan(&self, cents: i64) {
        let mut tx = self.shop.app.db().write().await.unwrap();
        tx.execute(
            "INSERT INTO refunds (id, transaction_id, amount_cents, status, comment, created_at, \
             updated_at) VALUES ($1, $2, $3, 'planned', 'Paid twice', 1, 1)",
            (heliriiul_db::RecordId::new(), &self.id, cents),
        )
        .await
        .unwrap();
        tx.commit().await.unwrap();
    }
}

fn row(cents: i64, status: &str) -> (i64, String) {
    (cents, status.to_owned())
}

#[tokio::test]
async fn a_full_refund_changes_the_order() {
    let paid = Paid::new().await;
    assert_eq!(paid.refund(&["--comment", "Eksitus"]).await.unwrap(), "9.90 EUR: SETTLED\n");
    paid.shop.until_order(&paid.order, "refunded").await;
    assert_eq!(paid.rows().await, [row(990, "SETTLED")]);
    let shown = paid.run(&["payments", "show", &paid.id]).await;
    assert!(shown.contains("refund of 9.90 EUR, SETTLED: Eksitus"), "{shown}");
    assert!(shown.contains("refund-changed by cli"), "{shown}");
    let again = paid.refund(&["--comment", "Eksitus"]).await.unwrap_err();
    assert!(again.contains("0.00 EUR is left"), "{again}");
    assert_eq!(paid.made().await, [990]);
}

#[tokio::test]
async fn partial_refunds_add_up_and_the_same_command_is_the_same_refund() {
    let paid = Paid::new().await;
    let part = ["--amount", "4.00", "--comment", "Pool"];
    assert_eq!(paid.refund(&part).await.unwrap(), "4.00 EUR: SETTLED\n");
    assert!(paid.refund(&part).await.unwrap().contains("nothing was sent now"));
    assert_eq!(paid.made().await, [400]);
    assert_eq!(paid.shop.order(&paid.order).await["status"], "paid");
    let much = paid.refund(&["--amount", "5.91", "--comment", "Ülejäänu"]).await.unwrap_err();
    assert!(much.contains("5.90 EUR is left"), "{much}");
    for wrong in ["0", "-1.00"] {
        assert!(paid.refund(&[&format!("--amount={wrong}"), "--comment", "x"]).await.is_err());
    }
    assert!(paid.refund(&["--comment", "  "]).await.is_err());
    assert_eq!(paid.refund(&["--comment", "Ülejäänu"]).await.unwrap(), "5.90 EUR: SETTLED\n");
    assert_eq!(paid.made().await, [400, 590]);
    paid.shop.until_order(&paid.order, "refunded").await;
}

#[tokio::test]
async fn a_refund_covers_planned_ones() {
    let paid = Paid::new().await;
    paid.plan(300).await;
    paid.plan(400).await;
    let listed = paid.run(&["payments", "list", "--needs-attention"]).await;
    assert!(listed.contains("refund of 3.00 EUR, planned"), "{listed}");
    paid.refund(&["--amount", "5.00", "--comment", "Topelt"]).await.unwrap();
    assert_eq!(paid.rows().await, [row(300, "covered"), row(200, "planned"), row(500, "SETTLED")]);
    paid.refund(&["--comment", "Topelt"]).await.unwrap();
    assert_eq!(
        paid.rows().await,
        [row(300, "covered"), row(200, "covered"), row(500, "SETTLED"), row(490, "SETTLED")]
    );
    assert_eq!(paid.run(&["payments", "list", "--needs-attention"]).await, "");
}

#[tokio::test]
async fn a_refund_made_in_the_portal_is_not_made_again() {
    let paid = Paid::new().await;
    paid.plan(990).await;
    assert_eq!(Provider(&paid.shop.app).refund(&paid.id, "4.00").await.0, 201);
    assert_eq!(paid.refund(&["--comment", "Ülejäänu"]).await.unwrap(), "5.90 EUR: SETTLED\n");
    assert_eq!(paid.made().await, [400, 590]);
    let rows = paid.rows().await;
    assert_eq!(rows, [row(590, "covered"), row(400, "SETTLED"), row(590, "SETTLED")]);
}

#[tokio::test]
async fn a_payment_in_process_is_refunded_later() {
    let paid = Paid::new().await;
    paid.shop.switch(&json!({ "processing": 1 })).await;
    let early = paid.refund(&["--comment", "Eksitus"]).await.unwrap_err();
    assert!(early.contains("still being processed") && early.contains("later"), "{early}");
    assert_eq!(paid.rows().await, [row(990, "refused")]);
    assert_eq!(paid.refund(&["--comment", "Eksitus"]).await.unwrap(), "9.90 EUR: SETTLED\n");
    assert_eq!(paid.made().await, [990]);
}

#[tokio::test]
async fn a_failed_refund_is_shown_and_listed() {
    let paid = Paid::new().await;
    paid.shop.switch(&json!({ "refundsFail": true })).await;
    let failed = paid.refund(&["--comment", "Eksitus"]).await.unwrap_err();
    assert!(failed.contains("could not give it back"), "{failed}");
    assert_eq!(paid.rows().await, [row(990, "FAILED")]);
    assert_eq!(paid.shop.incidents().await, ["refund-failed"]);
    assert!(paid.run(&["payments", "list", "--needs-attention"]).await.contains("refund-failed"));
    assert_eq!(paid.shop.order(&paid.order).await["status"], "paid");
    paid.shop.switch(&json!({})).await;
    paid.refund(&["--comment", "Eksitus"]).await.unwrap();
    assert_eq!(paid.made().await, [990]);
}

#[tokio::test]
async fn a_bank_can_reject_a_refund_later() {
    let paid = Paid::new().await;
    paid.plan(990).await;
    paid.shop.switch(&json!({ "refundsWait": true })).await;
    assert_eq!(paid.refund(&["--comment", "Topelt"]).await.unwrap(), "9.90 EUR: CREATED\n");
    assert_eq!(paid.rows().await, [row(990, "covered"), row(990, "CREATED")]);
    paid.later(2 * 3600).await;
    assert_eq!(paid.rows().await[1], row(990, "CREATED"));
    paid.shop.switch(&json!({ "refundsFail": true })).await;
    paid.later(2 * 3600).await;
    assert_eq!(paid.rows().await, [row(990, "covered"), row(990, "FAILED"), row(990, "planned")]);
    assert_eq!(paid.shop.incidents().await, ["refund-failed"]);
}

#[tokio::test]
async fn after_an_unanswered_call_the_provider_is_asked_before_a_refund() {
    for (fault, had_arrived) in [("hangs", true), ("errors", true), ("lost", false)] {
        let paid = Paid::new().await;
        paid.shop.switch(&json!({ fault: 1, "only": "refund" })).await;
        let part = ["--amount", "4.00", "--comment", "Pool"];
        let unanswered = paid.refund(&part).await.unwrap_err();
        assert!(unanswered.contains("did not answer"), "{fault}: {unanswered}");
        assert_eq!(paid.made().await.len(), usize::from(had_arrived), "{fault}");
        assert_eq!(paid.rows().await, [row(400, "sending")], "{fault}");
        let listed = paid.run(&["payments", "list", "--needs-attention"]).await;
        assert!(listed.contains("refund of 4.00 EUR, sending"), "{listed}");
        let soon = paid.refund(&part).await.unwrap_err();
        assert!(soon.contains("under way"), "{soon}");

        paid.later(90).await;
        let again = paid.refund(&part).await.unwrap();
        assert_eq!(again.contains("nothing was sent now"), had_arrived, "{fault}: {again}");
        assert_eq!(paid.made().await, [400], "{fault}");
        let settled = paid.rows().await.into_iter().filter(|row| row.1 == "SETTLED").count();
        assert_eq!(settled, 1, "{fault}");
    }
}

#[tokio::test]
async fn an_earlier_refund_that_arrived_late_does_not_stand_for_another() {
    let paid = Paid::new().await;
    paid.shop.switch(&json!({ "hangs": 1, "only": "refund" })).await;
    paid.refund(&["--amount", "4.00", "--comment", "Esimene"]).await.unwrap_err();
    paid.later(90).await;
    let other = paid.refund(&["--amount", "2.00", "--comment", "Teine"]).await.unwrap();
    assert_eq!(other, "2.00 EUR: SETTLED\n");
    assert_eq!(paid.made().await, [400, 200]);
}

#[tokio::test]
async fn nothing_is_sent_to_a_provider_that_does_not_answer() {
    let paid = Paid::new().await;
    paid.shop.switch(&json!({ "lost": 3, "only": "get" })).await;
    assert!(paid.refund(&["--comment", "Eksitus"]).await.is_err());
    assert!(paid.rows().await.is_empty() && paid.made().await.is_empty());
    paid.shop.switch(&json!({ "rateLimited": 1, "only": "refund" })).await;
    let hurried = paid.refund(&["--comment", "Eksitus"]).await.unwrap_err();
    assert!(hurried.contains("Nothing was sent"), "{hurried}");
    assert_eq!(paid.refund(&["--comment", "Eksitus"]).await.unwrap(), "9.90 EUR: SETTLED\n");
}

#[tokio::test]
async fn of_two_operators_at_once_one_makes_the_refund() {
    let paid = Paid::new().await;
    for part in ["2.00", "3.00", "0.10", "0.20", "0.30"] {
        let options = ["--amount", part, "--comment", "Korraga"];
        let (one, other) = join(paid.refund(&options), paid.refund(&options)).await;
        assert!(one.is_ok() || other.is_ok(), "{one:?} {other:?}");
    }
    assert_eq!(paid.made().await, [200, 300, 10, 20, 30]);
    let whole = ["--comment", "Ülejäänu"];
    let (one, other) = join(paid.refund(&whole), paid.refund(&whole)).await;
    assert_eq!(usize::from(one.is_ok()) + usize::from(other.is_ok()), 1, "{one:?} {other:?}");
    assert_eq!(paid.made().await, [200, 300, 10, 20, 30, 430]);
}

#[tokio::test]
async fn a_refund_of_a_killed_process_is_made_once() {
    for millis in [20, 60, 100, 140, 200, 300] {
        let paid = Paid::new().await;
        let part = ["--amount", "4.00", "--comment", "Pool"];
        let mut child = paid.refunding(&part).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        tokio::time::sleep(Duration::from_millis(millis)).await;
        child.kill().await.unwrap();
        paid.later(90).await;
        assert!(paid.refund(&part).await.is_ok(), "{millis}");
        assert_eq!(paid.made().await, [400], "killed after {millis} ms");
        let settled = paid.rows().await.into_iter().filter(|row| row.1 == "SETTLED").count();
        assert_eq!(settled, 1, "killed after {millis} ms");
    }
}

#[tokio::test]
async fn only_paid_transactions_are_refunded() {
    let paid = Paid::new().await;
    let open = paid.shop.checkout(&["suvi"]).await;
    let id = open["transactionId"].as_str().unwrap();
    let app = &paid.shop.app;
    let refused = app.command(&["payments", "refund", id, "--comment", "x"], "").await.unwrap_err();
    assert!(refused.contains("Created"), "{refused}");
    let unknown = app.command(&["payments", "refund", "no-such", "--comment", "x"], "").await.unwrap_err();
    assert!(unknown.contains("no such transaction"), "{unknown}");
}
