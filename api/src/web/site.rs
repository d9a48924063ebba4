//! The templates, the texts that they share with the storefront, and the pages that have been rendered.

use std::{collections::HashMap, sync::Arc, sync::atomic::AtomicU64, sync::atomic::Ordering};

use axum::http::HeaderValue;
use minijinja::Environment;
use quick_cache::{Weighter, sync::Cache};
use rust_embed::RustEmbed;
use serde_json::Value;
use thiserror::Error;
use url::Url;

use super::{assets::Manifest, format, visitor::Visitor};
use crate::{config::Config, packed::Packed};

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

impl Weighter<PageKey, Arc<Packed>> for ByBytes {
    fn weight(&self, key: &PageKey, page: &Arc<Packed>) -> u64 {
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
    pages: Cache<PageKey, Arc<Packed>, ByBytes>,
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

    pub fn kept(&self, key: &PageKey) -> Option<Arc<Packed>> {
        self.pages.get(key)
    }

    pub fn keep(&self, key: PageKey, page: Arc<Packed>) {
        self.pages.insert(key, page);
    }

    pub fn render(&self, template: &str, context: &Value) -> Result<String, minijinja::Error> {
        self.environment.get_template(template)?.render(minijinja::value::Serde(context))
    }
}

/// No inline script at all; scripts of others only from the services that the settings name.
fn content_security_policy(config: &Config) -> HeaderValue {
    let origin = |address: &str| {
        let parsed = Url::parse(address).ok()?;
        Some(parsed.origin().ascii_serialization()).filter(|origin| origin != "null")
    };
    let site = &config.site;
    let payments = &config.payments;
    let scripts = [&site.analytics_url, &site.ad_pixel_url, &payments.checkout_script_url];
    let calls =
        [&site.analytics_url, &site.ad_pixel_url, &site.error_reporting_url, &payments.checkout_script_url];
    let list = |addresses: &[&String]| {
        let mut origins: Vec<String> = addresses.iter().filter_map(|address| origin(address)).collect();
        origins.sort();
        origins.dedup();
        origins.iter().flat_map(|origin| [" ", origin]).collect::<String>()
    };
    let (scripts, calls) = (list(&scripts), list(&calls));
    let policy = format!(
        "default-src 'self'; script-src 'self'{scripts}; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: https:; media-src 'self' blob:; connect-src 'self'{calls}; font-src 'self'; \
         frame-src 'self'{scripts}; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"
    );
    HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'self'"))
}
