//! The way of the provider's notifications to the store, on which they are lost, delayed, doubled and reordered.

use std::time::Duration;

use axum::{
    extract::State,
    http::{HeaderMap, StatusCode, header},
};
use bytes::Bytes;

use crate::provider::Provider;

/// Receives a notification in the store's place.
pub async fn receive(State(provider): State<Provider>, headers: HeaderMap, body: Bytes) -> StatusCode {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !provider.has_faults() {
        return forward(&provider, kind, body).await;
    }
    let dice = provider.random(100);
    if dice < 45 {
        provider.record.count("faults");
    }
    match dice {
        0..8 => {
            provider.record.log("a notification is lost");
            StatusCode::OK
        }
        8..25 => {
            forward_later(&provider, kind, body);
            StatusCode::OK
        }
        25..40 => {
            forward_later(&provider, kind, body.clone());
            forward(&provider, kind, body).await
        }
        40..45 => StatusCode::SERVICE_UNAVAILABLE,
        _ => forward(&provider, kind, body).await,
    }
}

fn forward_later(provider: &Provider, kind: &str, body: Bytes) {
    let wait = Duration::from_millis(50 + provider.random(2_500));
    let (provider, kind) = (provider.clone(), kind.to_owned());
    provider.forwards.clone().spawn(async move {
        tokio::time::sleep(wait).await;
        forward(&provider, &kind, body).await;
    });
}

async fn forward(provider: &Provider, kind: &str, body: Bytes) -> StatusCode {
    let Some(nodes) = provider.nodes.get() else { return StatusCode::BAD_GATEWAY };
    let url = format!("{}/api/notify", nodes.any(provider.random(u64::MAX)));
    let sent = provider.http.post(url).header(header::CONTENT_TYPE, kind).body(body).send().await;
    match sent {
        Ok(answer) => {
            let status = answer.status();
            if status == StatusCode::INTERNAL_SERVER_ERROR {
                let text = answer.text().await.unwrap_or_default();
                provider.record.fault(format!("a notification is answered 500: {text}"));
            }
            status
        }
        Err(_) => StatusCode::BAD_GATEWAY,
    }
}
