//! A body that is made once and answered many times: ready compressed, with its ETag.

use std::{io::Write, sync::OnceLock};

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use bytes::Bytes;
use flate2::{Compression, write::GzEncoder};
use sha2::{Digest, Sha256};

/// Under this size compression gains nothing that a packet would notice.
const SMALL: usize = 860;

/// Catalogue and content for browsers and shared caches (design: short freshness, then in the background).
pub const PUBLIC: &str = "public, max-age=60, stale-while-revalidate=600";

/// A ready answer. Encodings are made at their first use and kept.
pub struct Prepared {
    content_type: HeaderValue,
    cache_control: HeaderValue,
    etag: HeaderValue,
    plain: Bytes,
    gzip: OnceLock<Bytes>,
    brotli: OnceLock<Bytes>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Plain,
    Gzip,
    Brotli,
}

impl Prepared {
    pub fn new(content_type: &'static str, cache_control: &'static str, body: impl Into<Bytes>) -> Self {
        let plain = body.into();
        let digest = hex::encode(&Sha256::digest(&plain)[..12]);
        Self {
            content_type: HeaderValue::from_static(content_type),
            cache_control: HeaderValue::from_static(cache_control),
            // Weak: the encodings share it.
            etag: HeaderValue::from_str(&format!("W/\"{digest}\""))
                .unwrap_or_else(|_| HeaderValue::from_static("W/\"\"")),
            plain,
            gzip: OnceLock::new(),
            brotli: OnceLock::new(),
        }
    }

    /// JSON with the caching of public reads.
    ///
    /// # Errors
    /// Those of the value's own `Serialize`.
    pub fn json(value: &impl serde::Serialize) -> Result<Self, serde_json::Error> {
        Ok(Self::new("application/json", PUBLIC, serde_json::to_vec(value)?))
    }

    /// The size in memory, for bounded caches.
    pub fn weight(&self) -> usize {
        self.plain.len() + self.gzip.get().map_or(0, Bytes::len) + self.brotli.get().map_or(0, Bytes::len)
    }

    /// The body as it was made.
    pub fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// 304 when the caller holds this body, else the body in the best encoding that it takes.
    pub fn answer(&self, request: &HeaderMap) -> Response<Body> {
        self.answer_with(StatusCode::OK, request)
    }

    /// The same under another status, which is never 304.
    pub fn answer_with(&self, status: StatusCode, request: &HeaderMap) -> Response<Body> {
        let known = status == StatusCode::OK && self.is_known(request);
        let encoding =
            if known || self.plain.len() < SMALL { Encoding::Plain } else { best_encoding(request) };
        let body = if known { Bytes::new() } else { self.encoded(encoding) };
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = if known { StatusCode::NOT_MODIFIED } else { status };
        let headers = response.headers_mut();
        headers.insert(header::ETAG, self.etag.clone());
        headers.insert(header::CACHE_CONTROL, self.cache_control.clone());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if !known {
            headers.insert(header::CONTENT_TYPE, self.content_type.clone());
        }
        match encoding {
            Encoding::Plain => {}
            Encoding::Gzip => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
            }
            Encoding::Brotli => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("br"));
            }
        }
        response
    }

    fn is_known(&self, request: &HeaderMap) -> bool {
        let bare = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
        let Ok(own) = self.etag.to_str() else { return false };
        let own = bare(own);
        request
            .get_all(header::IF_NONE_MATCH)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .any(|tag| tag.trim() == "*" || bare(tag) == own)
    }

    fn encoded(&self, encoding: Encoding) -> Bytes {
        match encoding {
            Encoding::Plain => self.plain.clone(),
            Encoding::Gzip => self.gzip.get_or_init(|| gzip(&self.plain)).clone(),
            Encoding::Brotli => self.brotli.get_or_init(|| brotli(&self.plain)).clone(),
        }
    }
}

fn gzip(plain: &[u8]) -> Bytes {
    let mut encoder = GzEncoder::new(Vec::with_capacity(plain.len() / 3), Compression::new(6));
    // Writing to a Vec cannot fail; an empty answer would be noticed at once.
    let _ = encoder.write_all(plain);
    encoder.finish().unwrap_or_default().into()
}

fn brotli(plain: &[u8]) -> Bytes {
    let params =
        brotli::enc::BrotliEncoderParams { quality: 5, size_hint: plain.len(), ..Default::default() };
    let mut out = Vec::with_capacity(plain.len() / 3);
    let _ = brotli::BrotliCompress(&mut &plain[..], &mut out, &params);
    out.into()
}

/// Brotli before gzip, whichever the request takes (RFC 9110 §12.5.3; weights other than 0 do not reorder them).
fn best_encoding(request: &HeaderMap) -> Encoding {
    let Some(accepted) = request.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()) else {
        return Encoding::Plain;
    };
    let takes = |name: &str| {
        accepted.split(',').any(|part| {
            let mut words = part.split(';').map(str::trim);
            let named = words.next().is_some_and(|word| word.eq_ignore_ascii_case(name));
            named && !words.any(|word| word.replace(' ', "").trim_end_matches(['0', '.']) == "q=")
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

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    fn headers(pairs: &[(header::HeaderName, &'static str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value))).collect()
    }

    fn sample() -> Prepared {
        Prepared::new("text/plain", PUBLIC, "kuula ".repeat(1_000))
    }

    #[test]
    fn the_best_accepted_encoding_is_taken() {
        for (accepted, encoding) in [
            ("gzip, deflate, br", Some("br")),
            ("gzip;q=1.0, br;q=0", Some("gzip")),
            ("br;q=0.000, gzip;q=0.5", Some("gzip")),
            ("identity", None),
            ("", None),
        ] {
            let response = sample().answer(&headers(&[(header::ACCEPT_ENCODING, accepted)]));
            let got = response.headers().get(header::CONTENT_ENCODING).map(|value| value.to_str().unwrap());
            assert_eq!(got, encoding, "{accepted}");
        }
    }

    #[test]
    fn encodings_hold_the_body() {
        let mut plain = Vec::new();
        flate2::read::GzDecoder::new(&sample().encoded(Encoding::Gzip)[..]).read_to_end(&mut plain).unwrap();
        assert_eq!(plain, sample().plain);
        let mut plain = Vec::new();
        brotli::BrotliDecompress(&mut &sample().encoded(Encoding::Brotli)[..], &mut plain).unwrap();
        assert_eq!(plain, sample().plain);
    }

    #[test]
    fn a_known_body_is_not_sent_again() {
        let first = sample().answer(&HeaderMap::new());
        let etag = first.headers()[header::ETAG].clone();
        let request = HeaderMap::from_iter([(header::IF_NONE_MATCH, etag)]);
        assert_eq!(sample().answer(&request).status(), StatusCode::NOT_MODIFIED);
        let other = Prepared::new("text/plain", PUBLIC, "muu");
        assert_eq!(other.answer(&request).status(), StatusCode::OK);
    }
}
