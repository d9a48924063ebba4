//! Response bodies that many clients ask for: serialised once, compressed once for each encoding, with an `ETag`.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use headers::{ETag, HeaderMapExt as _};
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

use crate::http_cache::{Encoding, if_none_match, preferred_encoding, strong_etag};

/// For lists, books and content: fresh for a minute. A cache may show the old body while it fetches the new one.
pub const PUBLIC: HeaderValue = HeaderValue::from_static("public, max-age=60, stale-while-revalidate=600");

/// Redirects from an address that has moved (301). Caches ask again, since it may belong to something else later.
pub fn moved(location: &str) -> Response {
    let location = HeaderValue::from_str(location).unwrap_or(HeaderValue::from_static("/"));
    let headers =
        [(header::LOCATION, location), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    (StatusCode::MOVED_PERMANENTLY, headers).into_response()
}

/// Bytes; a smaller body fits in one packet anyway.
const WORTH_COMPRESSING: usize = 1_000;

/// Bytes; for a larger body the best brotli levels cost seconds and save a few percent.
const LARGE: usize = 1_000_000;

/// A body in each encoding. A missing encoding is made at its first request.
#[derive(Debug)]
pub struct EncodedBody {
    content_type: HeaderValue,
    digest: String,
    plain: Bytes,
    gzip: OnceCell<Bytes>,
    brotli: OnceCell<Bytes>,
    /// Whether a missing encoding is made on request.
    is_compressible: bool,
}

impl EncodedBody {
    pub fn json(body: impl Into<Bytes>) -> Arc<Self> {
        Self::new(HeaderValue::from_static("application/json"), body)
    }

    pub fn new(content_type: HeaderValue, body: impl Into<Bytes>) -> Arc<Self> {
        let plain = body.into();
        Arc::new(Self {
            content_type,
            digest: digest(&Sha256::digest(&plain)),
            is_compressible: plain.len() >= WORTH_COMPRESSING,
            plain,
            gzip: OnceCell::new(),
            brotli: OnceCell::new(),
        })
    }

    /// A file whose compressed forms were made by the build; a missing one is never made.
    pub fn precompressed(
        content_type: HeaderValue,
        sha256: &[u8; 32],
        plain: impl Into<Bytes>,
        gzip: Option<Bytes>,
        brotli: Option<Bytes>,
    ) -> Arc<Self> {
        Arc::new(Self {
            content_type,
            digest: digest(sha256),
            plain: plain.into(),
            gzip: OnceCell::new_with(gzip),
            brotli: OnceCell::new_with(brotli),
            is_compressible: false,
        })
    }

    /// Bytes of the plain body.
    pub const fn bytes(&self) -> &Bytes {
        &self.plain
    }

    /// Responds in the encoding that the client prefers, or with 304 if the client has the body already.
    pub async fn respond(self: &Arc<Self>, request: &HeaderMap, cache: HeaderValue) -> Response {
        self.respond_with(StatusCode::OK, request, cache).await
    }

    /// Like [`Self::respond`], with a status other than 200, which never becomes 304.
    pub async fn respond_with(
        self: &Arc<Self>,
        status: StatusCode,
        request: &HeaderMap,
        cache: HeaderValue,
    ) -> Response {
        let encoding = preferred_encoding(request, |encoding| self.offers(encoding));
        let mut response = Response::new(Body::empty());
        if status == StatusCode::OK && self.is_known(request) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        } else {
            *response.status_mut() = status;
            *response.body_mut() = Body::from(self.encoded(encoding).await);
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, self.content_type.clone());
            if let Some(name) = encoding.name() {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
            }
        }
        let headers = response.headers_mut();
        headers.typed_insert(self.etag(encoding));
        headers.insert(header::CACHE_CONTROL, cache);
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }

    fn offers(&self, encoding: Encoding) -> bool {
        self.is_compressible || self.cell(encoding).is_none_or(OnceCell::initialized)
    }

    /// `None` for the plain body, which is always there.
    const fn cell(&self, encoding: Encoding) -> Option<&OnceCell<Bytes>> {
        match encoding {
            Encoding::Identity => None,
            Encoding::Gzip => Some(&self.gzip),
            Encoding::Brotli => Some(&self.brotli),
        }
    }

    /// Compresses at most once, outside the async threads. Other requests for the same encoding wait.
    async fn encoded(self: &Arc<Self>, encoding: Encoding) -> Bytes {
        let Some(cell) = self.cell(encoding) else { return self.plain.clone() };
        if let Some(ready) = cell.get() {
            return ready.clone();
        }
        let encode = || async {
            let plain = self.plain.clone();
            let encoded = tokio::task::spawn_blocking(move || compress(encoding, &plain)).await;
            encoded.expect("compressing into memory does not fail")
        };
        Box::pin(cell.get_or_init(encode)).await.clone()
    }

    fn etag(&self, encoding: Encoding) -> ETag {
        let suffix = match encoding {
            Encoding::Identity => "",
            Encoding::Gzip => "-gz",
            Encoding::Brotli => "-br",
        };
        strong_etag(format_args!("{}{suffix}", self.digest))
    }

    /// Whether the client has the body already, in any encoding.
    fn is_known(&self, request: &HeaderMap) -> bool {
        if_none_match(request, Encoding::ALL.map(|encoding| self.etag(encoding))).unwrap_or_default()
    }
}

fn digest(sha256: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(&sha256[..12])
}

fn compress(encoding: Encoding, plain: &[u8]) -> Bytes {
    use std::io::Write as _;
    let is_large = plain.len() > LARGE;
    let mut out = Vec::with_capacity(plain.len() / 4);
    // Writing to memory cannot fail.
    match encoding {
        Encoding::Identity => out.extend_from_slice(plain),
        Encoding::Gzip => {
            let level = flate2::Compression::new(if is_large { 4 } else { 8 });
            let mut encoder = flate2::write::GzEncoder::new(&mut out, level);
            let _ = encoder.write_all(plain).and_then(|()| encoder.try_finish());
        }
        Encoding::Brotli => {
            let quality = if is_large { 4 } else { 9 };
            let mut encoder = brotli::CompressorWriter::new(&mut out, 4096, quality, 22);
            let _ = encoder.write_all(plain).and_then(|()| encoder.flush());
        }
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressed_bodies_can_be_read_back() {
        use std::io::Read as _;
        let plain = "Tõde ja õigus ".repeat(500);
        let mut out = String::new();
        let gzip = compress(Encoding::Gzip, plain.as_bytes());
        flate2::read::GzDecoder::new(&gzip[..]).read_to_string(&mut out).unwrap();
        assert_eq!(out, plain);
        out.clear();
        let brotli = compress(Encoding::Brotli, plain.as_bytes());
        brotli::Decompressor::new(&brotli[..], 4096).read_to_string(&mut out).unwrap();
        assert_eq!(out, plain);
    }
}
