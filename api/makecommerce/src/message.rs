//! The messages that the provider sends: by the buyer's browser on its return, and as notifications.

use std::fmt;

use heliriiul_db::Cents;
use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::Value;
use time::{Date, macros::format_description};

use crate::{status::Status, transaction::Report};

/// The JSON of a message. `payment_return` is flat; `token_return` nests the transaction and has no amount.
#[derive(Debug, Deserialize)]
pub struct Message {
    shop: Option<String>,
    amount: Option<Cents>,
    currency: Option<String>,
    reference: Option<String>,
    status: Option<Status>,
    transaction: MessageTransaction,
    #[serde(default, deserialize_with = "value_if_readable")]
    token: Option<CardToken>,
    #[serde(default, deserialize_with = "value_if_readable")]
    error: Option<TokenError>,
}

/// A member of an unknown shape counts as missing.
fn value_if_readable<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let value = Option::<Value>::deserialize(deserializer)?;
    Ok(value.and_then(|value| serde_json::from_value(value).ok()))
}

fn is_true<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Value::deserialize(deserializer)? == Value::Bool(true))
}

/// The store saves and shows the text unchanged, so anything but a day counts as missing.
fn day_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let day = value.as_str().filter(|day| {
        let shape = day.len() == 10 && !day.starts_with(['+', '-']);
        shape && Date::parse(day, format_description!("[year]-[month]-[day]")).is_ok()
    });
    Ok(day.map(str::to_owned))
}

/// The reason why a card has no token.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TokenError {
    pub code: i64,
    pub message: String,
}

/// The token of a card that the provider saved for the shop, in a `token_return`.
#[derive(Clone, Deserialize)]
pub struct CardToken {
    pub id: String,
    /// Whether the card may be charged again.
    #[serde(default, deserialize_with = "is_true")]
    pub multiuse: bool,
    /// A day (`YYYY-MM-DD`).
    #[serde(default, deserialize_with = "day_or_none")]
    pub valid_until: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum MessageTransaction {
    Id(String),
    Nested { id: String, status: Option<Status>, reference: Option<String> },
}

/// Leaves out the token, since it charges the card.
impl fmt::Debug for CardToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CardToken").field("multiuse", &self.multiuse).finish_non_exhaustive()
    }
}

impl Message {
    /// Reads a message. `None` when it is no JSON of a known shape, or the transaction id cannot be one of the
    /// provider's: the id becomes a part of a URL and goes into the database.
    pub fn parse(json: &str) -> Option<Self> {
        let message: Self = serde_json::from_str(json).ok()?;
        let id = message.transaction_id();
        let is_plain = (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        is_plain.then_some(message)
    }

    pub fn transaction_id(&self) -> &str {
        match &self.transaction {
            MessageTransaction::Id(id) | MessageTransaction::Nested { id, .. } => id,
        }
    }

    pub const fn token(&self) -> Option<&CardToken> {
        self.token.as_ref()
    }

    pub const fn error(&self) -> Option<&TokenError> {
        self.error.as_ref()
    }

    /// `None` when something that the store must compare is missing. The store then reads the transaction.
    pub fn report(self) -> Option<Report> {
        let (transaction_id, nested_status, nested_reference) = match self.transaction {
            MessageTransaction::Id(id) => (id, None, None),
            MessageTransaction::Nested { id, status, reference } => (id, status, reference),
        };
        Some(Report {
            transaction_id,
            status: self.status.or(nested_status)?,
            amount: self.amount?,
            currency: self.currency?,
            shop: Some(self.shop?),
            reference: self.reference.or(nested_reference),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_flat_or_nested() {
        let flat = r#"{"amount":"6.99","currency":"EUR","message_type":"payment_return","reference":"T-1001",
            "shop":"s","signature":"","status":"COMPLETED","transaction":"t"}"#;
        let report = Message::parse(flat).unwrap().report().unwrap();
        assert_eq!((report.status, report.shop.as_deref()), (Status::Completed, Some("s")));

        let nested =
            r#"{"message_type":"token_return","transaction":{"id":"t","status":"PENDING"},"token":{}}"#;
        let message = Message::parse(nested).unwrap();
        assert_eq!(message.transaction_id(), "t");
        assert!(message.token().is_none());
        assert_eq!(message.report(), None);
        let card = r#"{"message_type":"token_return","transaction":{"id":"t","status":"PENDING"},
            "token":{"id":"saladus","multiuse":true,"valid_until":"2028-06-30"}}"#;
        let message = Message::parse(card).unwrap();
        let token = message.token().unwrap();
        assert_eq!(
            (token.id.as_str(), token.multiuse, token.valid_until.as_deref()),
            ("saladus", true, Some("2028-06-30"))
        );
        assert!(!format!("{message:?}").contains("saladus"), "the token is never printed");

        let unknown =
            r#"{"amount":6.99,"currency":"EUR","shop":"s","status":"PAID","transaction":{"id":"t"}}"#;
        let report = Message::parse(unknown).unwrap().report().unwrap();
        assert_eq!(report.status, Status::Unknown);
    }

    #[test]
    fn a_card_token_is_read_with_tolerance_but_is_multiuse_only_if_certain() {
        let message = |rest: &str| -> Message {
            let json = format!(r#"{{"message_type":"token_return","transaction":{{"id":"t"}},{rest}}}"#);
            Message::parse(&json).unwrap()
        };
        for (token, multiuse, valid_until) in [
            (r#"{"id":"k"}"#, false, None),
            (r#"{"id":"k","multiuse":null,"valid_until":null}"#, false, None),
            (r#"{"id":"k","multiuse":"true","valid_until":"2028-06-30T00:00:00"}"#, false, None),
            (r#"{"id":"k","multiuse":true,"valid_until":"2028-02-30"}"#, true, None),
            (r#"{"id":"k","multiuse":true,"valid_until":20280630,"new":1}"#, true, None),
        ] {
            let message = message(&format!(r#""token":{token}"#));
            let read = message.token().unwrap();
            assert_eq!((read.multiuse, read.valid_until.as_deref()), (multiuse, valid_until), "{token}");
        }
        // A token without an object does not say whether it may be charged again.
        assert!(message(r#""token":"k""#).token().is_none());
        let expired = message(r#""error":{"code":1064,"message":"Token expired"}"#);
        assert!(expired.token().is_none());
        let error = expired.error().unwrap();
        assert_eq!((error.code, error.message.as_str()), (1064, "Token expired"));
        assert!(message(r#""error":null"#).error().is_none());
    }

    #[test]
    fn a_transaction_id_has_letters_digits_and_hyphens_only() {
        for id in ["", "../x", "a b", "õ", "a\\u0000"] {
            assert!(Message::parse(&format!(r#"{{"transaction":"{id}"}}"#)).is_none(), "{id}");
        }
        assert!(Message::parse(r#"{"transaction":{"id":"aaaaaaaa-bbbb"}}"#).is_some());
        assert!(Message::parse("[]").is_none());
    }
}
