//! The rules of the account forms' fields (spec §5), all faults of a body at once.

use super::email_address::{EmailAddress, MAX_EMAIL};
use crate::error::{ApiError, ApiResult, FieldError};

/// The longest name or password, in characters.
pub const MAX_TEXT: usize = 200;

/// Spec §9.
pub const MIN_PASSWORD: usize = 6;

/// Collects what is wrong with a body.
#[derive(Default)]
pub struct Faults(Vec<FieldError>);

impl Faults {
    fn add(&mut self, field: &str, code: &'static str) {
        self.0.push(FieldError { field: field.to_owned(), code: code.into() });
    }

    /// The body's values, if nothing was wrong with any.
    pub fn or<T>(self, values: T) -> ApiResult<T> {
        if self.0.is_empty() { Ok(values) } else { Err(ApiError::fields(self.0)) }
    }

    /// A name without white space at its ends. It stands in letters, so line ends and their like are refused.
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

    /// An address that meets the pattern.
    pub fn email(&mut self, text: &str) -> Option<EmailAddress> {
        let faults = self.0.len();
        self.sent("email", text.trim());
        if self.0.len() > faults {
            return None;
        }
        let email = EmailAddress::parse(text);
        if email.is_none() {
            self.add("email", "invalid");
        }
        email
    }

    /// A password to set. It is taken as it is: spaces at its ends belong to it.
    pub fn new_password(&mut self, text: &str) {
        let letters = text.chars().count();
        if letters == 0 {
            self.add("password", "required");
        } else if letters < MIN_PASSWORD {
            self.add("password", "too-short");
        } else if letters > MAX_TEXT {
            self.add("password", "too-long");
        }
    }

    /// A text that must be there, and no longer than any that the store holds.
    pub fn sent(&mut self, field: &str, text: &str) {
        if text.is_empty() {
            self.add(field, "required");
        } else if text.chars().count() > MAX_TEXT.max(MAX_EMAIL) {
            self.add(field, "too-long");
        }
    }
}
