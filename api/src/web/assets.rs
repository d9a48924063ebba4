//! The built front ends inside the binary, and the manifest of the storefront's build.

use std::{borrow::Cow, collections::HashMap};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response},
    response::IntoResponse,
};
use bytes::Bytes;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde::Deserialize;

use crate::{encoded_body::EncodedBody, error::ApiError};

/// Names with a hash of their content never change.
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
const AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
const REVALIDATE: HeaderValue = HeaderValue::from_static("no-cache");

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

/// The files of the storefront's build by the names of their sources. Empty when it is not built.
#[derive(Debug, Default)]
pub struct Manifest {
    chunks: HashMap<String, Chunk>,
}

/// The files that the head of a page loads.
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
            tracing::warn!("the storefront is not built: pages have no script (npm run build)");
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

    /// The files that a page of `route` (a source such as `src/routes/book.tsx`) needs.
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
    /// For a page that no script continues.
    pub fn without_script(self) -> Self {
        Self { entry_js: None, modulepreload: Vec::new(), ..self }
    }
}

/// The two main subsets of the typefaces; the browser fetches the extended ones when a text needs them.
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

/// A file of the storefront's build; `None` if there is no such file.
pub async fn storefront_file(path: &str, request: &HeaderMap) -> Option<Response<Body>> {
    let cache = if path.starts_with("assets/") { FOREVER } else { AN_HOUR };
    respond(path, request, cache, Storefront::get).await
}

/// A file of the desk's build; every other address below it is the desk's own page.
pub async fn desk_file(path: &str, request: &HeaderMap) -> Response<Body> {
    let is_asset = path.starts_with("assets/");
    let cache = if is_asset { FOREVER } else { REVALIDATE };
    let mut response = respond(path, request, cache, Desk::get).await;
    if response.is_none() && !is_asset {
        response = respond("index.html", request, REVALIDATE, Desk::get).await;
    }
    response.unwrap_or_else(|| ApiError::not_found("The editor's desk is not built.").into_response())
}

async fn respond(
    path: &str,
    request: &HeaderMap,
    cache: HeaderValue,
    get: fn(&str) -> Option<EmbeddedFile>,
) -> Option<Response<Body>> {
    // Compressed forms and the build's notes are not addresses.
    if path.starts_with('.') || path.ends_with(".br") || path.ends_with(".gz") {
        return None;
    }
    let file = get(path)?;
    let compressed = |ending: &str| get(&format!("{path}{ending}")).map(|file| bytes(file.data));
    let body = EncodedBody::precompressed(
        HeaderValue::from_static(content_type(path)),
        &file.metadata.sha256_hash(),
        bytes(file.data),
        compressed(".gz"),
        compressed(".br"),
    );
    Some(body.respond(request, cache).await)
}

fn bytes(data: Cow<'static, [u8]>) -> Bytes {
    match data {
        Cow::Borrowed(bytes) => Bytes::from_static(bytes),
        Cow::Owned(bytes) => bytes.into(),
    }
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
