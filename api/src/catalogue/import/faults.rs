//! What is wrong with a record, field by field: in words for reports, as a code for forms.

use std::fmt;

use heliriiul_cms::clean_plain_html;

use super::facts::Patch;
use crate::{
    catalogue::names::{CategoryPath, NameError},
    error::FieldError,
};

const DESCRIPTION_LENGTH: usize = 100_000;
const CATEGORIES: usize = 30;

/// A field that does not meet its rule.
#[derive(Clone, Debug)]
pub struct Fault {
    pub field: String,
    /// The rule, as the API names it.
    pub code: &'static str,
    what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.field, self.what)
    }
}

impl From<Fault> for FieldError {
    fn from(fault: Fault) -> Self {
        Self { field: fault.field, code: fault.code.into() }
    }
}

/// Gathers all that is wrong with a record.
#[derive(Debug, Default)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    pub fn add(&mut self, field: &str, code: &'static str, what: impl fmt::Display) {
        self.0.push(Fault { field: field.to_owned(), code, what: what.to_string() });
    }

    /// An empty text is none.
    pub fn text(&mut self, field: &str, said: Patch<String>, longest: usize) -> Patch<String> {
        let Patch::Value(text) = said else { return said };
        let text = text.trim();
        if text.chars().count() > longest {
            self.add(field, "too-long", format_args!("longer than {longest} characters"));
        } else if text.chars().any(char::is_control) {
            self.add(field, "invalid", "holds control characters");
        } else if !text.is_empty() {
            return Patch::Value(text.to_owned());
        }
        Patch::None
    }

    pub fn named<T>(
        &mut self,
        field: &str,
        said: Patch<String>,
        parse: impl FnOnce(&str) -> Result<T, NameError>,
    ) -> Patch<T> {
        match said {
            Patch::Nothing => Patch::Nothing,
            Patch::Value(text) if !text.trim().is_empty() => match parse(text.trim()) {
                Ok(name) => Patch::Value(name),
                Err(error) => {
                    let code = if error == NameError::Reserved { "reserved" } else { "invalid" };
                    self.add(field, code, error);
                    Patch::None
                }
            },
            Patch::None | Patch::Value(_) => Patch::None,
        }
    }

    pub fn within<T>(
        &mut self,
        field: &str,
        code: &'static str,
        said: Patch<T>,
        fits: impl FnOnce(&T) -> bool,
    ) -> Patch<T> {
        if let Patch::Value(value) = &said
            && !fits(value)
        {
            self.add(field, code, "out of range");
            return Patch::None;
        }
        said
    }

    /// HTML is cleaned; a text without markup becomes paragraphs.
    pub fn description(&mut self, said: Patch<String>) -> Patch<String> {
        let Patch::Value(text) = said else { return said };
        let text = text.trim();
        if text.chars().count() > DESCRIPTION_LENGTH {
            self.add("description", "too-long", "longer than 100,000 characters");
        } else if text.chars().any(|letter| letter.is_control() && !letter.is_whitespace()) {
            self.add("description", "invalid", "holds control characters");
        } else if text.contains('<') {
            return Patch::Value(clean_plain_html(text));
        } else if !text.is_empty() {
            let paragraphs = text.split("\n\n").map(str::trim).filter(|part| !part.is_empty());
            return Patch::Value(clean_plain_html(&format!(
                "<p>{}</p>",
                paragraphs.collect::<Vec<_>>().join("</p><p>")
            )));
        }
        Patch::None
    }

    pub fn categories(&mut self, said: Patch<Vec<String>>) -> Patch<Vec<CategoryPath>> {
        said.map(|paths| {
            if paths.len() > CATEGORIES {
                self.add("categories", "too-long", "more than 30");
            }
            let mut known = Vec::new();
            for path in paths.iter().take(CATEGORIES) {
                match CategoryPath::parse(path) {
                    Ok(path) if known.contains(&path) => {}
                    Ok(path) => known.push(path),
                    Err(error) => self.add("categories", "invalid", format_args!("`{path}`: {error}")),
                }
            }
            known
        })
    }
}
