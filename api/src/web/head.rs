//! What the head of a page says: title, description, canonical address, sharing, and structured data.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::shell::escape_script;
use crate::state::AppState;

/// The longest description that search engines show.
const DESCRIPTION: usize = 160;

/// The head of one page. Addresses begin with `/`.
#[derive(Default)]
pub struct Head {
    pub title: String,
    pub description: String,
    /// `None`: the page is not for search engines.
    pub canonical: Option<String>,
    pub image: Option<String>,
    pub kind: Option<&'static str>,
    /// Objects of schema.org, without their context.
    pub json_ld: Vec<Value>,
}

impl Head {
    pub fn into_context(self, app: &AppState, status: StatusCode) -> Value {
        let base = app.config.public_base();
        let absolute =
            |path: &str| if path.starts_with('/') { format!("{base}{path}") } else { path.to_owned() };
        let json_ld = (!self.json_ld.is_empty()).then(|| {
            escape_script(&json!({ "@context": "https://schema.org", "@graph": self.json_ld }).to_string())
        });
        json!({
            "title": self.title,
            "description": shortened(&self.description),
            "canonical": self.canonical.as_deref().map(absolute),
            "ogImage": self.image.as_deref().map(absolute),
            "ogType": self.kind.unwrap_or("website"),
            "robots": if self.canonical.is_some() { Value::Null } else { "noindex".into() },
            "jsonLd": json_ld,
            "status": status.as_u16(),
        })
    }
}

/// At most as long as is shown, cut at a word.
fn shortened(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    let cut: String = text.chars().take(DESCRIPTION - 1).collect();
    let whole_words = cut.rsplit_once(' ').map_or(cut.as_str(), |(before, _)| before);
    format!("{}…", whole_words.trim_end_matches([',', ';', '.', ' ']))
}

/// The way to a page, as schema.org has it: names with addresses.
pub fn breadcrumb_list(app: &AppState, steps: &[(String, String)]) -> Value {
    let base = app.config.public_base();
    let items: Vec<Value> = steps
        .iter()
        .zip(1..)
        .map(|((name, path), position)| {
            json!({ "@type": "ListItem", "position": position, "name": name, "item": format!("{base}{path}") })
        })
        .collect();
    json!({ "@type": "BreadcrumbList", "itemListElement": items })
}

/// A book as schema.org's audiobook that is also a product with its offer.
pub fn audiobook(app: &AppState, book: &Value, description: &str) -> Value {
    let base = app.config.public_base();
    let text = |name: &str| book[name].as_str().filter(|text| !text.is_empty());
    let people = |name: &str| -> Vec<Value> {
        let list = book[name].as_array().map(Vec::as_slice).unwrap_or_default();
        list.iter().map(|person| json!({ "@type": "Person", "name": person["name"] })).collect()
    };
    let address = format!("{base}/raamatud/{}", text("slug").unwrap_or_default());
    let mut item = json!({
        "@type": ["Audiobook", "Product"],
        "@id": address,
        "url": address,
        "name": book["title"],
        "description": description,
        "inLanguage": "et",
        "bookFormat": "https://schema.org/AudiobookFormat",
        "author": people("authors"),
        "readBy": people("readers"),
    });
    if let Some(isbn) = text("isbn") {
        item["isbn"] = isbn.into();
        item["gtin13"] = isbn.into();
    }
    if let Some(publisher) = text("publisher") {
        item["publisher"] = json!({ "@type": "Organization", "name": publisher });
    }
    if let Some(image) = text("image") {
        item["image"] = format!("{base}{image}").into();
    }
    if let Some(year) = book["publishYear"].as_i64() {
        item["datePublished"] = year.to_string().into();
    }
    if let Some(seconds) = book["length"].as_i64() {
        item["duration"] = format!("PT{seconds}S").into();
    }
    let sold = matches!(text("paymentType"), Some("ALL" | "PURCHASE"));
    if let Some(price) = book["price"].as_f64().filter(|_| sold) {
        item["offers"] = json!({
            "@type": "Offer",
            "url": address,
            "price": format!("{price:.2}"),
            "priceCurrency": "EUR",
            "availability": "https://schema.org/InStock",
        });
    }
    item
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_cut_at_words() {
        assert_eq!(shortened("lühike"), "lühike");
        let long = "sõna ".repeat(60);
        let cut = shortened(&long);
        assert!(cut.ends_with("sõna…") && cut.chars().count() <= DESCRIPTION, "{cut}");
    }
}
