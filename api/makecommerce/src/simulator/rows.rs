//! The simulator's transactions in the database.

use std::{net::Ipv4Addr, time::Duration};

use heliriiul_db::{Cents, DbResult, RecordId, Timestamp};
use serde::{Deserialize, Serialize};

use super::{
    error::{SimulatorError, SimulatorResult},
    state::Simulator,
};
use crate::status::Status;

/// A pending transaction expires after this time at the provider.
const PENDING_FOR: Duration = Duration::from_mins(30);

/// The members of `POST /transactions` that the simulator uses.
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
#[expect(clippy::struct_field_names, reason = "these are the provider's names")]
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

/// Reads the column `request`.
impl TryFrom<String> for CreateRequest {
    type Error = serde_json::Error;

    fn try_from(json: String) -> Result<Self, serde_json::Error> {
        serde_json::from_str(&json)
    }
}

/// A transaction of the simulator.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct SimulatedTransaction {
    pub id: String,
    #[sqlx(try_from = "String")]
    pub request: CreateRequest,
    pub status: Status,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub refunded: Cents,
}

impl SimulatedTransaction {
    pub const fn amount(&self) -> Cents {
        self.request.transaction.amount
    }

    /// The address of the store, and so of the simulator, in the buyer's browser.
    pub fn browser_base(&self) -> Option<String> {
        let return_url = url::Url::parse(&self.request.transaction.transaction_url.return_url.url).ok()?;
        Some(return_url.origin().ascii_serialization())
    }
}

pub async fn insert(simulator: &Simulator, request: &CreateRequest) -> SimulatorResult<SimulatedTransaction> {
    let json = serde_json::to_string(request)?;
    let mut tx = simulator.db.write().await?;
    let inserted = tx
        .one(
            "INSERT INTO sandbox_transactions (id, request, status, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, $4) RETURNING *, CAST(0 AS bigint) AS refunded",
            (RecordId::new().to_string(), json, Status::Created, simulator.clock.now()),
        )
        .await?;
    tx.commit().await?;
    Ok(inserted)
}

pub async fn find(simulator: &Simulator, id: &str) -> SimulatorResult<SimulatedTransaction> {
    expire(simulator, id).await?;
    let db = &simulator.db;
    db.optional(
        "SELECT *, (SELECT CAST(COALESCE(SUM(amount_cents), 0) AS bigint) FROM sandbox_refunds \
         WHERE transaction_id = $1 AND status <> 'FAILED') AS refunded FROM sandbox_transactions \
         WHERE id = $1",
        (id,),
    )
    .await?
    .ok_or(SimulatorError::NOT_FOUND)
}

/// Changes the state of an open transaction; `None` when it is closed or has that state already.
pub async fn set_status(
    simulator: &Simulator,
    id: &str,
    status: Status,
) -> DbResult<Option<SimulatedTransaction>> {
    expire(simulator, id).await?;
    let mut tx = simulator.db.write().await?;
    let changed = tx
        .optional(
            "UPDATE sandbox_transactions SET status = $2, updated_at = $3 \
             WHERE id = $1 AND status IN ('CREATED', 'PENDING', 'APPROVED') AND status <> $2 \
             RETURNING *, CAST(0 AS bigint) AS refunded",
            (id, status, simulator.clock.now()),
        )
        .await?;
    tx.commit().await?;
    Ok(changed)
}

async fn expire(simulator: &Simulator, id: &str) -> DbResult<()> {
    let now = simulator.clock.now();
    let sql = "UPDATE sandbox_transactions SET status = 'EXPIRED', updated_at = $2 \
               WHERE id = $1 AND status = 'PENDING' AND updated_at <= $3";
    simulator.db.execute(sql, (id, now, now.minus(PENDING_FOR))).await.map(drop)
}
