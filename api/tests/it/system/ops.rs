//! Health, readiness, metrics, and the shape of errors.

use crate::fixtures::app::TestApp;

#[tokio::test]
async fn a_new_store_is_alive_and_ready() {
    let app = TestApp::new().await;
    assert_eq!(app.get("/healthz").await.status(), 200);
    assert_eq!(app.get("/readyz").await.status(), 200);
    let metrics = app.get("/metrics").await.text().await.unwrap();
    assert!(metrics.contains("http_requests_total"), "{metrics}");
}

#[tokio::test]
async fn errors_are_problem_documents_with_the_request_id() {
    let app = TestApp::new().await;
    let response = app.get("/api/no-such-thing").await;
    assert_eq!(response.status(), 404);
    assert_eq!(response.headers()["content-type"], "application/problem+json");
    let request_id = response.headers()["x-request-id"].to_str().unwrap().to_owned();
    let problem: serde_json::Value = response.json().await.unwrap();
    assert_eq!(problem["code"], "not-found");
    assert_eq!(problem["type"], "/problems/not-found");
    assert_eq!(problem["requestId"], request_id);
    assert_eq!(app.get("/api/no-such%00thing").await.status(), 400);
}

#[tokio::test]
async fn the_openapi_document_is_served_with_a_page_to_browse_it() {
    let app = TestApp::new().await;
    let document: serde_json::Value = app.get("/api/openapi.json").await.json().await.unwrap();
    assert_eq!(document["info"]["title"], "Heliriiul");
    let page = app.get("/api/docs/").await;
    assert_eq!(page.status(), 200);
    assert!(page.text().await.unwrap().contains("swagger"));
}
