//! Payment incidents: what happened, what the store proposes, and a call that does it.

use axum::extract::State;
use heliriiul_db::{DbResult, JobId, OrderId, RecordId, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::{
    page::{cut, page},
    reason::{Reason, operator},
};
use crate::{
    auth::Admin,
    billing::{
        refunds::{self, RefundRequest},
        reports,
    },
    error::{
        ApiError, ApiResult, Code,
        responses::{BadParameter, ServiceAway},
    },
    extract::{Json, Path, Query},
    jobs,
    ledger::{Event, EventKind, IncidentKind, Operator, incidents},
    money::Cents,
    state::AppState,
};

/// What the store proposes to do about an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Proposal {
    /// Refund the amount of the incident.
    Refund,
    /// Make the failing job due now. Its success resolves the incident.
    RetryJob,
    /// Ask the payment provider for the present state of the transaction.
    AskProvider,
    /// Look at it, and mark it as resolved.
    Accept,
}

/// An incident.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Incident {
    #[schema(value_type = uuid::Uuid)]
    id: RecordId,
    kind: IncidentKind,
    proposal: Proposal,
    /// Null when no person belongs to it.
    user_id: Option<UserId>,
    email: Option<String>,
    /// Of the order or the subscription payment.
    number: Option<String>,
    transaction_id: Option<String>,
    amount: Option<Cents>,
    /// What happened, in English.
    detail: String,
    created_at: Timestamp,
    resolved_at: Option<Timestamp>,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: RecordId,
    unique_key: String,
    kind: IncidentKind,
    order_id: Option<OrderId>,
    user_id: Option<UserId>,
    email: Option<String>,
    number: Option<String>,
    transaction_id: Option<String>,
    amount_cents: Option<Cents>,
    is_refund_planned: bool,
    detail: String,
    created_at: Timestamp,
    resolved_at: Option<Timestamp>,
}

impl Row {
    fn proposal(&self) -> Proposal {
        match self.kind {
            IncidentKind::JobFails => Proposal::RetryJob,
            IncidentKind::ChargeUnanswered | IncidentKind::TransactionLost
                if self.transaction_id.is_some() =>
            {
                Proposal::AskProvider
            }
            _ if self.is_refund_planned && self.amount_cents.is_some() => Proposal::Refund,
            _ => Proposal::Accept,
        }
    }
}

impl From<Row> for Incident {
    fn from(row: Row) -> Self {
        Self {
            id: row.id,
            kind: row.kind,
            proposal: row.proposal(),
            user_id: row.user_id,
            email: row.email,
            number: row.number,
            transaction_id: row.transaction_id,
            amount: row.amount_cents,
            detail: row.detail,
            created_at: row.created_at,
            resolved_at: row.resolved_at,
        }
    }
}

macro_rules! incidents {
    ($rest:literal) => {
        concat!(
            "SELECT i.id, i.unique_key, i.kind, i.order_id, i.transaction_id, i.amount_cents, i.detail, i.created_at, \
             i.resolved_at, COALESCE(o.number, t.reference) AS number, u.id AS user_id, u.email, \
             EXISTS (SELECT 1 FROM refunds r WHERE r.transaction_id = i.transaction_id AND r.status = 'planned') \
             AS is_refund_planned FROM payment_incidents i LEFT JOIN transactions t ON t.id = i.transaction_id \
             LEFT JOIN orders o ON o.id = COALESCE(i.order_id, t.order_id) \
             LEFT JOIN subscription_payments p ON p.id = t.subscription_payment_id \
             LEFT JOIN users u ON u.id = COALESCE(o.user_id, p.user_id) ",
            $rest
        )
    };
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct IncidentsQuery {
    /// Only the resolved ones in place of the open ones.
    #[serde(default)]
    resolved: bool,
    #[param(minimum = 1, maximum = 1000, default = 1)]
    page: Option<i64>,
}

/// A page of incidents.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct IncidentsPage {
    incidents: Vec<Incident>,
    has_more: bool,
    /// The number of all open incidents.
    open: i64,
}

/// The open incidents, the oldest first, or the resolved ones, the newest first.
#[utoipa::path(
    get, path = "/admin/incidents", params(IncidentsQuery),
    responses((status = 200, body = IncidentsPage), BadParameter),
)]
pub async fn list_incidents(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<IncidentsQuery>,
) -> ApiResult<Json<IncidentsPage>> {
    let page = page(query.page)?;
    let mut tx = app.db.read().await?;
    let sql = if query.resolved {
        incidents!("WHERE i.resolved_at IS NOT NULL ORDER BY i.resolved_at DESC, i.id LIMIT $1 OFFSET $2")
    } else {
        incidents!("WHERE i.resolved_at IS NULL ORDER BY i.created_at, i.id LIMIT $1 OFFSET $2")
    };
    let mut rows: Vec<Row> = tx.all(sql, (page.limit, page.offset)).await?;
    let has_more = cut(&mut rows);
    let incidents = rows.into_iter().map(Incident::from).collect();
    let open = tx.scalar("SELECT COUNT(*) FROM payment_incidents WHERE resolved_at IS NULL", ()).await?;
    Ok(Json(IncidentsPage { incidents, has_more, open }))
}

/// The open incidents of a person.
pub(super) async fn of_person(tx: &mut Tx, user_id: UserId) -> DbResult<Vec<Incident>> {
    let sql = incidents!("WHERE i.resolved_at IS NULL AND u.id = $1 ORDER BY i.created_at, i.id");
    let rows: Vec<Row> = tx.all(sql, (user_id,)).await?;
    Ok(rows.into_iter().map(Incident::from).collect())
}

async fn find(tx: &mut Tx, id: RecordId) -> ApiResult<Row> {
    let row: Option<Row> = tx.optional(incidents!("WHERE i.id = $1"), (id,)).await?;
    row.ok_or_else(|| ApiError::not_found("There is no such incident."))
}

/// Does what the store proposes about an incident. An incident that a job resolves stays open until the job succeeds.
#[utoipa::path(
    post, path = "/admin/incidents/{id}/proposal", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = Incident),
        (status = 409, description = "It is resolved already, or the provider refused; then it stays open"),
        ServiceAway,
    ),
)]
pub async fn carry_out_proposal(
    State(app): State<AppState>,
    Admin(by): Admin,
    Path(id): Path<RecordId>,
    Json(Reason { reason }): Json<Reason>,
) -> ApiResult<Json<Incident>> {
    let operator = operator(by, &reason)?;
    let row = find(&mut app.db.read().await?, id).await?;
    if row.resolved_at.is_some() {
        return Err(resolved_already());
    }
    match (row.proposal(), row.transaction_id.as_deref()) {
        (Proposal::Refund, Some(transaction_id)) => {
            // The same comment for every admin, so that two who press the button at once refund once.
            let comment = format!("{} {}", row.kind.name(), row.id);
            let amount = row.amount_cents;
            let request =
                RefundRequest { transaction_id, amount, book_id: None, comment: &comment, operator };
            refunds::refund(&app, request).await?;
            resolve(&app, &row, operator).await?;
        }
        (Proposal::AskProvider, Some(transaction_id)) => {
            reports::fetch_and_receive(&app, transaction_id, operator.cause()).await?;
            resolve(&app, &row, operator).await?;
        }
        (Proposal::RetryJob, _) => retry_job(&app, &row, operator).await?,
        _ => resolve(&app, &row, operator).await?,
    }
    Ok(Json(find(&mut app.db.read().await?, id).await?.into()))
}

/// The subject of these incidents is the job.
async fn retry_job(app: &AppState, row: &Row, operator: Operator<'_>) -> ApiResult<()> {
    let subject = row.unique_key.rsplit_once(':').map_or("", |(_, subject)| subject);
    let job: JobId = subject.parse().map_err(|_| ApiError::not_found("There is no such job."))?;
    jobs::retry_one(&app.db, job, operator.now).await?;
    let mut tx = app.db.write().await?;
    let detail = json!({ "job": job, "incident": row.id });
    Event::by_operator(EventKind::JobRetried, &operator, detail).append(&mut tx, operator.now).await?;
    Ok(tx.commit().await?)
}

/// Marks an incident as resolved by other means.
#[utoipa::path(
    post, path = "/admin/incidents/{id}/resolve", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = Incident), (status = 409, description = "It is resolved already")),
)]
pub async fn resolve_incident(
    State(app): State<AppState>,
    Admin(by): Admin,
    Path(id): Path<RecordId>,
    Json(Reason { reason }): Json<Reason>,
) -> ApiResult<Json<Incident>> {
    let operator = operator(by, &reason)?;
    let row = find(&mut app.db.read().await?, id).await?;
    resolve(&app, &row, operator).await?;
    Ok(Json(find(&mut app.db.read().await?, id).await?.into()))
}

async fn resolve(app: &AppState, row: &Row, operator: Operator<'_>) -> ApiResult<()> {
    let mut tx = app.db.write().await?;
    if !incidents::resolve_by_id(&mut tx, row.id, operator.now).await? {
        return Err(resolved_already());
    }
    let detail = json!({ "incident": row.id, "kind": row.kind.name() });
    let event = Event::by_operator(EventKind::IncidentResolved, &operator, detail);
    let event = event.order(row.order_id).transaction(row.transaction_id.as_deref());
    let event = match row.user_id {
        Some(user_id) => event.user(user_id),
        None => event,
    };
    event.append(&mut tx, operator.now).await?;
    Ok(tx.commit().await?)
}

fn resolved_already() -> ApiError {
    ApiError::new(Code::IncidentResolved, "The incident is resolved already.")
}
