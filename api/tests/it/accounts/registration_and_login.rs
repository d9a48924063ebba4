//! New accounts: registration, verification, the rules of the forms, and the operators' command.

use std::time::Duration;

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use crate::fixtures::app::{TestApp, problem};

const HOUR: Duration = Duration::from_hours(1);

fn account(email: &str) -> Value {
    json!({ "email": email, "firstName": "Mari", "lastName": "Maasikas", "password": "heliriiul" })
}

#[tokio::test]
async fn a_listener_registers_and_verifies_the_address() {
    let app = TestApp::new().await;
    let response = app.post("/api/register", &account(" Mari@Naide.ee ")).await;
    assert_eq!(response.status(), 201);
    let user: Value = response.json().await.unwrap();
    for (field, value) in [
        ("email", json!("Mari@Naide.ee")),
        ("firstName", json!("Mari")),
        ("lastName", json!("Maasikas")),
        ("isLoggedIn", json!(true)),
        ("emailVerifiedAt", json!(null)),
        ("subscriptionActive", json!(false)),
        ("subscriptionType", json!(null)),
        ("subscriptionExpiresAt", json!(null)),
        ("trialActive", json!(false)),
        ("role", json!("listener")),
    ] {
        assert_eq!(user[field], value, "{field}");
    }
    let token = user["apiToken"].as_str().unwrap();
    let again = app.get_as(token, "/api/user").await;
    assert_eq!(again.headers()["cache-control"], "private, no-store");
    let again: Value = again.json().await.unwrap();
    assert_eq!(again, user);

    let emails = app.emails().await;
    assert_eq!(emails.len(), 1);
    assert_eq!(emails[0]["to"], "Mari@Naide.ee");
    assert_eq!(emails[0]["subject"], "Kinnita oma meiliaadress");
    let link = emails[0]["links"][0].as_str().unwrap();
    assert!(link.starts_with(&format!("{}/verify-email?token=", app.base)), "{link}");
    assert!(emails[0]["html"].as_str().unwrap().contains("Kinnita meiliaadress"));
    assert!(emails[0]["text"].as_str().unwrap().contains("Tere, Mari!"));

    let body = json!({ "token": app.emailed_token().await });
    let verified: Value = app.post("/api/verify", &body).await.json().await.unwrap();
    let user: Value = app.get_as(token, "/api/user").await.json().await.unwrap();
    assert_eq!(user["emailVerifiedAt"], verified["emailVerifiedAt"]);
    assert!(verified["emailVerifiedAt"].is_string());
    problem(app.post("/api/verify", &body).await, 422, "token-invalid").await;
}

#[tokio::test]
async fn the_outbox_is_also_a_page_for_people() {
    let app = TestApp::new().await;
    let mut body = account("mari@naide.ee");
    body["firstName"] = json!("<b>Mari</b>");
    body["trial"] = json!(true);
    app.post("/api/register", &body).await;
    let page = app.get("/_sandbox/mail").await;
    assert_eq!(page.headers()["content-type"], "text/html; charset=utf-8");
    let page = page.text().await.unwrap();
    assert!(page.contains("Kinnita oma meiliaadress") && !page.contains("<b>Mari"), "{page}");
    let listed = app.emails().await.remove(0);
    assert!(listed["links"][0].as_str().unwrap().ends_with("&trial=true"));
    let email = app.get(&format!("/_sandbox/mail/{}", listed["id"].as_str().unwrap())).await;
    let email = email.text().await.unwrap();
    assert!(email.contains("Tere, &lt;b&gt;Mari&lt;") && !email.contains("<b>Mari"), "{email}");
    problem(app.get("/_sandbox/mail/not-an-id").await, 404, "not-found").await;
}

#[tokio::test]
async fn an_address_has_one_account_whatever_its_case() {
    let app = TestApp::new().await;
    app.register("Õie@Naide.ee").await;
    problem(app.post("/api/register", &account("õIE@naide.EE")).await, 409, "email-in-use").await;
    let login = json!({ "email": " ÕIE@NAIDE.ee ", "password": "heliriiul" });
    let user: Value = app.post("/api/login", &login).await.json().await.unwrap();
    assert_eq!(user["email"], "Õie@Naide.ee");
}

#[tokio::test]
async fn of_concurrent_registrations_of_one_address_one_succeeds() {
    let app = TestApp::new().await;
    let body = account("mari@naide.ee");
    let responses = join_all((0..6).map(|_| app.post("/api/register", &body))).await;
    let mut statuses: Vec<u16> = responses.iter().map(|response| response.status().as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409, 409, 409, 409, 409]);
    assert_eq!(app.emails().await.len(), 1);
}

#[tokio::test]
async fn of_concurrent_uses_of_one_token_one_succeeds() {
    let app = TestApp::new().await;
    app.register("mari@naide.ee").await;
    let body = json!({ "token": app.emailed_token().await });
    let responses = join_all((0..10).map(|_| app.post("/api/verify", &body))).await;
    assert_eq!(responses.iter().filter(|response| response.status() == 200).count(), 1);
    assert_eq!(responses.iter().filter(|response| response.status() == 422).count(), 9);

    app.post("/api/forgot-password", &json!({ "email": "mari@naide.ee" })).await;
    let first = app.emailed_token().await;
    app.post("/api/forgot-password", &json!({ "email": "mari@naide.ee" })).await;
    let second = app.emailed_token().await;
    assert_ne!(first, second);
    let bodies: Vec<Value> = (0..6)
        .map(|n| {
            let token = if n % 2 == 0 { &first } else { &second };
            json!({ "token": token, "password": format!("parool {n}") })
        })
        .collect();
    let responses = join_all(bodies.iter().map(|body| app.post("/api/reset-password", body))).await;
    assert_eq!(responses.iter().filter(|response| response.status() == 200).count(), 1);
    assert_eq!(responses.iter().filter(|response| response.status() == 422).count(), 5);
}

#[tokio::test]
async fn tokens_expire_and_have_one_purpose() {
    let app = TestApp::new().await;
    app.register("mari@naide.ee").await;
    let verify = app.emailed_token().await;
    app.post("/api/forgot-password", &json!({ "email": "MARI@naide.ee" })).await;
    let reset = app.emailed_token().await;
    assert_eq!(app.emails().await[0]["subject"], "Parooli muutmine");

    let body = json!({ "token": verify, "password": "uus parool" });
    problem(app.post("/api/reset-password", &body).await, 422, "token-invalid").await;
    problem(app.post("/api/verify", &json!({ "token": reset })).await, 422, "token-invalid").await;

    app.advance(HOUR + Duration::from_secs(1));
    let body = json!({ "token": reset, "password": "uus parool" });
    problem(app.post("/api/reset-password", &body).await, 422, "token-invalid").await;
    app.advance(71 * HOUR);
    problem(app.post("/api/verify", &json!({ "token": verify })).await, 422, "token-invalid").await;
}

#[tokio::test]
async fn the_verification_email_can_be_resent_until_the_address_is_verified() {
    let app = TestApp::new().await;
    app.advance_to_hour();
    let session = app.register("mari@naide.ee").await;
    let first = app.emailed_token().await;
    app.advance(Duration::from_secs(1));
    assert_eq!(app.post_as(&session, "/api/verify/resend", &json!({ "trial": true })).await.status(), 202);
    let link = app.emails().await[0]["links"][0].as_str().unwrap().to_owned();
    assert!(link.ends_with("&trial=true"), "{link}");
    assert_eq!(app.post_as(&session, "/api/verify/resend", &json!({})).await.status(), 202);
    let second = app.emailed_token().await;
    assert_ne!(first, second);
    assert_eq!(app.post("/api/verify", &json!({ "token": first })).await.status(), 200);
    problem(app.post("/api/verify", &json!({ "token": second })).await, 422, "token-invalid").await;
    assert_eq!(app.post_as(&session, "/api/verify/resend", &json!({})).await.status(), 202);
    assert_eq!(app.emails().await.len(), 3);
    problem(app.post("/api/verify/resend", &json!({})).await, 401, "unauthorized").await;
    let nothing = json!({});
    let responses = join_all((0..12).map(|_| app.post_as(&session, "/api/verify/resend", &nothing))).await;
    assert!(responses.iter().any(|response| response.status() == 429));
}

#[tokio::test]
async fn bulk_registration_is_refused() {
    let app = TestApp::new().await;
    app.advance_to_hour();
    app.register("mari@naide.ee").await;
    let body = account("mari@naide.ee");
    for _ in 1..300 {
        problem(app.post("/api/register", &body).await, 409, "email-in-use").await;
    }
    let refused = app.post("/api/register", &account("jaan@naide.ee")).await;
    assert!(refused.headers().contains_key("retry-after"));
    problem(refused, 429, "too-many-requests").await;
}

#[tokio::test]
async fn bad_input_names_its_field() {
    let app = TestApp::new().await;
    let long = "õ".repeat(201);
    let megabyte = "a".repeat(1024 * 1024);
    let nothing = json!({});
    for (address, good) in [
        ("/api/register", account("mari@naide.ee")),
        ("/api/login", json!({ "email": "mari@naide.ee", "password": "heliriiul" })),
        ("/api/verify", json!({ "token": "x" })),
        ("/api/forgot-password", json!({ "email": "mari@naide.ee" })),
        ("/api/reset-password", json!({ "token": "x", "password": "heliriiul" })),
    ] {
        for field in good.as_object().unwrap().keys() {
            for (value, code) in [
                (json!(null), "invalid"),
                (json!(5), "invalid"),
                (json!(-1e300), "invalid"),
                (json!(["a"]), "invalid"),
                (json!({ "a": 1 }), "invalid"),
                (json!(true), "invalid"),
                (json!("a\u{0}b"), "invalid"),
                (json!(""), "required"),
                (json!(long), "too-long"),
            ] {
                let mut body = good.clone();
                body[field] = value;
                let problem = problem(app.post(address, &body).await, 422, "validation").await;
                let named = &problem["errors"][0];
                assert_eq!((&named["field"], &named["code"]), (&json!(field), &json!(code)), "{address}");
            }
            let mut body = good.clone();
            body[field] = json!(megabyte);
            problem(app.post(address, &body).await, 413, "payload-too-large").await;
            let mut body = good.clone();
            body.as_object_mut().unwrap().shift_remove(field);
            let problem = problem(app.post(address, &body).await, 422, "validation").await;
            assert_eq!(problem["errors"][0], json!({ "field": field, "code": "required" }), "{address}");
        }
        problem(app.post(address, &nothing).await, 422, "validation").await;
        let raw = |kind: &str, body: &'static [u8]| {
            app.request(Method::POST, address).header("Content-Type", kind).body(body).send()
        };
        let surrogates = br#"{"email":"\ud800","token":"\udfff","password":"\ud800"}"#;
        problem(raw("application/json", surrogates).await.unwrap(), 400, "malformed-request").await;
        let broken = b"{\"email\":\"\xff\",\"token\":\"\xff\"}";
        problem(raw("application/json", broken).await.unwrap(), 400, "malformed-request").await;
        problem(raw("application/json", b"").await.unwrap(), 400, "malformed-request").await;
        problem(raw("text/plain", b"{}").await.unwrap(), 415, "unsupported-media-type").await;
        problem(app.get(address).await, 405, "method-not-allowed").await;
    }
}

#[tokio::test]
async fn all_faults_of_a_form_are_reported_at_once() {
    let app = TestApp::new().await;
    let body = json!({ "email": "mari@naide", "firstName": "  ", "lastName": "a\nb", "password": "viis5" });
    let problem = problem(app.post("/api/register", &body).await, 422, "validation").await;
    assert_eq!(
        problem["errors"],
        json!([
            { "field": "email", "code": "invalid" },
            { "field": "firstName", "code": "required" },
            { "field": "lastName", "code": "invalid" },
            { "field": "password", "code": "too-short" },
        ])
    );
    let mut body = account("mari@naide.ee");
    body["password"] = json!("õõõõõõ");
    body["unknown"] = json!({ "is": "ignored" });
    assert_eq!(app.post("/api/register", &body).await.status(), 201);
}

#[tokio::test]
async fn operators_manage_accounts() {
    let app = TestApp::new().await;
    let create = ["user", "create", "Haldur@naide.ee", "--first-name", "Halli", "--last-name", "Haldur"];
    app.command(&[&create[..], &["--role", "editor"]].concat(), "esimene parool\n").await.unwrap();
    let again = app.command(&create, "esimene parool\n").await.unwrap_err();
    assert!(again.contains("email-in-use"), "{again}");
    let short = app.command(&["user", "set-password", "haldur@NAIDE.ee"], "viis5\n").await.unwrap_err();
    assert!(short.contains("validation"), "{short}");

    let login = |password| json!({ "email": "haldur@naide.ee", "password": password });
    let user: Value = app.post("/api/login", &login("esimene parool")).await.json().await.unwrap();
    assert_eq!(user["role"], "editor");
    assert!(user["emailVerifiedAt"].is_string());
    let token = user["apiToken"].as_str().unwrap();

    app.command(&["user", "grant", "haldur@naide.ee", "admin"], "").await.unwrap();
    let list = app.command(&["user", "list"], "").await.unwrap();
    assert!(list.starts_with("Haldur@naide.ee\tadmin\tverified\t"), "{list}");
    app.command(&["user", "revoke", "haldur@naide.ee"], "").await.unwrap();
    let user: Value = app.get_as(token, "/api/user").await.json().await.unwrap();
    assert_eq!(user["role"], "listener");

    app.command(&["user", "delete-sessions", "haldur@naide.ee"], "").await.unwrap();
    assert_eq!(app.get_as(token, "/api/user").await.status(), 401);
    app.command(&["user", "set-password", "haldur@naide.ee"], "teine parool\r\n").await.unwrap();
    assert_eq!(app.post("/api/login", &login("teine parool")).await.status(), 200);
    app.command(&["user", "delete", "haldur@naide.ee"], "").await.unwrap();
    problem(app.post("/api/login", &login("teine parool")).await, 401, "invalid-credentials").await;
    let missing = app.command(&["user", "grant", "haldur@naide.ee", "admin"], "").await.unwrap_err();
    assert!(missing.contains("not-found"), "{missing}");
}
