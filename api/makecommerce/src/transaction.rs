//! Transactions and their payment methods, as the provider's API returns them.
//!
//! The recorded responses are years old, so unknown members are ignored and most members may be missing. Amounts are
//! numbers or strings. Times are not read: the store uses its own clock.

use heliriiul_db::Cents;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use crate::status::Status;

/// Methods are offered when they are for this country or name no country.
const COUNTRY: &str = "ee";

/// A transaction as `POST /transactions` and `GET /transactions/{id}` return it.
#[derive(Clone, Debug, Deserialize)]
pub struct Transaction {
    pub id: String,
    pub status: Status,
    pub amount: Option<Cents>,
    pub currency: Option<String>,
    pub reference: Option<String>,
    pub refunded_amount: Option<Cents>,
    /// Only in the response that creates a transaction.
    #[serde(default)]
    payment_methods: RawMethods,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
struct RawMethods {
    #[serde(deserialize_with = "readable_items")]
    banklinks: Vec<RawMethod>,
    #[serde(deserialize_with = "readable_items")]
    cards: Vec<RawMethod>,
    #[serde(deserialize_with = "readable_items")]
    other: Vec<RawMethod>,
}

#[derive(Clone, Debug, Deserialize)]
struct RawMethod {
    name: String,
    display_name: Option<String>,
    country: Option<String>,
    countries: Option<Vec<String>>,
    url: Option<String>,
    logo_url: Option<String>,
    min_amount: Option<Cents>,
    max_amount: Option<Cents>,
}

/// Skips items that cannot be read, so that one unusual method does not hide the others.
fn readable_items<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<RawMethod>, D::Error> {
    let items = Option::<Vec<Value>>::deserialize(deserializer)?.unwrap_or_default();
    Ok(items.into_iter().filter_map(|item| serde_json::from_value(item).ok()).collect())
}

/// A way to pay. The buyer's browser is sent to its URL.
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
    /// The methods that accept `amount` and have a URL. A card without one uses the page of all methods.
    pub fn methods(&self, amount: Cents) -> PaymentMethods {
        let raw = &self.payment_methods;
        let redirect = raw.other.iter().find(|method| method.name == "redirect").and_then(web_address);
        let usable = |methods: &[RawMethod], fallback: Option<&str>| {
            methods
                .iter()
                .filter(|method| method.accepts(amount))
                .filter_map(|method| Some((method, web_address(method).or(fallback)?)))
                .map(|(method, url)| method.with_url(url))
                .collect::<Vec<_>>()
        };
        let mut banklinks = usable(&raw.banklinks, None);
        let cards = usable(&raw.cards, redirect);
        if banklinks.is_empty() && cards.is_empty() {
            banklinks
                .extend(raw.other.iter().filter_map(|method| Some(method.with_url(web_address(method)?))));
        }
        PaymentMethods { banklinks, cards }
    }
}

impl RawMethod {
    fn accepts(&self, amount: Cents) -> bool {
        let in_country = match (&self.countries, &self.country) {
            (Some(countries), _) if !countries.is_empty() => countries.iter().any(|code| code == COUNTRY),
            (_, Some(code)) => code == COUNTRY,
            _ => true,
        };
        in_country
            && self.min_amount.is_none_or(|least| amount >= least)
            && self.max_amount.is_none_or(|most| amount <= most)
    }

    fn with_url(&self, url: &str) -> PaymentMethod {
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

/// The state of a transaction, from an authenticated message or from the provider's API.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub transaction_id: String,
    pub status: Status,
    pub amount: Cents,
    pub currency: String,
    /// Only messages name the shop: the API returns only transactions of the shop whose keys it gets.
    pub shop: Option<String>,
    pub reference: Option<String>,
}

impl Transaction {
    /// `None` when the amount or the currency is missing, because the store must compare both.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_recorded_in_2017_is_read() {
        let recorded = r#"{"_links":{"self":{"href":"x"}},"id":"aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee",
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
        let transaction: Transaction = serde_json::from_str(recorded).unwrap();
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
}
