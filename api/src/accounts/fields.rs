//! The rules for the fields of the account forms (spec §5). All faults of a body are reported at once.

use super::email_address::{EmailAddress, MAX_EMAIL};
use crate::error::{ApiError, ApiResult, FieldError};

/// The longest name or password, in characters.
pub const MAX_TEXT: usize = 200;

/// The shortest password, in characters (spec §9).
pub const MIN_PASSWORD: usize = 6;

/// Collects the faults of a body.
#[derive(Default)]
pub struct Faults(Vec<FieldError>);

impl Faults {
    fn add(&mut self, field: &str, code: &'static str) {
        self.0.push(FieldError { field: field.to_owned(), code: code.into() });
    }

    /// Returns the values if there are no faults.
    pub fn or<T>(self, values: T) -> ApiResult<T> {
        if self.0.is_empty() { Ok(values) } else { Err(ApiError::fields(self.0)) }
    }

    /// Returns a name without white space at its ends. Names appear in emails, so control characters are refused.
    pub fn name(&mut self, field: &str, text: &str) -> String {
        let name = text.trim();
        if name.is_empty() {
            self.add(field, "required");
        } else if name.chars().count() > MAX_TEXT {
            self.add(field, "too-long");
        } else if name.chars().any(char::is_control) {
            self.add(field, "invalid");
        }
        name.to_owned()
    }

    /// Returns an email address that meets the pattern.
    pub fn email(&mut self, text: &str) -> Option<EmailAddress> {
        let faults = self.0.len();
        self.required("email", text.trim());
        if self.0.len() > faults {
            return None;
        }
        let email = EmailAddress::parse(text);
        if email.is_none() {
            self.add("email", "invalid");
        }
        email
    }

    /// Checks a new password. Spaces at its ends are part of it.
    pub fn new_password(&mut self, text: &str) {
        let length = text.chars().count();
        if length == 0 {
            self.add("password", "required");
        } else if length < MIN_PASSWORD {
            self.add("password", "too-short");
        } else if length > MAX_TEXT {
            self.add("password", "too-long");
        }
    }

    /// Checks that a text is present and not too long.
    pub fn required(&mut self, field: &str, text: &str) {
        if text.is_empty() {
            self.add(field, "required");
        } else if text.chars().count() > MAX_TEXT.max(MAX_EMAIL) {
            self.add(field, "too-long");
        }
    }
}
