//! Background work: recurring jobs, leases, and several runners at once.

use std::time::Duration;

use heliriiul::worker;

use crate::fixtures::app::TestApp;

async fn count(app: &TestApp, sql: &'static str) -> i64 {
    app.db().scalar(sql, ()).await.unwrap()
}

#[tokio::test]
async fn a_recurring_job_runs_once_in_a_period_with_several_runners() {
    let app = TestApp::new().await;
    for _ in 0..2 {
        let runs = (0..4).map(|_| worker::run_due(&app.state));
        for result in futures::future::join_all(runs).await {
            result.unwrap();
        }
    }
    let cleanups =
        "SELECT COUNT(*) FROM jobs WHERE kind = 'cleanup' AND done_at IS NOT NULL AND attempts = 1";
    assert_eq!(count(&app, cleanups).await, 1);
    app.advance(Duration::from_hours(1));
    worker::run_due(&app.state).await.unwrap();
    assert_eq!(count(&app, cleanups).await, 2);
}

#[tokio::test]
async fn a_job_of_a_dead_node_is_claimed_again_when_its_lease_expires() {
    let app = TestApp::new().await;
    worker::run_due(&app.state).await.unwrap();
    let now = app.clock.now();
    let mut tx = app.db().write().await.unwrap();
    let updated = tx
        .execute(
            "UPDATE jobs SET done_at = NULL, attempts = 0, leased_until = $1 WHERE kind = 'cleanup'",
            (now.plus(Duration::from_mins(1)),),
        )
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(updated, 1);
    let open = "SELECT COUNT(*) FROM jobs WHERE kind = 'cleanup' AND done_at IS NULL";
    worker::run_due(&app.state).await.unwrap();
    assert_eq!(count(&app, open).await, 1);
    app.advance(Duration::from_secs(61));
    worker::run_due(&app.state).await.unwrap();
    assert_eq!(count(&app, open).await, 0);
}

#[tokio::test]
async fn cleanup_deletes_only_old_counters() {
    let app = TestApp::new().await;
    let now = app.clock.now();
    let mut tx = app.db().write().await.unwrap();
    for (key, age) in [("old", 72), ("new", 1)] {
        tx.execute(
            "INSERT INTO rate_counters (key, window_start, hits) VALUES ($1, $2, 1)",
            (key, now.minus(Duration::from_hours(age))),
        )
        .await
        .unwrap();
    }
    tx.commit().await.unwrap();
    worker::run_due(&app.state).await.unwrap();
    assert_eq!(count(&app, "SELECT COUNT(*) FROM rate_counters WHERE key = 'new'").await, 1);
    assert_eq!(count(&app, "SELECT COUNT(*) FROM rate_counters").await, 1);
}

#[tokio::test]
async fn an_email_that_cannot_be_sent_is_retried_for_good_and_becomes_an_incident() {
    let app = TestApp::with(|config| {
        config.mail.transport = heliriiul::config::EmailTransport::Smtp;
        config.mail.smtp_url = heliriiul::config::Secret::new("smtp://127.0.0.1:9");
    })
    .await;
    app.register("mari@naide.ee").await;
    let incidents = "SELECT COUNT(*) FROM payment_incidents WHERE kind = 'job-fails' AND resolved_at IS NULL";
    for attempt in 1..=70_i64 {
        worker::run_due(&app.state).await.unwrap();
        assert_eq!(count(&app, "SELECT attempts FROM jobs WHERE kind = 'send-email'").await, attempt);
        assert_eq!(count(&app, incidents).await, i64::from(attempt >= 20));
        app.advance(Duration::from_hours(24));
    }
    let list = app.command(&["jobs", "list"], "").await.unwrap();
    assert!(list.contains("send-email") && list.contains("The mail server does not respond."), "{list}");
    let unsent = app.command(&["email", "list"], "").await.unwrap();
    assert!(unsent.contains("mari@naide.ee"), "{unsent}");
    let id = unsent.split_whitespace().nth(1).unwrap();
    worker::run_due(&app.state).await.unwrap();
    assert!(app.command(&["email", "resend", id], "").await.unwrap().contains("1 due now"));
    assert!(app.command(&["jobs", "retry"], "").await.unwrap().contains("0 due now"));
    // The mail server is back: the incident goes by itself.
    app.db().execute("UPDATE emails SET sent_at = 1", ()).await.unwrap();
    worker::run_due(&app.state).await.unwrap();
    assert_eq!(count(&app, incidents).await, 0);
    assert!(app.command(&["email", "resend", id], "").await.unwrap_err().contains("accepted it"));
}
