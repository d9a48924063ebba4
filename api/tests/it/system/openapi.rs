//! The committed OpenAPI document is the one that the code generates.

use std::path::PathBuf;

use crate::fixtures::app::TestApp;

#[tokio::test]
async fn the_committed_document_is_up_to_date() {
    let app = TestApp::new().await;
    let document: serde_json::Value = app.get("/api/openapi.json").await.json().await.unwrap();
    let generated = format!("{}\n", serde_json::to_string_pretty(&document).unwrap());
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
    if std::env::var_os("HELIRIIUL_WRITE_OPENAPI").is_some() {
        std::fs::write(&path, &generated).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        committed == generated,
        "api/openapi.json is not up to date: run `make openapi` and commit the result"
    );
}
