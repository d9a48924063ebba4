//! Checks of single fields. An error has words for reports and a code for forms.

use std::fmt;

use heliriiul_cms::clean_plain_html;

use super::patch::Patch;
use crate::{catalogue::names::NameError, error::FieldError};

/// A field that does not meet its rule.
#[derive(Clone, Debug)]
pub struct InvalidField {
    pub field: String,
    /// The rule, by its name in the API.
    pub code: &'static str,
    message: String,
}

impl fmt::Display for InvalidField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.message)
    }
}

impl From<InvalidField> for FieldError {
    fn from(invalid: InvalidField) -> Self {
        Self { field: invalid.field, code: invalid.code.into() }
    }
}

/// Checks fields and collects those that are invalid. An invalid or empty value becomes [`Patch::Null`].
#[derive(Debug, Default)]
pub struct Checks {
    pub invalid: Vec<InvalidField>,
}

impl Checks {
    pub fn add(&mut self, field: &str, code: &'static str, message: impl fmt::Display) {
        self.invalid.push(InvalidField { field: field.to_owned(), code, message: message.to_string() });
    }

    /// Returns the checked value, or all errors.
    pub fn finish<T>(self, value: T) -> Result<T, Vec<InvalidField>> {
        if self.invalid.is_empty() { Ok(value) } else { Err(self.invalid) }
    }

    /// Trims a text of one line.
    pub fn text(&mut self, field: &str, text: Patch<String>, longest: usize) -> Patch<String> {
        text.and_then(|text| {
            let text = self.length(field, text.trim(), longest)?;
            if text.chars().any(char::is_control) {
                self.add(field, "invalid", "holds control characters");
                return None;
            }
            Some(text.to_owned())
        })
    }

    pub fn name<T>(
        &mut self,
        field: &str,
        text: Patch<String>,
        parse: impl FnOnce(&str) -> Result<T, NameError>,
    ) -> Patch<T> {
        text.and_then(|text| match parse(text.trim()) {
            Ok(name) => Some(name),
            Err(_) if text.trim().is_empty() => None,
            Err(error) => {
                let code = if error == NameError::Reserved { "reserved" } else { "invalid" };
                self.add(field, code, error);
                None
            }
        })
    }

    pub fn within<T>(
        &mut self,
        field: &str,
        code: &'static str,
        value: Patch<T>,
        fits: impl FnOnce(&T) -> bool,
    ) -> Patch<T> {
        value.and_then(|value| {
            let fits = fits(&value);
            if !fits {
                self.add(field, code, "out of range");
            }
            fits.then_some(value)
        })
    }

    /// Cleans HTML. A text without markup becomes paragraphs.
    pub fn html(&mut self, field: &str, text: Patch<String>, longest: usize) -> Patch<String> {
        text.and_then(|text| {
            let text = self.length(field, text.trim(), longest)?;
            if text.chars().any(|letter| letter.is_control() && !letter.is_whitespace()) {
                self.add(field, "invalid", "holds control characters");
                return None;
            }
            if text.contains('<') {
                return Some(clean_plain_html(text));
            }
            let paragraphs = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
            let paragraphs = paragraphs.collect::<Vec<_>>().join("</p><p>");
            Some(clean_plain_html(&format!("<p>{paragraphs}</p>")))
        })
    }

    /// The text, unless it is empty or too long.
    fn length<'a>(&mut self, field: &str, text: &'a str, longest: usize) -> Option<&'a str> {
        if text.chars().count() > longest {
            self.add(field, "too-long", format_args!("longer than {longest} characters"));
            return None;
        }
        (!text.is_empty()).then_some(text)
    }
}
