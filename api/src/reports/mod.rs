//! Reports for bookkeeping and for publishers: what was sold and refunded, and what was listened to.

pub mod cli;
mod days;
mod listening;
mod sales;

pub use self::{
    days::Days,
    listening::{ListeningRow, listening, listening_csv},
    sales::{SaleKind, SalesRow, sales, sales_csv},
};
use crate::error::{ApiError, ApiResult};

fn finish(writer: csv::Writer<Vec<u8>>) -> ApiResult<String> {
    let bytes = writer.into_inner().map_err(|error| ApiError::internal(error.into_error()))?;
    String::from_utf8(bytes).map_err(ApiError::internal)
}
