//! The rule of a slider.

use heliriiul_db::CategoryId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which books a slider shows by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskRule)]
pub struct SliderRule {
    pub kind: SliderRuleKind,
    /// For `category`.
    pub category_id: Option<CategoryId>,
    #[schema(minimum = 1, maximum = 100)]
    pub count: u32,
}

/// How a rule chooses books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = DeskRuleKind)]
pub enum SliderRuleKind {
    Newest,
    Popular,
    Category,
}
