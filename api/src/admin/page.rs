//! Lists of the operators' screens come in numbered pages.

use serde::Deserialize;
use utoipa::IntoParams;

use crate::error::{ApiError, ApiResult};

/// Rows of a page.
const ROWS: i64 = 50;

/// Far beyond what a person reads; the search finds the rest.
const MAX_PAGE: i64 = 1_000;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PageQuery {
    #[param(minimum = 1, maximum = 1000, default = 1)]
    page: Option<i64>,
}

/// The rows to read: one more than a page has, to learn whether another follows.
pub(super) struct Page {
    pub limit: i64,
    pub offset: i64,
}

impl PageQuery {
    pub fn page(&self) -> ApiResult<Page> {
        page(self.page)
    }
}

pub(super) fn page(number: Option<i64>) -> ApiResult<Page> {
    let number = number.unwrap_or(1);
    if !(1..=MAX_PAGE).contains(&number) {
        return Err(ApiError::field("page", "out-of-range"));
    }
    Ok(Page { limit: ROWS + 1, offset: (number - 1) * ROWS })
}

/// Cuts the rows to one page. Returns whether another page follows.
pub(super) fn cut<T>(rows: &mut Vec<T>) -> bool {
    let rows_of_page = usize::try_from(ROWS).unwrap_or(usize::MAX);
    let has_more = rows.len() > rows_of_page;
    rows.truncate(rows_of_page);
    has_more
}
