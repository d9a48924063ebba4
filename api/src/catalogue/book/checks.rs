//! Single fields of a record: [`Patch`] for those that it may leave out, and their checks. An error has words for reports
//! and a code for forms.

use std::fmt;

use heliriiul_cms::clean_plain_html;
use serde::{Deserialize, Deserializer};

use crate::{
    catalogue::names::NameError,
    error::{ApiError, FieldError},
};

/// The change of one field by a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// The record leaves the field out.
    #[default]
    Absent,
    /// The record gives `null`.
    Null,
    Value(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.into())
    }
}

impl<T> From<Option<T>> for Patch<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl<T> Patch<T> {
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    pub fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    pub const fn as_ref(&self) -> Patch<&T> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Value(value) => Patch::Value(value),
        }
    }

    /// The patch with its value checked or changed; `None` becomes `Null`.
    pub fn and_then<U>(self, change: impl FnOnce(T) -> Option<U>) -> Patch<U> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Value(value) => change(value).into(),
        }
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Patch<U> {
        self.and_then(|value| Some(change(value)))
    }

    /// Changes an optional field.
    pub fn apply(self, field: &mut Option<T>) {
        if !self.is_absent() {
            *field = self.value();
        }
    }

    /// Changes a field that always has a value: `null` sets the default.
    pub fn apply_or(self, field: &mut T, default: T) {
        if !self.is_absent() {
            *field = self.value().unwrap_or(default);
        }
    }
}

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

impl From<Vec<InvalidField>> for ApiError {
    fn from(invalid: Vec<InvalidField>) -> Self {
        Self::fields(invalid.into_iter().map(FieldError::from).collect())
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

    /// A text of one line that may not be empty.
    pub fn required_text(&mut self, field: &str, text: String, longest: usize) -> String {
        if text.trim().is_empty() {
            self.add(field, "required", "is missing");
        }
        self.text(field, Patch::Value(text), longest).value().unwrap_or_default()
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
