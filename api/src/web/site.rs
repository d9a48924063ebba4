//! The templates, the texts that they share with the storefront, and the pages that have been rendered.

use std::{collections::HashMap, sync::Arc, sync::atomic::AtomicU64, sync::atomic::Ordering};

use axum::http::HeaderValue;
use minijinja::Environment;
use quick_cache::{Weighter, sync::Cache};
use rust_embed::RustEmbed;
use serde_json::Value;
use thiserror::Error;
use url::Url;

use super::{assets::Manifest, visitor::Visitor};
use crate::{config::Config, encoded_body::EncodedBody, format};

/// The most memory that rendered pages take.
const PAGE_CACHE_BYTES: u64 = 24 * 1024 * 1024;

const SHARED_TEXTS: &str = include_str!("../../../storefront/src/et/shared.json");

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/templates"]
struct Templates;

#[derive(Debug, Error)]
pub enum SiteError {
    #[error("a template is broken: {0}")]
    Template(#[from] minijinja::Error),
    #[error("the texts shared with the storefront cannot be read: {0}")]
    Texts(#[from] serde_json::Error),
}

/// One page as one kind of visitor sees it. The generation tells which state of the store it was rendered from.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PageKey {
    pub address: String,
    pub visitor: Visitor,
    pub generation: u64,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<PageKey, Arc<EncodedBody>> for ByBytes {
    fn weight(&self, key: &PageKey, page: &Arc<EncodedBody>) -> u64 {
        // The encodings come later; they are some two fifths of the plain page together.
        (key.address.len() + page.bytes().len() * 7 / 5) as u64
    }
}

/// Renders pages and keeps them until something changes.
pub struct Site {
    environment: Environment<'static>,
    pub manifest: Manifest,
    pub texts: Value,
    pub content_security_policy: HeaderValue,
    pages: Cache<PageKey, Arc<EncodedBody>, ByBytes>,
    generation: AtomicU64,
}

impl Site {
    /// Reads all templates, so that a broken one stops the start and not a visitor.
    pub fn new(config: &Config) -> Result<Self, SiteError> {
        let mut environment = Environment::new();
        format::add_filters(&mut environment);
        let mut sources = HashMap::new();
        // Letters are the mail module's.
        for path in Templates::iter().filter(|path| !path.contains('/')) {
            if let Some(file) = Templates::get(&path) {
                sources.insert(path.to_string(), String::from_utf8_lossy(&file.data).into_owned());
            }
        }
        for (name, source) in sources {
            environment.add_template_owned(name, source)?;
        }
        Ok(Self {
            environment,
            manifest: Manifest::load(),
            texts: serde_json::from_str(SHARED_TEXTS)?,
            content_security_policy: content_security_policy(config),
            pages: Cache::with_weighter(2_000, PAGE_CACHE_BYTES, ByBytes),
            generation: AtomicU64::new(0),
        })
    }

    /// Called when anything has changed that a page may show. Pages of older generations are never asked for again.
    pub fn forget_pages(&self) {
        self.generation.fetch_add(1, Ordering::Release);
        self.pages.clear();
    }

    /// The state of the store that pages are rendered from now. Take it before reading the snapshots.
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    pub fn kept(&self, key: &PageKey) -> Option<Arc<EncodedBody>> {
        self.pages.get(key)
    }

    pub fn keep(&self, key: PageKey, page: Arc<EncodedBody>) {
        self.pages.insert(key, page);
    }

    pub fn render(&self, template: &str, context: &Value) -> Result<String, minijinja::Error> {
        self.environment.get_template(template)?.render(minijinja::value::Serde(context))
    }
}

/// No inline script at all; what others serve only from the services that the settings name.
fn content_security_policy(config: &Config) -> HeaderValue {
    let site = &config.site;
    let payments = &config.payments;
    let dialog: Vec<&String> =
        payments.checkout_origins.iter().chain([&payments.checkout_script_url]).collect();
    let with_dialog = |others: &[&String]| origins(&[&dialog, others].concat());
    let scripts = with_dialog(&[&site.analytics_url, &site.ad_pixel_url]);
    let calls = with_dialog(&[&site.analytics_url, &site.ad_pixel_url, &site.error_reporting_url]);
    let dialog = with_dialog(&[]);
    let policy = format!(
        "default-src 'self'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'{dialog}; \
         img-src 'self' data: https:; media-src 'self' blob:; connect-src 'self'{calls}; \
         font-src 'self'{dialog}; frame-src 'self'{dialog}; object-src 'none'; base-uri 'none'; \
         form-action 'self'{dialog}; frame-ancestors 'self'"
    );
    HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'self'"))
}

/// The origins of addresses, each once, with a space before each.
fn origins(addresses: &[&String]) -> String {
    let mut origins: Vec<String> = addresses
        .iter()
        .filter_map(|address| Some(Url::parse(address).ok()?.origin().ascii_serialization()))
        .filter(|origin| origin != "null")
        .collect();
    origins.sort();
    origins.dedup();
    origins.iter().flat_map(|origin| [" ", origin]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn policy(config: &Config) -> HashMap<String, String> {
        let policy = content_security_policy(config);
        let policy = policy.to_str().unwrap();
        let parts = policy.split("; ").map(|part| part.split_once(' ').unwrap());
        parts.map(|(name, sources)| (name.to_owned(), sources.to_owned())).collect()
    }

    #[test]
    fn with_the_simulator_everything_is_our_own() {
        let policy = policy(&Config::default());
        for directive in ["script-src", "connect-src", "frame-src", "form-action", "font-src"] {
            assert_eq!(policy[directive], "'self'", "{directive}");
        }
    }

    #[test]
    fn the_card_dialog_of_the_provider_is_let_in_and_nobody_else() {
        let mut config = Config::default();
        config.payments.checkout_script_url =
            "https://static.pay.example/checkout/dist/checkout.js".to_owned();
        config.payments.checkout_origins =
            ["https://pay.example/", "https://static.pay.example", "data:,x"].map(str::to_owned).to_vec();
        config.site.analytics_url = "https://count.example/script.js".to_owned();
        let policy = policy(&config);
        let dialog = "'self' https://pay.example https://static.pay.example";
        assert_eq!(policy["frame-src"], dialog);
        assert_eq!(policy["form-action"], dialog);
        let counted = "'self' https://count.example https://pay.example https://static.pay.example";
        assert_eq!(policy["script-src"], counted);
        assert_eq!(policy["connect-src"], counted);
        assert_eq!(policy["default-src"], "'self'");
    }
}
