//! Sessions: login, logout and password reset, also under load.

use std::time::{Duration, Instant};

use futures::future::join_all;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::fixtures::app::{TestApp, problem};

const HOUR: Duration = Duration::from_hours(1);

async fn status_of_user(app: &TestApp, token: &str) -> StatusCode {
    app.get_as(token, "/api/user").await.status()
}

#[tokio::test]
async fn each_login_begins_a_new_session() {
    let app = TestApp::new().await;
    let first = app.register("mari@naide.ee").await;
    let login = json!({ "email": "mari@naide.ee", "password": "heliriiul" });
    let user: Value = app.post("/api/login", &login).await.json().await.unwrap();
    let second = user["apiToken"].as_str().unwrap();
    assert_ne!(first, second);
    let logout = app.request(Method::POST, "/api/logout").bearer_auth(second);
    assert_eq!(logout.send().await.unwrap().status(), 204);
    problem(app.get_as(second, "/api/user").await, 401, "unauthorized").await;
    problem(app.post_as(second, "/api/logout", &json!({})).await, 401, "unauthorized").await;
    assert_eq!(status_of_user(&app, &first).await, 200);
}

#[tokio::test]
async fn either_header_is_accepted_but_not_two_that_differ() {
    let app = TestApp::new().await;
    let mari = app.register("mari@naide.ee").await;
    let jaan = app.register("jaan@naide.ee").await;
    let user_request = || app.request(Method::GET, "/api/user");
    let both = user_request().header("Api-Token", &mari).bearer_auth(&mari).send().await.unwrap();
    assert_eq!(both.status(), 200);
    let bearer = user_request().header("Authorization", format!("bearer  {mari}")).send().await.unwrap();
    assert_eq!(bearer.status(), 200);
    let differing = user_request().header("Api-Token", &mari).bearer_auth(&jaan).send().await.unwrap();
    problem(differing, 401, "token-mismatch").await;
    problem(user_request().send().await.unwrap(), 401, "unauthorized").await;
    for nonsense in ["", "x", &"x".repeat(5000), "õ", "' OR 1=1 --"] {
        let response = user_request().header("Api-Token", nonsense.as_bytes()).send().await.unwrap();
        problem(response, 401, "unauthorized").await;
    }
}

#[tokio::test]
async fn a_session_ends_after_a_year_without_use() {
    let app = TestApp::new().await;
    let used = app.register("mari@naide.ee").await;
    let unused = app.register("jaan@naide.ee").await;
    app.advance(300 * 24 * HOUR);
    assert_eq!(status_of_user(&app, &used).await, 200);
    app.advance(100 * 24 * HOUR);
    assert_eq!(status_of_user(&app, &used).await, 200);
    assert_eq!(status_of_user(&app, &unused).await, 401);
}

#[tokio::test]
async fn a_reset_ends_all_sessions_and_begins_one() {
    let app = TestApp::new().await;
    let old = app.register("mari@naide.ee").await;
    let forgot = app.post("/api/forgot-password", &json!({ "email": "mari@naide.ee" })).await;
    assert_eq!(forgot.status(), 202);
    let body = json!({ "token": app.emailed_token().await, "password": "uus parool" });
    let response = app.post("/api/reset-password", &body).await;
    assert_eq!(response.status(), 200);
    let user: Value = response.json().await.unwrap();
    assert_eq!(status_of_user(&app, &old).await, 401);
    assert_eq!(status_of_user(&app, user["apiToken"].as_str().unwrap()).await, 200);
    let login = |password| json!({ "email": "mari@naide.ee", "password": password });
    problem(app.post("/api/login", &login("heliriiul")).await, 401, "invalid-credentials").await;
    assert_eq!(app.post("/api/login", &login("uus parool")).await.status(), 200);
}

/// A session that began with the old password must not survive the reset, whichever of the two comes first.
#[tokio::test]
async fn no_login_with_the_old_password_survives_a_reset() {
    let app = TestApp::new().await;
    app.register("mari@naide.ee").await;
    for round in 0..4 {
        app.post("/api/forgot-password", &json!({ "email": "mari@naide.ee" })).await;
        let old = if round == 0 { "heliriiul".to_owned() } else { format!("parool {round}") };
        let reset =
            json!({ "token": app.emailed_token().await, "password": format!("parool {}", round + 1) });
        let login = json!({ "email": "mari@naide.ee", "password": old });
        let logins = join_all((0..3).map(|_| app.post("/api/login", &login)));
        let (reset, logins) = tokio::join!(app.post("/api/reset-password", &reset), logins);
        assert_eq!(reset.status(), 200);
        for response in logins {
            if response.status() == 200 {
                let user: Value = response.json().await.unwrap();
                assert_eq!(status_of_user(&app, user["apiToken"].as_str().unwrap()).await, 401);
            } else {
                assert_eq!(response.status(), 401);
            }
        }
    }
}

#[tokio::test]
async fn forgot_password_does_not_reveal_who_has_an_account() {
    let app = TestApp::new().await;
    app.register("mari@naide.ee").await;
    let mut times = Vec::new();
    for email in ["mari@naide.ee", "jaan@naide.ee", "not an address"] {
        let started = Instant::now();
        let response = app.post("/api/forgot-password", &json!({ "email": email })).await;
        times.push(started.elapsed());
        assert_eq!(response.status(), 202);
        assert_eq!(response.text().await.unwrap(), "");
    }
    assert!(times.iter().all(|took| *took >= Duration::from_millis(100)), "{times:?}");
    assert_eq!(app.emails().await.len(), 2);
    for _ in 0..8 {
        app.post("/api/forgot-password", &json!({ "email": "mari@naide.ee" })).await;
    }
    assert_eq!(app.emails().await.len(), 6, "five links at once are enough");
}

#[tokio::test]
async fn an_unknown_address_takes_as_long_as_a_wrong_password() {
    let app = TestApp::new().await;
    app.register("mari@naide.ee").await;
    let mut times = [Duration::ZERO; 2];
    for _ in 0..6 {
        for (email, time) in ["mari@naide.ee", "jaan@naide.ee"].iter().zip(&mut times) {
            let login = json!({ "email": email, "password": "vale parool" });
            let started = Instant::now();
            problem(app.post("/api/login", &login).await, 401, "invalid-credentials").await;
            *time += started.elapsed();
        }
    }
    assert!(times[1] * 3 > times[0] && times[0] * 3 > times[1], "{times:?}");
}

#[tokio::test]
async fn guessing_is_limited_but_the_owner_is_not() {
    let app = TestApp::with(|config| config.trusted_proxies = vec!["127.0.0.1".parse().unwrap()]).await;
    app.advance_to_hour();
    app.register("mari@naide.ee").await;
    let login = |from: &str, password: &str| {
        app.request(Method::POST, "/api/login")
            .header("X-Forwarded-For", format!("6.6.6.6, {from}"))
            .json(&json!({ "email": "mari@naide.ee", "password": password }))
            .send()
    };
    for _ in 0..3 {
        assert_eq!(login("203.0.113.5", "heliriiul").await.unwrap().status(), 200);
    }
    for _ in 0..20 {
        problem(login("203.0.113.5", "vale parool").await.unwrap(), 401, "invalid-credentials").await;
    }
    let refused = login("203.0.113.5", "heliriiul").await.unwrap();
    let wait: u64 = refused.headers()["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=900).contains(&wait), "{wait}");
    problem(refused, 429, "too-many-requests").await;
    assert_eq!(login("203.0.113.6", "heliriiul").await.unwrap().status(), 200);
    app.advance(Duration::from_secs(wait));
    assert_eq!(login("203.0.113.5", "heliriiul").await.unwrap().status(), 200);
}

#[tokio::test]
async fn many_people_sign_in_at_once() {
    let app = TestApp::new().await;
    app.register("mari@naide.ee").await;
    let login = json!({ "email": "mari@naide.ee", "password": "heliriiul" });
    let responses = join_all((0..40).map(|_| app.post("/api/login", &login))).await;
    assert!(responses.iter().all(|response| response.status() == 200));
}
