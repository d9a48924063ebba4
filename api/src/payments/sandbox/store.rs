//! What the simulator remembers, in a table that the store never looks into.

use std::{net::Ipv4Addr, time::Duration};

use heliriiul_db::{DbError, RecordId, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{money::Cents, payments::provider::Status, state::AppState};

/// The provider lets a payment go after this long.
const PENDING_FOR: Duration = Duration::from_mins(30);

/// The body of `POST /transactions`, as far as it matters here.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct CreateRequest {
    pub transaction: RequestedTransaction,
    pub customer: Customer,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct RequestedTransaction {
    pub amount: Cents,
    pub currency: String,
    #[serde(default)]
    pub reference: String,
    #[serde(default)]
    pub merchant_data: String,
    #[serde(default)]
    pub recurring_required: bool,
    pub transaction_url: TransactionUrls,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[expect(clippy::struct_field_names, reason = "the provider names them so")]
pub struct TransactionUrls {
    pub return_url: Address,
    pub cancel_url: Address,
    pub notification_url: Address,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Address {
    pub url: String,
    pub method: String,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Customer {
    pub ip: Ipv4Addr,
    #[serde(default)]
    pub email: String,
}

/// A transaction as the provider would hold it.
#[derive(Clone, Debug)]
pub struct Held {
    pub id: String,
    pub request: CreateRequest,
    pub status: Status,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub refunded: Cents,
}

impl Held {
    /// Where the buyer's browser sees the store, and so this simulator.
    pub fn browser_base(&self) -> String {
        let back = url::Url::parse(&self.request.transaction.transaction_url.return_url.url);
        back.map(|url| url.origin().ascii_serialization()).unwrap_or_default()
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    request: String,
    status: Status,
    created_at: Timestamp,
    updated_at: Timestamp,
    refunded: Cents,
}

impl Row {
    fn held(self) -> Result<Held, DbError> {
        let request = serde_json::from_str(&self.request).map_err(|error| DbError::Decode(error.into()))?;
        Ok(Held {
            id: self.id,
            request,
            status: self.status,
            created_at: self.created_at,
            updated_at: self.updated_at,
            refunded: self.refunded,
        })
    }
}

pub async fn insert(app: &AppState, request: CreateRequest) -> Result<Held, DbError> {
    let now = app.clock.now();
    let id = RecordId::new().to_string();
    let text = serde_json::to_string(&request).map_err(|error| DbError::Encode(error.into()))?;
    let mut tx = app.db.write().await?;
    tx.execute(
        "INSERT INTO sandbox_transactions (id, request, status, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $4)",
        (&id, &text, Status::Created, now),
    )
    .await?;
    tx.commit().await?;
    Ok(Held { id, request, status: Status::Created, created_at: now, updated_at: now, refunded: Cents::ZERO })
}

pub async fn find(app: &AppState, id: &str) -> Result<Option<Held>, DbError> {
    expire(app, id).await?;
    let mut tx = app.db.read().await?;
    let row: Option<Row> = tx
        .optional(
            "SELECT id, request, status, created_at, updated_at, \
             (SELECT CAST(COALESCE(SUM(amount_cents), 0) AS bigint) FROM sandbox_refunds \
             WHERE transaction_id = $1 AND status <> 'FAILED') AS refunded FROM sandbox_transactions \
             WHERE id = $1",
            (id,),
        )
        .await?;
    row.map(Row::held).transpose()
}

/// Moves a transaction that is still open; `None` when it is not.
pub async fn change(app: &AppState, id: &str, status: Status) -> Result<Option<Held>, DbError> {
    expire(app, id).await?;
    let mut tx = app.db.write().await?;
    let row: Option<Row> = tx
        .optional(
            "UPDATE sandbox_transactions SET status = $2, updated_at = $3 \
             WHERE id = $1 AND status IN ('CREATED', 'PENDING', 'APPROVED') AND status <> $2 \
             RETURNING id, request, status, created_at, updated_at, CAST(0 AS bigint) AS refunded",
            (id, status, app.clock.now()),
        )
        .await?;
    tx.commit().await?;
    row.map(Row::held).transpose()
}

async fn expire(app: &AppState, id: &str) -> Result<(), DbError> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    tx.execute(
        "UPDATE sandbox_transactions SET status = $2, updated_at = $3 \
         WHERE id = $1 AND status = 'PENDING' AND updated_at <= $4",
        (id, Status::Expired, now, now.minus(PENDING_FOR)),
    )
    .await?;
    tx.commit().await
}
