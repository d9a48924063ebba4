//! The API responses that React needs for its first render. A page carries them, so that the browser fetches nothing.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::json;

use crate::error::{ApiError, ApiResult};

/// API responses by the address that the browser would fetch.
#[derive(Default)]
pub struct Seeds(String);

impl Seeds {
    /// Adds the response of `GET /api{path}` as the API serialises it.
    pub fn add<T: Serialize + ?Sized>(&mut self, path: &str, value: &T) -> ApiResult<()> {
        self.add_json(path, &serde_json::to_string(value).map_err(ApiError::internal)?);
        Ok(())
    }

    /// Adds the response of `GET /api{path}` that is JSON already.
    pub fn add_json(&mut self, path: &str, body: &str) {
        let separator = if self.0.is_empty() { "" } else { "," };
        let address = json!(format!("/api{path}"));
        let _ = write!(self.0, "{separator}{address}:{body}");
    }

    /// The text of the script element.
    pub fn script(&self) -> String {
        escape_script(&format!("{{{}}}", self.0))
    }
}

/// Escapes `<` in JSON, so that no text can end a script element.
pub fn escape_script(json: &str) -> String {
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
