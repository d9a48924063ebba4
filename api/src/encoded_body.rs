//! Answers that many readers ask for: kept ready, compressed once for each encoding, with an `ETag`.

use std::sync::Arc;

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::Response,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use bytes::Bytes;
use sha2::{Digest, Sha256};
use tokio::sync::OnceCell;

/// Lists, books and content: fresh within a minute, and a cache may show the old while it asks for the new.
pub const PUBLIC: HeaderValue = HeaderValue::from_static("public, max-age=60, stale-while-revalidate=600");

/// Of a 301: an address may be another thing's later, and browsers keep a bare one for good.
pub const MOVED: HeaderValue = HeaderValue::from_static("no-cache");

/// Bodies under this many bytes fit in one packet anyway.
const WORTH_COMPRESSING: usize = 1_000;

/// Over this many bytes the best brotli levels cost seconds for a few percent.
const LARGE: usize = 1_000_000;

/// A body in every encoding that a browser may ask for. Compressed when it is first asked for.
#[derive(Debug)]
pub struct EncodedBody {
    content_type: HeaderValue,
    plain: Variant,
    gzip: OnceCell<Variant>,
    brotli: OnceCell<Variant>,
    digest: String,
}

#[derive(Debug, Clone)]
struct Variant {
    bytes: Bytes,
    etag: HeaderValue,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Plain,
    Gzip,
    Brotli,
}

impl EncodedBody {
    pub fn json(body: impl Into<Bytes>) -> Arc<Self> {
        Self::new(HeaderValue::from_static("application/json"), body)
    }

    pub fn new(content_type: HeaderValue, body: impl Into<Bytes>) -> Arc<Self> {
        let bytes = body.into();
        let digest = URL_SAFE_NO_PAD.encode(&Sha256::digest(&bytes)[..12]);
        let plain = Variant { bytes, etag: etag(&digest, "") };
        Arc::new(Self { content_type, plain, gzip: OnceCell::new(), brotli: OnceCell::new(), digest })
    }

    /// Bytes of the plain body.
    pub const fn bytes(&self) -> &Bytes {
        &self.plain.bytes
    }

    /// Answers in the best encoding that the client takes, or 304 when it has the body already.
    pub async fn respond(self: &Arc<Self>, request: &HeaderMap, cache: HeaderValue) -> Response {
        let encoding = self.encoding_for(request);
        let unchanged = request
            .get(header::IF_NONE_MATCH)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|known| self.is_named_in(known));
        let mut response = Response::new(Body::empty());
        if unchanged {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            response.headers_mut().insert(header::ETAG, etag(&self.digest, encoding.suffix()));
        } else {
            let variant = self.variant(encoding).await;
            *response.body_mut() = Body::from(variant.bytes);
            let headers = response.headers_mut();
            headers.insert(header::CONTENT_TYPE, self.content_type.clone());
            headers.insert(header::ETAG, variant.etag);
            if let Some(name) = encoding.name() {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
            }
        }
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, cache);
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }

    fn encoding_for(&self, request: &HeaderMap) -> Encoding {
        let accepted = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        match accepted {
            Some(accepted) if self.plain.bytes.len() >= WORTH_COMPRESSING => best_encoding(accepted),
            _ => Encoding::Plain,
        }
    }

    /// The compressed body; made off the async threads, once, however many ask meanwhile.
    async fn variant(self: &Arc<Self>, encoding: Encoding) -> Variant {
        let cell = match encoding {
            Encoding::Plain => return self.plain.clone(),
            Encoding::Gzip => &self.gzip,
            Encoding::Brotli => &self.brotli,
        };
        if let Some(ready) = cell.get() {
            return ready.clone();
        }
        let compress = || async {
            let plain = self.plain.bytes.clone();
            let bytes = tokio::task::spawn_blocking(move || encoding.compress(&plain))
                .await
                .expect("compressing into memory does not fail");
            Variant { bytes, etag: etag(&self.digest, encoding.suffix()) }
        };
        Box::pin(cell.get_or_init(compress)).await.clone()
    }

    /// Weak comparison, as `If-None-Match` wants; any encoding of the same body counts.
    fn is_named_in(&self, known: &str) -> bool {
        known.split(',').any(|tag| {
            let tag = tag.trim();
            let tag = tag.strip_prefix("W/").unwrap_or(tag).trim_matches('"');
            tag == "*"
                || tag
                    .strip_prefix(self.digest.as_str())
                    .is_some_and(|rest| matches!(rest, "" | "-gz" | "-br"))
        })
    }
}

impl Encoding {
    const fn suffix(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Gzip => "-gz",
            Self::Brotli => "-br",
        }
    }

    const fn name(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
        }
    }

    fn compress(self, plain: &[u8]) -> Bytes {
        use std::io::Write as _;
        let mut out = Vec::with_capacity(plain.len() / 4);
        // Writing to memory cannot fail.
        match self {
            Self::Plain => out.extend_from_slice(plain),
            Self::Gzip => {
                let level = if plain.len() > LARGE { 4 } else { 8 };
                let mut encoder = flate2::write::GzEncoder::new(&mut out, flate2::Compression::new(level));
                let _ = encoder.write_all(plain).and_then(|()| encoder.try_finish());
            }
            Self::Brotli => {
                let quality = if plain.len() > LARGE { 4 } else { 9 };
                let mut encoder = brotli::CompressorWriter::new(&mut out, 4096, quality, 22);
                let _ = encoder.write_all(plain).and_then(|()| encoder.flush());
            }
        }
        out.into()
    }
}

fn etag(digest: &str, suffix: &str) -> HeaderValue {
    HeaderValue::try_from(format!("\"{digest}{suffix}\"")).expect("the digest is ASCII")
}

/// Brotli before gzip; an encoding with `q=0` is refused by the client.
fn best_encoding(accepted: &str) -> Encoding {
    let takes = |name: &str| {
        accepted.split(',').any(|part| {
            let mut pieces = part.split(';').map(str::trim);
            let named = pieces.next().is_some_and(|token| token.eq_ignore_ascii_case(name));
            named && !pieces.any(is_zero_weight)
        })
    };
    if takes("br") {
        Encoding::Brotli
    } else if takes("gzip") {
        Encoding::Gzip
    } else {
        Encoding::Plain
    }
}

fn is_zero_weight(parameter: &str) -> bool {
    parameter
        .strip_prefix("q=")
        .is_some_and(|weight| weight.starts_with('0') && weight.bytes().all(|b| matches!(b, b'0' | b'.')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_client_chooses_the_encoding() {
        for (accepted, name) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("gzip;q=1.0, br;q=0", Some("gzip")),
            ("gzip;q=0.0", None),
            ("identity", None),
            ("GZIP", Some("gzip")),
            ("", None),
        ] {
            assert_eq!(best_encoding(accepted).name(), name, "{accepted}");
        }
    }

    #[test]
    fn known_bodies_are_told_by_any_of_their_tags() {
        let packed = EncodedBody::json("[]");
        let digest = packed.digest.clone();
        for known in [
            format!("\"{digest}\""),
            format!("W/\"{digest}-br\""),
            format!("\"other\", \"{digest}-gz\""),
            "*".to_owned(),
        ] {
            assert!(packed.is_named_in(&known), "{known}");
        }
        for known in [format!("\"{digest}x\""), "\"\"".to_owned(), String::new()] {
            assert!(!packed.is_named_in(&known), "{known}");
        }
    }

    #[test]
    fn compressed_bodies_come_back_whole() {
        use std::io::Read as _;
        let plain = "Tõde ja õigus ".repeat(500);
        let mut out = String::new();
        let gzip = Encoding::Gzip.compress(plain.as_bytes());
        flate2::read::GzDecoder::new(&gzip[..]).read_to_string(&mut out).unwrap();
        assert_eq!(out, plain);
        out.clear();
        let packed = Encoding::Brotli.compress(plain.as_bytes());
        brotli::Decompressor::new(&packed[..], 4096).read_to_string(&mut out).unwrap();
        assert_eq!(out, plain);
    }
}
