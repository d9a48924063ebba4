//! What MakeCommerce says: transactions, methods and messages, read with tolerance.
//!
//! Its recorded answers are years old, so unknown members are ignored and most may be missing. Amounts come as
//! numbers or as texts. Times are left unread: the store goes by its own clock.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;
use time::{Date, macros::format_description};

use crate::money::Cents;

/// The only currency of the store.
pub const CURRENCY: &str = "EUR";

/// Methods for banks of this country, and those that name none, are offered.
const COUNTRY: &str = "ee";

/// State of a transaction. The texts are the provider's own, in the database too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(rename_all = "SCREAMING_SNAKE_CASE", type_name = "text")]
pub enum Status {
    Created,
    /// The buyer is paying.
    Pending,
    /// The card is verified, the payment awaited.
    Approved,
    /// The buyer pressed cancel.
    Cancelled,
    Expired,
    /// The bank declined. Not in the provider's list; a decline there may as well end as `CANCELLED`.
    #[serde(alias = "DECLINED")]
    Failed,
    /// Paid: the only signal to deliver.
    Completed,
    PartRefunded,
    Refunded,
    /// A word that this store does not know; nothing follows from it.
    #[serde(other)]
    Unknown,
}

impl Status {
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Created | Self::Pending | Self::Approved)
    }

    /// Whether money came in, be it back again or not.
    pub const fn was_paid(self) -> bool {
        matches!(self, Self::Completed | Self::PartRefunded | Self::Refunded)
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Unknown => 0,
            Self::Created => 1,
            Self::Pending => 2,
            Self::Approved => 3,
            Self::Cancelled | Self::Expired | Self::Failed => 4,
            Self::Completed => 5,
            Self::PartRefunded => 6,
            Self::Refunded => 7,
        }
    }

    /// Whether a transaction in state `before` may go to this one. Messages come late, repeated and in any order:
    /// nothing steps back, a closed attempt changes only when money came in after all.
    pub const fn follows(self, before: Self) -> bool {
        self.rank() > before.rank()
    }
}

/// A transaction as `POST /transactions` and `GET /transactions/{id}` show it.
#[derive(Clone, Debug, Deserialize)]
pub struct Transaction {
    pub id: String,
    pub status: Status,
    #[serde(default)]
    pub amount: Option<Cents>,
    #[serde(default)]
    pub currency: Option<String>,
    #[serde(default)]
    pub reference: Option<String>,
    #[serde(default)]
    pub refunded_amount: Option<Cents>,
    /// Only in the answer to the making of one.
    #[serde(default)]
    payment_methods: RawMethods,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct RawMethods {
    #[serde(deserialize_with = "list_or_nothing")]
    banklinks: Vec<RawMethod>,
    #[serde(deserialize_with = "list_or_nothing")]
    cards: Vec<RawMethod>,
    #[serde(deserialize_with = "list_or_nothing")]
    other: Vec<RawMethod>,
}

#[derive(Clone, Debug, Deserialize)]
struct RawMethod {
    name: String,
    #[serde(default)]
    display_name: Option<String>,
    #[serde(default)]
    country: Option<String>,
    #[serde(default)]
    countries: Option<Vec<String>>,
    #[serde(default)]
    url: Option<String>,
    #[serde(default)]
    logo_url: Option<String>,
    #[serde(default)]
    min_amount: Option<Cents>,
    #[serde(default)]
    max_amount: Option<Cents>,
}

/// A list whose unreadable items are left out, so that one odd method does not take the others with it.
fn list_or_nothing<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<RawMethod>, D::Error> {
    let items = Option::<Vec<Value>>::deserialize(deserializer)?.unwrap_or_default();
    Ok(items.into_iter().filter_map(|item| serde_json::from_value(item).ok()).collect())
}

/// A way to pay that the buyer's browser can be sent to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PaymentMethod {
    /// For display.
    #[schema(example = "Swedbank")]
    pub name: String,
    pub url: String,
    pub logo_url: Option<String>,
}

/// The ways to pay one transaction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct PaymentMethods {
    pub banklinks: Vec<PaymentMethod>,
    pub cards: Vec<PaymentMethod>,
}

impl Transaction {
    /// The methods that take `amount` and have an address; a card without one goes to the page of all methods.
    pub fn methods(&self, amount: Cents) -> PaymentMethods {
        let raw = &self.payment_methods;
        let redirect = raw.other.iter().find(|method| method.name == "redirect").and_then(web_address);
        let usable = |methods: &[RawMethod], fallback: Option<&str>| {
            methods
                .iter()
                .filter(|method| method.takes(amount))
                .filter_map(|method| Some((method, web_address(method).or(fallback)?)))
                .map(|(method, url)| method.at(url))
                .collect::<Vec<_>>()
        };
        let mut banklinks = usable(&raw.banklinks, None);
        let cards = usable(&raw.cards, redirect);
        if banklinks.is_empty() && cards.is_empty() {
            banklinks.extend(raw.other.iter().filter_map(|method| Some(method.at(web_address(method)?))));
        }
        PaymentMethods { banklinks, cards }
    }
}

impl RawMethod {
    fn takes(&self, amount: Cents) -> bool {
        let ours = match (&self.countries, &self.country) {
            (Some(countries), _) if !countries.is_empty() => countries.iter().any(|code| code == COUNTRY),
            (_, Some(code)) => code == COUNTRY,
            _ => true,
        };
        ours && self.min_amount.is_none_or(|least| amount >= least)
            && self.max_amount.is_none_or(|most| amount <= most)
    }

    fn at(&self, url: &str) -> PaymentMethod {
        let logo_url = self.logo_url.clone().filter(|logo| is_web_address(logo));
        PaymentMethod {
            name: self.display_name.clone().unwrap_or_else(|| self.name.clone()),
            url: url.to_owned(),
            logo_url,
        }
    }
}

fn web_address(method: &RawMethod) -> Option<&str> {
    method.url.as_deref().filter(|url| is_web_address(url))
}

fn is_web_address(text: &str) -> bool {
    url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// What is known of a transaction's state, from a verified message or from the provider's API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub transaction_id: String,
    pub status: Status,
    pub amount: Cents,
    pub currency: String,
    /// Messages alone name the shop; the API answers only for ours.
    pub shop: Option<String>,
    pub reference: Option<String>,
}

impl Transaction {
    /// `None` when the provider left out what the store must compare.
    pub fn report(self) -> Option<Report> {
        Some(Report {
            transaction_id: self.id,
            status: self.status,
            amount: self.amount?,
            currency: self.currency?,
            shop: None,
            reference: self.reference,
        })
    }
}

/// The JSON inside a message: `payment_return` is flat, `token_return` nests the transaction and has no amount.
#[derive(Debug, Deserialize)]
pub struct Message {
    #[serde(default)]
    shop: Option<String>,
    #[serde(default)]
    amount: Option<Cents>,
    #[serde(default)]
    currency: Option<String>,
    #[serde(default)]
    reference: Option<String>,
    #[serde(default)]
    status: Option<Status>,
    transaction: MessageTransaction,
    #[serde(default, deserialize_with = "readable_or_none")]
    token: Option<CardToken>,
    #[serde(default, deserialize_with = "readable_or_none")]
    error: Option<TokenError>,
}

/// A member in another shape than the recorded ones is as good as missing.
fn readable_or_none<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: DeserializeOwned,
{
    let value = Option::<Value>::deserialize(deserializer)?;
    Ok(value.and_then(|value| serde_json::from_value(value).ok()))
}

fn true_alone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    Ok(Value::deserialize(deserializer)? == Value::Bool(true))
}

/// Kept and shown as it is, so anything but a day is left out.
fn day_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    let value = Value::deserialize(deserializer)?;
    let day = value.as_str().filter(|day| {
        let shape = day.len() == 10 && !day.starts_with(['+', '-']);
        shape && Date::parse(day, format_description!("[year]-[month]-[day]")).is_ok()
    });
    Ok(day.map(str::to_owned))
}

/// Why a card gave no token.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct TokenError {
    pub code: i64,
    pub message: String,
}

/// A card that the provider keeps for the shop, in a `token_return`.
#[derive(Clone, Deserialize)]
pub struct CardToken {
    pub id: String,
    /// Only such a one may be charged again.
    #[serde(default, deserialize_with = "true_alone")]
    pub multiuse: bool,
    /// A day (`YYYY-MM-DD`).
    #[serde(default, deserialize_with = "day_or_none")]
    pub valid_until: Option<String>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum MessageTransaction {
    Id(String),
    Nested {
        id: String,
        #[serde(default)]
        status: Option<Status>,
        #[serde(default)]
        reference: Option<String>,
    },
}

/// Without the token, which would charge the card.
impl fmt::Debug for CardToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CardToken").field("multiuse", &self.multiuse).finish_non_exhaustive()
    }
}

impl Message {
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

    /// `None` when the message does not say all that must be compared; the transaction has to be asked then.
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
    fn nothing_steps_back_and_money_wins() {
        use Status::{Approved, Cancelled, Completed, Created, Expired, PartRefunded, Pending, Refunded};
        for (before, after) in [
            (Created, Pending),
            (Pending, Approved),
            (Created, Completed),
            (Cancelled, Completed),
            (Expired, Completed),
            (Completed, Refunded),
            (PartRefunded, Refunded),
            (Pending, Expired),
        ] {
            assert!(after.follows(before), "{before:?} → {after:?}");
            assert!(!before.follows(after), "{after:?} → {before:?}");
        }
        assert!(!Expired.follows(Cancelled) && !Cancelled.follows(Expired));
        assert!(!Status::Unknown.follows(Created) && !Completed.follows(Completed));
    }

    #[test]
    fn an_answer_of_2017_is_read() {
        let answer = r#"{"_links":{"self":{"href":"x"}},"id":"aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee",
            "object":"transaction","status":"CREATED","amount":6.99,"currency":"EUR","type":null,"method":null,
            "created_at":"2017-01-15T10:20:00+0000","customer":{"id":"c"},
            "payment_methods":{
              "banklinks":[
                {"name":"swedbank","country":"ee","countries":["ee"],"display_name":"Swedbank","max_amount":20000.0,
                 "url":"https://pay.example/?method=EE_SWED&trx=1","logo_url":"https://pay.example/s.png"},
                {"name":"citadele","country":"lv","countries":["lv"],"url":"https://pay.example/lv"},
                {"name":"tiny","max_amount":5.0,"url":"https://pay.example/tiny"},
                {"name":"odd","url":"javascript:alert(1)"},
                {"url":"https://pay.example/nameless"}],
              "cards":[{"name":"visa","display_name":"Visa","logo_url":"https://pay.example/v.png"}],
              "cash":[],"payLater":[],
              "other":[{"name":"redirect","url":"https://pay.example/pay.html?trx=1"}]}}"#;
        let transaction: Transaction = serde_json::from_str(answer).unwrap();
        let methods = transaction.methods(Cents::new(699));
        let named = |methods: &[PaymentMethod]| {
            methods.iter().map(|method| (method.name.clone(), method.url.clone())).collect::<Vec<_>>()
        };
        let pair = |name: &str, url: &str| (name.to_owned(), url.to_owned());
        assert_eq!(
            named(&methods.banklinks),
            [pair("Swedbank", "https://pay.example/?method=EE_SWED&trx=1")]
        );
        assert_eq!(named(&methods.cards), [pair("Visa", "https://pay.example/pay.html?trx=1")]);
        let report = transaction.report().unwrap();
        assert_eq!((report.status, report.amount), (Status::Created, Cents::new(699)));
    }

    #[test]
    fn messages_are_flat_or_nested() {
        let flat = r#"{"amount":"6.99","currency":"EUR","message_type":"payment_return","reference":"T-1001",
            "shop":"s","signature":"","status":"COMPLETED","transaction":"t"}"#;
        let report = serde_json::from_str::<Message>(flat).unwrap().report().unwrap();
        assert_eq!((report.status, report.shop.as_deref()), (Status::Completed, Some("s")));

        let nested =
            r#"{"message_type":"token_return","transaction":{"id":"t","status":"PENDING"},"token":{}}"#;
        let message: Message = serde_json::from_str(nested).unwrap();
        assert_eq!(message.transaction_id(), "t");
        assert!(message.token().is_none());
        assert_eq!(message.report(), None);
        let card = r#"{"message_type":"token_return","transaction":{"id":"t","status":"PENDING"},
            "token":{"id":"saladus","multiuse":true,"valid_until":"2028-06-30"}}"#;
        let message: Message = serde_json::from_str(card).unwrap();
        let token = message.token().unwrap();
        assert_eq!(
            (token.id.as_str(), token.multiuse, token.valid_until.as_deref()),
            ("saladus", true, Some("2028-06-30"))
        );
        assert!(!format!("{message:?}").contains("saladus"), "what charges a card shows nowhere");

        let unheard =
            r#"{"amount":6.99,"currency":"EUR","shop":"s","status":"PAID","transaction":{"id":"t"}}"#;
        let report = serde_json::from_str::<Message>(unheard).unwrap().report().unwrap();
        assert_eq!(report.status, Status::Unknown);
    }

    #[test]
    fn a_card_token_is_read_with_tolerance_and_kept_with_none() {
        let message = |rest: &str| -> Message {
            let json = format!(r#"{{"message_type":"token_return","transaction":{{"id":"t"}},{rest}}}"#);
            serde_json::from_str(&json).unwrap()
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
        // A plain one does not say whether it may be charged again.
        assert!(message(r#""token":"k""#).token().is_none());
        let expired = message(r#""error":{"code":1064,"message":"Token expired"}"#);
        assert!(expired.token().is_none());
        let error = expired.error().unwrap();
        assert_eq!((error.code, error.message.as_str()), (1064, "Token expired"));
        assert!(message(r#""error":null"#).error().is_none());
    }
}
