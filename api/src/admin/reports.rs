//! The reports of sales and listening, as JSON for the screens and as CSV for bookkeeping.

use axum::{
    extract::State,
    http::{HeaderValue, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    auth::Admin,
    calendar::parse_day,
    error::{ApiError, ApiResult, responses::BadParameter},
    extract::{Json, Query},
    reports::{self, Days, ListeningRow, SalesRow},
    state::AppState,
};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportQuery {
    /// The first day, `YYYY-MM-DD` in Estonian time.
    #[param(example = "2026-11-01")]
    from: String,
    /// The last day, `YYYY-MM-DD` in Estonian time.
    #[param(example = "2026-11-30")]
    until: String,
}

impl ReportQuery {
    fn days(&self) -> ApiResult<Days> {
        let day = |field, text: &str| parse_day(text).map_err(|_| ApiError::field(field, "invalid"));
        Days::new(day("from", &self.from)?, day("until", &self.until)?)
            .ok_or_else(|| ApiError::field("until", "too-early"))
    }
}

/// Sales and refunds.
#[derive(Serialize, ToSchema)]
pub struct SalesReport {
    rows: Vec<SalesRow>,
}

/// Sales and refunds by day, book or plan, publisher and VAT rate.
#[utoipa::path(
    get, path = "/admin/reports/sales", params(ReportQuery),
    responses((status = 200, body = SalesReport), BadParameter),
)]
pub async fn report_sales(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<ReportQuery>,
) -> ApiResult<Json<SalesReport>> {
    Ok(Json(SalesReport { rows: reports::sales(&app.db, query.days()?.time()).await? }))
}

/// The sales as a CSV file.
#[utoipa::path(
    get, path = "/admin/reports/sales.csv", params(ReportQuery),
    responses((status = 200, body = String, content_type = "text/csv"), BadParameter),
)]
pub async fn report_sales_csv(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<ReportQuery>,
) -> ApiResult<Response> {
    Ok(csv(reports::sales_csv(&reports::sales(&app.db, query.days()?.time()).await?)?))
}

/// Listening.
#[derive(Serialize, ToSchema)]
pub struct ListeningReport {
    rows: Vec<ListeningRow>,
}

/// Minutes listened by month, publisher and book: by the clock, and of the recording.
#[utoipa::path(
    get, path = "/admin/reports/listening", params(ReportQuery),
    responses((status = 200, body = ListeningReport), BadParameter),
)]
pub async fn report_listening(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<ReportQuery>,
) -> ApiResult<Json<ListeningReport>> {
    Ok(Json(ListeningReport { rows: reports::listening(&app.db, query.days()?).await? }))
}

/// The listening as a CSV file.
#[utoipa::path(
    get, path = "/admin/reports/listening.csv", params(ReportQuery),
    responses((status = 200, body = String, content_type = "text/csv"), BadParameter),
)]
pub async fn report_listening_csv(
    State(app): State<AppState>,
    _: Admin,
    Query(query): Query<ReportQuery>,
) -> ApiResult<Response> {
    Ok(csv(reports::listening_csv(&reports::listening(&app.db, query.days()?).await?)?))
}

fn csv(text: String) -> Response {
    let header = [(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"))];
    (header, text).into_response()
}
