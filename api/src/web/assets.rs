//! The built front ends, inside the binary, and what the storefront's build calls its files.

use std::{borrow::Cow, collections::HashMap};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
    response::IntoResponse,
};
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Deserialize;

use crate::error::ApiError;

/// Names with a hash of their content never change.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const ASK_ALWAYS: HeaderValue = HeaderValue::from_static("no-cache");

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../storefront/dist"]
struct Storefront;

#[derive(RustEmbed)]
#[folder = "$CARGO_MANIFEST_DIR/../admin-content/dist"]
struct Desk;

/// One entry of vite's manifest.
#[derive(Clone, Debug, Default, Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    css: Vec<String>,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default)]
    assets: Vec<String>,
}

/// What the storefront's build made, by the names of its sources. Empty when it was not built.
#[derive(Debug, Default)]
pub struct Manifest {
    chunks: HashMap<String, Chunk>,
}

/// The files that a page asks for in its head.
#[derive(Clone, Debug, Default, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PageAssets {
    pub entry_js: Option<String>,
    pub css: Vec<String>,
    pub modulepreload: Vec<String>,
    pub fonts: Vec<String>,
}

const ENTRY: &str = "src/main.tsx";

impl Manifest {
    pub fn load() -> Self {
        let Some(file) = Storefront::get(".vite/manifest.json") else {
            tracing::warn!("the storefront is not built: pages come without their script (npm run build)");
            return Self::default();
        };
        match serde_json::from_slice(&file.data) {
            Ok(chunks) => Self { chunks },
            Err(error) => {
                tracing::error!(%error, "the storefront's manifest cannot be read");
                Self::default()
            }
        }
    }

    /// What a page of `route` (a source such as `src/routes/book.tsx`) needs.
    pub fn page_assets(&self, route: Option<&str>) -> PageAssets {
        let Some(entry) = self.chunks.get(ENTRY) else { return PageAssets::default() };
        let mut assets = PageAssets {
            entry_js: Some(address(&entry.file)),
            css: entry.css.iter().map(|file| address(file)).collect(),
            fonts: main_fonts(entry),
            modulepreload: Vec::new(),
        };
        let mut wanted: Vec<&str> = entry.imports.iter().map(String::as_str).collect();
        if let Some((key, chunk)) = route.and_then(|route| self.chunks.get_key_value(route)) {
            wanted.push(key);
            wanted.extend(chunk.imports.iter().map(String::as_str));
        }
        for name in wanted {
            let Some(chunk) = self.chunks.get(name).filter(|_| name != ENTRY) else { continue };
            let script = address(&chunk.file);
            if !assets.modulepreload.contains(&script) {
                assets.modulepreload.push(script);
            }
            for css in chunk.css.iter().map(|file| address(file)) {
                if !assets.css.contains(&css) {
                    assets.css.push(css);
                }
            }
        }
        assets
    }
}

impl PageAssets {
    /// For a page that stays as it was rendered.
    pub fn without_script(self) -> Self {
        Self { entry_js: None, modulepreload: Vec::new(), ..self }
    }
}

/// The two main cuts of the typefaces; the extended ones are fetched when a text needs them.
fn main_fonts(entry: &Chunk) -> Vec<String> {
    entry
        .assets
        .iter()
        .filter(|file| file.ends_with(".woff2") && !file.contains("-ext"))
        .map(|file| address(file))
        .collect()
}

fn address(file: &str) -> String {
    format!("/{file}")
}

/// A file of the storefront's build, `None` when there is none of this name.
pub fn storefront_file(path: &str, request: &HeaderMap) -> Option<Response<Body>> {
    let cache = if path.starts_with("assets/") { FOREVER } else { AN_HOUR };
    answer(path, request, &cache, Storefront::get)
}

/// A file of the editor's desk; every other address below it is the desk's own page.
pub fn desk_file(path: &str, request: &HeaderMap) -> Response<Body> {
    let cache = if path.starts_with("assets/") { FOREVER } else { ASK_ALWAYS };
    answer(path, request, &cache, Desk::get)
        .or_else(|| {
            let is_file = path.starts_with("assets/");
            (!is_file).then(|| answer("index.html", request, &ASK_ALWAYS, Desk::get)).flatten()
        })
        .unwrap_or_else(|| ApiError::not_found("The editor's desk is not built.").into_response())
}

fn answer(
    path: &str,
    request: &HeaderMap,
    cache: &HeaderValue,
    get: impl Fn(&str) -> Option<EmbeddedFile>,
) -> Option<Response<Body>> {
    // Compressed twins and the build's own notes are not addresses.
    if path.starts_with('.') || path.ends_with(".br") || path.ends_with(".gz") {
        return None;
    }
    let file = get(path)?;
    let etag = format!("\"{}\"", &hex::encode(file.metadata.sha256_hash())[..24]);
    let known = request.get(header::IF_NONE_MATCH).is_some_and(|tags| tags.as_bytes() == etag.as_bytes());
    let (encoding, data) = best_twin(path, request, &get).unwrap_or((None, file.data));
    let body = match data {
        _ if known => Body::empty(),
        Cow::Borrowed(bytes) => Body::from(bytes),
        Cow::Owned(bytes) => Body::from(bytes),
    };
    let mut response = Response::new(body);
    if known {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
    }
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type(path)));
    headers.insert(header::CACHE_CONTROL, cache.clone());
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        headers.insert(header::ETAG, etag);
    }
    if let Some(encoding) = encoding.filter(|_| !known) {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    Some(response)
}

type Twin = (Option<&'static str>, Cow<'static, [u8]>);

fn best_twin(path: &str, request: &HeaderMap, get: impl Fn(&str) -> Option<EmbeddedFile>) -> Option<Twin> {
    let accepted = request.get(header::ACCEPT_ENCODING)?.to_str().ok()?;
    [("br", ".br"), ("gzip", ".gz")]
        .into_iter()
        .filter(|(name, _)| accepted.split(',').any(|part| part.trim().split(';').next() == Some(name)))
        .find_map(|(name, ending)| Some((Some(name), get(&format!("{path}{ending}"))?.data)))
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "jpg" => "image/jpeg",
        "avif" => "image/avif",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
