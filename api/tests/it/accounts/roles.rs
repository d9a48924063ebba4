//! Permissions: calls every operation of the OpenAPI document as each kind of caller.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{fixtures::app::TestApp, fixtures::desk::with_role, fixtures::shop::Shop};

const ID: &str = "01920000-0000-7000-8000-000000000001";

#[derive(Clone, Copy, PartialEq)]
enum Part {
    Desk,
    Admin,
}

impl Part {
    fn of(path: &str) -> Option<Self> {
        match path {
            _ if path.starts_with("/desk") => Some(Self::Desk),
            _ if path.starts_with("/admin") => Some(Self::Admin),
            _ => None,
        }
    }
}

/// An operation of the OpenAPI document with a filled-in path.
struct Operation {
    method: Method,
    path: String,
    /// Whether it needs no session.
    open: bool,
    /// The part that only editors or admins may call.
    part: Option<Part>,
    has_body: bool,
}

/// All operations except the one that ends the session.
async fn operations(app: &TestApp) -> Vec<Operation> {
    let document: Value = app.get("/api/openapi.json").await.json().await.unwrap();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap() {
            let security = operation["security"].as_array();
            let filled: Vec<&str> =
                path.split('/').map(|part| if part.starts_with('{') { ID } else { part }).collect();
            let filled =
                filled.join("/").replace("revisions/01920000-0000-7000-8000-000000000001", "revisions/1");
            operations.push(Operation {
                method: method.to_uppercase().parse().unwrap(),
                path: format!("/api{filled}"),
                open: security.is_none_or(|ways| ways.iter().any(|way| way == &json!({}))),
                part: Part::of(path),
                has_body: !operation["requestBody"].is_null(),
            });
        }
    }
    operations.retain(|operation| operation.path != "/api/logout");
    let count = |part| operations.iter().filter(|operation| operation.part == Some(part)).count();
    assert!(count(Part::Desk) > 15 && count(Part::Admin) > 20);
    operations
}

async fn call(app: &TestApp, operation: &Operation, token: Option<&str>) -> StatusCode {
    let mut request = app.request(operation.method.clone(), &operation.path);
    if let Some(token) = token {
        request = request.header("Api-Token", token);
    }
    if operation.has_body {
        request = request.json(&json!({}));
    }
    request.send().await.unwrap().status()
}

#[tokio::test]
async fn the_desk_is_for_editors_and_admins_and_nobody_else() {
    let app = TestApp::new().await;
    let listener = app.register("kuulaja@naide.ee").await;
    let editor = with_role(&app, "toimetaja@naide.ee", "editor").await;
    let admin = with_role(&app, "haldur@naide.ee", "admin").await;
    for operation in operations(&app).await {
        let name = format!("{} {}", operation.method, operation.path);
        let anonymous = call(&app, &operation, None).await;
        if !operation.open {
            assert_eq!(anonymous, 401, "{name}");
            assert_eq!(call(&app, &operation, Some("made up")).await, 401, "{name}");
        }
        let listening = call(&app, &operation, Some(&listener)).await;
        let Some(part) = operation.part else { continue };
        assert_eq!(listening, 403, "{name}");
        if part == Part::Admin {
            assert_eq!(call(&app, &operation, Some(&editor)).await, 403, "{name}");
        }
        let allowed = if part == Part::Admin { vec![&admin] } else { vec![&editor, &admin] };
        for token in allowed {
            let status = call(&app, &operation, Some(token)).await;
            assert!(!matches!(status.as_u16(), 401 | 403 | 500..), "{name}: {status}");
        }
    }
}

#[tokio::test]
async fn no_call_shows_an_editor_other_people_their_orders_or_codes() {
    let shop = Shop::open().await;
    let order = shop.checkout(&["kevade"]).await["orderId"].as_str().unwrap().to_owned();
    let app = shop.app;
    app.register("salajane@naide.ee").await;
    let made = ["discounts", "create", "SALAJANE", "--percent", "10", "--scope", "cart"];
    app.command(&made, "").await.unwrap();
    let editor = with_role(&app, "toimetaja@naide.ee", "editor").await;
    for operation in operations(&app).await.iter().filter(|operation| operation.method == Method::GET) {
        let response = app.get_as(&editor, &operation.path).await;
        let text = response.text().await.unwrap().to_lowercase();
        assert!(!text.contains("salajane"), "{}", operation.path);
    }
    assert_eq!(app.get_as(&shop.buyer, &format!("/api/orders/{order}")).await.status(), 200);
    assert_eq!(app.get_as(&editor, &format!("/api/orders/{order}")).await.status(), 404);
}

#[tokio::test]
async fn the_desk_closes_to_an_unused_session() {
    let app = TestApp::new().await;
    let editor = with_role(&app, "toimetaja@naide.ee", "editor").await;
    let desk = async || app.get_as(&editor, "/api/desk/items").await.status();
    for _ in 0..4 {
        assert_eq!(desk().await, 200);
        app.advance(Duration::from_hours(3));
    }
    app.advance(Duration::from_hours(2));
    assert_eq!(desk().await, 401);
    assert_eq!(app.get_as(&editor, "/api/user").await.status(), 401, "it has ended for the store too");
    // Concurrent calls do not count as uses for each other.
    let editor = with_role(&app, "teine@naide.ee", "editor").await;
    app.advance(Duration::from_hours(5));
    let calls = (0..8).map(|_| app.get_as(&editor, "/api/desk/items"));
    for response in futures::future::join_all(calls).await {
        assert_eq!(response.status(), 401);
    }
}
