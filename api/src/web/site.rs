//! The templates, the texts that they share with the storefront, and the cache of rendered pages.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use axum::http::HeaderValue;
use minijinja::{Environment, UndefinedBehavior};
use quick_cache::{Weighter, sync::Cache};
use rust_embed::RustEmbed;
use serde_json::Value;
use thiserror::Error;
use url::Url;

use super::{assets::Manifest, variant::PageVariant};
use crate::{config::Config, encoded_body::EncodedBody, format};

/// The memory limit of the cached pages.
const PAGE_CACHE_BYTES: u64 = 24 * 1024 * 1024;

const SHARED_TEXTS: &str = include_str!("../../../storefront/src/et/shared.json");

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/templates"]
struct Templates;

#[derive(Debug, Error)]
pub enum SiteError {
    #[error("a template is broken: {0}")]
    Template(#[from] minijinja::Error),
    #[error("a template is not UTF-8: {0}")]
    Encoding(#[from] std::string::FromUtf8Error),
    #[error("the texts shared with the storefront cannot be read: {0}")]
    Texts(#[from] serde_json::Error),
}

/// One variant of a page. The generation counts the changes of the store up to its rendering.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PageKey {
    pub address: String,
    pub variant: PageVariant,
    pub generation: u64,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<PageKey, Arc<EncodedBody>> for ByBytes {
    fn weight(&self, key: &PageKey, page: &Arc<EncodedBody>) -> u64 {
        // The compressed forms are made later; together they are about two fifths of the plain page.
        (key.address.len() + page.bytes().len() * 7 / 5) as u64
    }
}

/// Renders pages and caches them until the store changes.
pub struct Site {
    environment: Environment<'static>,
    pub manifest: Manifest,
    pub texts: Value,
    pub content_security_policy: HeaderValue,
    pages: Cache<PageKey, Arc<EncodedBody>, ByBytes>,
    generation: AtomicU64,
}

impl Site {
    /// Reads all templates, so that a broken one stops the start and not a request.
    pub fn new(config: &Config) -> Result<Self, SiteError> {
        let mut environment = Environment::new();
        environment.set_undefined_behavior(UndefinedBehavior::Strict);
        format::add_filters(&mut environment);
        // The folders hold the templates of emails and of the sandbox.
        for name in Templates::iter().filter(|name| !name.contains('/')) {
            let Some(file) = Templates::get(&name) else { continue };
            environment.add_template_owned(name, String::from_utf8(file.data.into_owned())?)?;
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

    /// Empties the cache after a change. A page of an older generation is never read again.
    pub fn invalidate_pages(&self) {
        self.generation.fetch_add(1, Ordering::Release);
        self.pages.clear();
    }

    /// The generation of pages that are rendered now. Read it before the snapshots.
    pub fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    pub fn cached_page(&self, key: &PageKey) -> Option<Arc<EncodedBody>> {
        self.pages.get(key)
    }

    pub fn cache_page(&self, key: PageKey, page: Arc<EncodedBody>) {
        self.pages.insert(key, page);
    }

    /// A text that the storefront has too.
    pub fn text(&self, name: &str) -> &str {
        self.texts[name].as_str().unwrap_or_default()
    }

    /// The title of a page, with the name of the store.
    pub fn title(&self, page: &str) -> String {
        format!("{page} | {}", self.text("productName"))
    }

    pub fn render(&self, template: &str, context: &Value) -> Result<String, minijinja::Error> {
        self.environment.get_template(template)?.render(minijinja::value::Serde(context))
    }
}

/// Forbids inline scripts, and all hosts but those of the services in the settings.
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

/// The distinct origins of the addresses, with a space before each.
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
    use std::collections::HashMap;

    use super::*;

    fn policy(config: &Config) -> HashMap<String, String> {
        let policy = content_security_policy(config);
        let policy = policy.to_str().unwrap();
        let parts = policy.split("; ").map(|part| part.split_once(' ').unwrap());
        parts.map(|(name, sources)| (name.to_owned(), sources.to_owned())).collect()
    }

    #[test]
    fn an_unknown_name_in_a_template_is_an_error() {
        let site = Site::new(&Config::default()).unwrap();
        for template in ["{{ titel }}", "{% if page.titel %}{% endif %}"] {
            let context = minijinja::context! { title => "", page => minijinja::context! { title => "" } };
            assert!(site.environment.render_str(template, context).is_err(), "{template}");
        }
    }

    #[test]
    fn with_the_simulator_nothing_is_loaded_from_another_host() {
        let policy = policy(&Config::default());
        for directive in ["script-src", "connect-src", "frame-src", "form-action", "font-src"] {
            assert_eq!(policy[directive], "'self'", "{directive}");
        }
    }

    #[test]
    fn only_the_card_dialog_and_analytics_of_the_settings_are_allowed() {
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
