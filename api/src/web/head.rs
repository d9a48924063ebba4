//! The head of a page: title, description, canonical address, sharing, and structured data.

use serde::Serialize;
use serde_json::{Value, json};

use super::seeds::escape_script;
use crate::catalogue::{Book, Person};

/// Characters; search engines show no more of a description.
const DESCRIPTION: usize = 160;

/// The head of one page. Addresses begin with `/`.
#[derive(Default)]
pub struct Head {
    pub title: String,
    pub description: String,
    /// `None`: the page is not for search engines.
    pub canonical: Option<String>,
    pub image: Option<String>,
    pub og_type: Option<&'static str>,
    /// Objects of schema.org, without their context.
    pub json_ld: Vec<Value>,
}

impl Head {
    /// The head for the templates, with absolute addresses. `base` is the store's public address.
    pub fn into_context(self, base: &str) -> Value {
        let absolute = |path: String| if path.starts_with('/') { format!("{base}{path}") } else { path };
        let json_ld = (!self.json_ld.is_empty()).then(|| {
            escape_script(&json!({ "@context": "https://schema.org", "@graph": self.json_ld }).to_string())
        });
        json!({
            "title": self.title,
            "description": shortened(&self.description),
            "robots": self.canonical.is_none().then_some("noindex"),
            "canonical": self.canonical.map(absolute),
            "ogImage": self.image.map(absolute),
            "ogType": self.og_type.unwrap_or("website"),
            "jsonLd": json_ld,
        })
    }
}

/// Cuts a long text at a word.
fn shortened(text: &str) -> String {
    if text.chars().count() <= DESCRIPTION {
        return text.to_owned();
    }
    let cut: String = text.chars().take(DESCRIPTION - 1).collect();
    let whole_words = cut.rsplit_once(' ').map_or(cut.as_str(), |(before, _)| before);
    format!("{}…", whole_words.trim_end_matches([',', ';', '.', ' ']))
}

/// A step of the breadcrumbs: a page above this one, or this one.
#[derive(Serialize)]
pub struct Breadcrumb {
    pub name: String,
    pub path: String,
}

/// The breadcrumbs of a page as schema.org describes them.
pub fn breadcrumb_list(base: &str, steps: &[Breadcrumb]) -> Value {
    let item = |(Breadcrumb { name, path }, position): (&Breadcrumb, i32)| json!({ "@type": "ListItem", "position": position, "name": name, "item": format!("{base}{path}") });
    let items: Vec<Value> = steps.iter().zip(1..).map(item).collect();
    json!({ "@type": "BreadcrumbList", "itemListElement": items })
}

/// A book as schema.org describes an audiobook that is a product with an offer.
pub fn audiobook(base: &str, book: &Book, description: &str) -> Value {
    let card = &book.card;
    let people = |people: &[Person]| -> Vec<Value> {
        people.iter().map(|person| json!({ "@type": "Person", "name": person.name })).collect()
    };
    let address = format!("{base}/raamatud/{}", card.slug);
    let mut item = json!({
        "@type": ["Audiobook", "Product"],
        "@id": address,
        "url": address,
        "name": card.title,
        "description": description,
        "inLanguage": "et",
        "bookFormat": "https://schema.org/AudiobookFormat",
        "author": people(&card.authors),
        "readBy": people(&card.readers),
    });
    if let Some(isbn) = &card.isbn {
        item["isbn"] = json!(isbn);
        item["gtin13"] = json!(isbn);
    }
    if let Some(publisher) = &card.publisher {
        item["publisher"] = json!({ "@type": "Organization", "name": publisher });
    }
    if let Some(image) = &card.image {
        item["image"] = format!("{base}{image}").into();
    }
    if let Some(year) = card.publish_year {
        item["datePublished"] = year.to_string().into();
    }
    if let Some(seconds) = card.length {
        item["duration"] = format!("PT{seconds}S").into();
    }
    if let Some(price) = card.price.filter(|_| card.payment_type.allows_purchase()) {
        item["offers"] = json!({
            "@type": "Offer",
            "url": address,
            "price": price.to_string(),
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
