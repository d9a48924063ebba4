//! Formats parts of addresses, and amounts, durations and dates in Estonian, also as template filters. The storefront
//! has the same rules in TypeScript; both are tested with `storefront/src/et/format.cases.json`.

use heliriiul_db::Timestamp;
use minijinja::{Environment, Error, ErrorKind, Value};
use time_tz::{OffsetDateTimeExt, timezones::db::europe::TALLINN};

use crate::money::Cents;

const NO_BREAK: char = '\u{a0}';

/// `9,90 €`, with thousands grouped and a minus sign (U+2212).
pub fn euro(amount: Cents) -> String {
    let text = amount.to_string();
    let (euro, cents) = text.split_once('.').unwrap_or((&text, "00"));
    let digits = euro.trim_start_matches('-');
    let mut whole = String::with_capacity(digits.len() + 4);
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            whole.push(NO_BREAK);
        }
        whole.push(digit);
    }
    let sign = if text.starts_with('-') { "\u{2212}" } else { "" };
    format!("{sign}{whole},{cents}{NO_BREAK}€")
}

/// `10 t 3 min`, minutes rounded down; `-` when the seconds are unknown (spec §2).
pub fn duration(seconds: Option<i64>) -> String {
    let Some(seconds) = seconds.filter(|&seconds| seconds >= 0) else { return "-".to_owned() };
    let minutes = seconds / 60;
    match (minutes / 60, minutes % 60) {
        (0, minutes) => format!("{minutes}{NO_BREAK}min"),
        (hours, minutes) => format!("{hours}{NO_BREAK}t {minutes}{NO_BREAK}min"),
    }
}

/// Encodes a text as one part of the path or the query of an address.
pub fn url_part(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

/// `28.11.2026`, the date in Estonia.
pub fn date(at: Timestamp) -> String {
    let local = at.utc().to_timezone(TALLINN);
    format!("{}.{}.{}", local.day(), u8::from(local.month()), local.year())
}

/// `28.11 kell 9.05`, the date and the time in Estonia.
fn moment(at: Timestamp) -> String {
    let local = at.utc().to_timezone(TALLINN);
    format!("{}.{} kell {}.{:02}", local.day(), u8::from(local.month()), local.hour(), local.minute())
}

/// `28.11.2026 kell 9.05`, the date and the time in Estonia.
pub fn date_and_time(at: Timestamp) -> String {
    let local = at.utc().to_timezone(TALLINN);
    format!("{} kell {}.{:02}", date(at), local.hour(), local.minute())
}

/// Adds the template filters `euro`, `duration`, `date` and `moment`.
pub fn add_filters(environment: &mut Environment<'_>) {
    environment.add_filter("euro", |amount: f64| -> Result<String, Error> {
        let cents: Cents = format!("{amount:.2}").parse().map_err(|_| wrong("euro", &Value::from(amount)))?;
        Ok(euro(cents))
    });
    environment.add_filter("duration", |seconds: Option<i64>| duration(seconds));
    environment
        .add_filter("date", |text: &str| read(text).map(date).ok_or_else(|| wrong("date", &text.into())));
    environment.add_filter("moment", |text: &str| {
        read(text).map(moment).ok_or_else(|| wrong("moment", &text.into()))
    });
}

fn read(text: &str) -> Option<Timestamp> {
    serde_json::from_value(text.into()).ok()
}

fn wrong(filter: &str, value: &Value) -> Error {
    Error::new(ErrorKind::InvalidOperation, format!("{filter} cannot format {value}"))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::Value as Json;

    use super::*;

    #[derive(Deserialize)]
    struct Case {
        kind: String,
        input: Json,
        output: String,
    }

    #[test]
    fn moments_are_in_estonian_time() {
        for (at, written) in [
            ("2026-11-28T22:05:59.000Z", "29.11 kell 0.05"),
            ("2026-03-29T00:59:00.000Z", "29.3 kell 2.59"),
            ("2026-03-29T01:00:00.000Z", "29.3 kell 4.00"),
        ] {
            assert_eq!(moment(read(at).unwrap()), written, "{at}");
        }
    }

    #[test]
    fn the_storefront_formats_the_same() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("../../storefront/src/et/format.cases.json")).unwrap();
        let mut environment = Environment::new();
        add_filters(&mut environment);
        assert!(cases.len() > 15);
        for Case { kind, input, output } in cases {
            let template = format!("{{{{ input|{kind} }}}}");
            let written = environment
                .render_str(&template, minijinja::context!(input => minijinja::value::Serde(input.clone())))
                .unwrap();
            assert_eq!(written, output, "{kind} of {input}");
        }
    }
}
