//! Background work that waits or fails.

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{JobId, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::{
    page::{cut, page},
    reason::{Reason, operator},
};
use crate::{
    auth::Admin,
    error::{ApiResult, responses::BadParameter},
    extract::{Json, Path, Query},
    jobs::{self, JobKind},
    ledger::{Event, EventKind},
    state::AppState,
};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct JobsQuery {
    /// Only those whose last attempt failed.
    #[serde(default)]
    failing: bool,
    #[param(minimum = 1, maximum = 1000, default = 1)]
    page: Option<i64>,
}

/// A page of jobs.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct JobsPage {
    jobs: Vec<JobItem>,
    has_more: bool,
}

/// A job that is not done.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct JobItem {
    id: JobId,
    kind: JobKind,
    /// What it is for.
    unique_key: String,
    /// When it runs next.
    run_at: Timestamp,
    attempts: i64,
    last_error: Option<String>,
    created_at: Timestamp,
}

/// Jobs that are not done, by the time of their next attempt.
#[utoipa::path(get, path = "/admin/jobs", params(JobsQuery), responses((status = 200, body = JobsPage), BadParameter))]
pub async fn list_jobs(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<JobsQuery>,
) -> ApiResult<Json<JobsPage>> {
    let page = page(query.page)?;
    let mut jobs: Vec<JobItem> = app
        .db
        .all(
            "SELECT id, kind, unique_key, run_at, attempts, last_error, created_at FROM jobs \
             WHERE done_at IS NULL AND failed_at IS NULL AND (NOT $1 OR last_error IS NOT NULL) \
             ORDER BY run_at, id LIMIT $2 OFFSET $3",
            (query.failing, page.limit, page.offset),
        )
        .await?;
    let has_more = cut(&mut jobs);
    Ok(Json(JobsPage { jobs, has_more }))
}

/// Makes a failing job due now.
#[utoipa::path(
    post, path = "/admin/jobs/{id}/retry", params(("id" = uuid::Uuid, Path)),
    responses((status = 204)),
)]
pub async fn retry_job(
    State(app): State<AppState>,
    Admin(by): Admin,
    Path(id): Path<JobId>,
    Json(Reason { reason }): Json<Reason>,
) -> ApiResult<StatusCode> {
    let operator = operator(by, &reason)?;
    jobs::retry_one(&app.db, id, by.now).await?;
    let mut tx = app.db.write().await?;
    let event = Event::by_operator(EventKind::JobRetried, &operator, json!({ "job": id }));
    event.append(&mut tx, by.now).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}
