//! The ledger's events of one person in one line of time.

use heliriiul_db::{Author, DbResult, OrderId, RecordId, Timestamp, Tx, UserId};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::subscriptions::operator_changes;

/// The newest events that are shown.
const SHOWN: i64 = 500;

/// An event of the ledger.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonEvent {
    #[schema(value_type = uuid::Uuid)]
    id: RecordId,
    at: Timestamp,
    #[schema(example = "order-paid")]
    kind: String,
    #[schema(example = "notify")]
    cause: String,
    /// The admin who caused it.
    #[schema(value_type = Option<String>)]
    by: Author,
    order_id: Option<OrderId>,
    transaction_id: Option<String>,
    /// What belongs to the kind; `reason` when an operator caused it.
    #[schema(value_type = Object)]
    detail: Value,
    /// A change of the subscription that can still be undone.
    undoable: bool,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: RecordId,
    at: Timestamp,
    kind: String,
    cause: String,
    #[sqlx(flatten)]
    by: Author,
    order_id: Option<OrderId>,
    transaction_id: Option<String>,
    detail: String,
}

pub(super) async fn read(tx: &mut Tx, user_id: UserId) -> DbResult<Vec<PersonEvent>> {
    let rows: Vec<Row> = tx
        .all(
            "SELECT e.id, e.at, e.kind, e.cause, u.first_name, u.last_name, e.order_id, e.transaction_id, e.detail \
             FROM ledger_events e LEFT JOIN users u ON u.id = e.actor_id \
             WHERE e.user_id = $1 OR e.order_id IN (SELECT id FROM orders WHERE user_id = $1) \
             OR e.transaction_id IN (SELECT t.id FROM transactions t LEFT JOIN orders o ON o.id = t.order_id \
             LEFT JOIN subscription_payments p ON p.id = t.subscription_payment_id \
             WHERE o.user_id = $1 OR p.user_id = $1) ORDER BY e.at DESC, e.id DESC LIMIT $2",
            (user_id, SHOWN),
        )
        .await?;
    let undoable = operator_changes::undoable(tx, user_id).await?.map(|change| change.event);
    let event = |row: Row| PersonEvent {
        id: row.id,
        at: row.at,
        kind: row.kind,
        cause: row.cause,
        by: row.by,
        order_id: row.order_id,
        transaction_id: row.transaction_id,
        detail: serde_json::from_str(&row.detail).unwrap_or_default(),
        undoable: undoable == Some(row.id),
    };
    Ok(rows.into_iter().map(event).collect())
}
