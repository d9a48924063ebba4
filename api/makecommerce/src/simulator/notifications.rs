//! The signed messages of the simulator: the buyer's browser carries one, and the store gets notifications.

use std::time::Duration;

use axum::{Json, extract::State};
use serde::Serialize;
use serde_json::{Value, json};

use super::{api::provider_time, rows::SimulatedTransaction, state::Simulator, switches::Switches};
use crate::{mac::mac, status::Status};

/// Waits before a notification that was not accepted is sent again.
const RETRY_AFTER: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(3)];

/// A message and its MAC, as they are sent.
#[derive(Clone, Serialize)]
pub struct SignedMessage {
    pub json: String,
    pub mac: String,
}

pub fn sign(simulator: &Simulator, message: &Value, switches: &Switches) -> SignedMessage {
    let secret_key =
        if switches.wrong_mac { "another-secret" } else { &simulator.settings.account.secret_key };
    let json = message.to_string();
    SignedMessage { mac: mac(&json, secret_key), json }
}

/// The message `payment_return` of a transaction in a state.
pub fn payment_return(
    simulator: &Simulator,
    transaction: &SimulatedTransaction,
    status: Status,
) -> SignedMessage {
    let switches = simulator.switchboard.of(&transaction.id);
    let requested = &transaction.request.transaction;
    let shop = if switches.other_shop { "another-shop" } else { &simulator.settings.account.shop_id };
    let message = json!({
        "amount": switches.amount.unwrap_or(requested.amount).to_string(),
        "currency": requested.currency,
        "customer_name": "Tõnu Õunapuu",
        "merchant_data": requested.merchant_data,
        "message_time": provider_time(simulator.clock.now()),
        "message_type": "payment_return",
        "reference": requested.reference,
        "shop": shop,
        "signature": "",
        "status": status,
        "transaction": transaction.id,
    });
    sign(simulator, &message, &switches)
}

/// Notifies the store of the transaction's state, and of `extra` after it. Does not wait for the store.
pub fn notify(simulator: &Simulator, transaction: &SimulatedTransaction, extra: Option<SignedMessage>) {
    let switches = simulator.switchboard.of(&transaction.id);
    if switches.silent {
        return;
    }
    let current = payment_return(simulator, transaction, transaction.status);
    let mut messages = vec![current; 1 + usize::from(switches.duplicate)];
    if switches.reordered {
        messages.push(payment_return(simulator, transaction, Status::Pending));
    }
    messages.extend(extra);
    let http = simulator.settings.http.clone();
    let url = transaction.request.transaction.transaction_url.notification_url.url.clone();
    simulator.notifications.spawn(async move {
        tokio::time::sleep(Duration::from_millis(switches.late_millis)).await;
        for message in &messages {
            send(&http, &url, message).await;
        }
    });
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InFlight {
    in_flight: usize,
}

/// Returns the number of payments whose notifications are on their way, so that a test can wait for all of them.
pub async fn in_flight(State(simulator): State<Simulator>) -> Json<InFlight> {
    Json(InFlight { in_flight: simulator.notifications.len() })
}

async fn send(http: &reqwest::Client, url: &str, message: &SignedMessage) {
    let mut retries = RETRY_AFTER.into_iter();
    loop {
        match http.post(url).form(message).send().await {
            Ok(response) if response.status().is_success() => return,
            Ok(response) => {
                tracing::warn!(status = %response.status(), "the store did not accept the simulator's notification");
            }
            Err(error) => tracing::warn!(%error, "the simulator's notification did not arrive"),
        }
        let Some(wait) = retries.next() else { return };
        tokio::time::sleep(wait).await;
    }
}
