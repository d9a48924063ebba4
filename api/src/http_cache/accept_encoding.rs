//! The `Accept-Encoding` header (RFC 9110 §12.5.3).

use axum::http::{HeaderMap, header};

/// The encoding of the bytes of a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Without compression.
    Identity,
    Gzip,
    Brotli,
}

impl Encoding {
    pub const ALL: [Self; 3] = [Self::Identity, Self::Gzip, Self::Brotli];

    /// The value of `Content-Encoding`.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Identity => None,
            Self::Gzip => Some("gzip"),
            Self::Brotli => Some("br"),
        }
    }
}

/// Returns the available encoding that the client prefers; brotli before gzip when both have the same weight.
///
/// [`Encoding::Identity`] needs no `is_available`. A client that refuses everything available gets it too, as RFC 9110
/// allows.
pub fn preferred_encoding(request: &HeaderMap, is_available: impl Fn(Encoding) -> bool) -> Encoding {
    let (mut identity, mut gzip, mut brotli, mut any) = (None, None, None, None);
    let values = request.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    for element in values.flat_map(|value| value.split(',')) {
        let mut parts = element.split(';').map(str::trim);
        let weight_of = match parts.next().unwrap_or_default() {
            "*" => &mut any,
            name if name.eq_ignore_ascii_case("br") => &mut brotli,
            name if name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip") => &mut gzip,
            name if name.eq_ignore_ascii_case("identity") => &mut identity,
            _ => continue,
        };
        *weight_of = Some(weight(parts));
    }
    // Identity is acceptable without being listed, but the client prefers the encodings that it lists.
    let identity = identity.or(any).unwrap_or(f32::MIN_POSITIVE);
    let or_any = |weight: Option<f32>| weight.or(any).unwrap_or(0.0);
    [(Encoding::Identity, identity), (Encoding::Gzip, or_any(gzip)), (Encoding::Brotli, or_any(brotli))]
        .into_iter()
        .filter(|&(encoding, weight)| {
            weight > 0.0 && (encoding == Encoding::Identity || is_available(encoding))
        })
        .max_by(|(_, one), (_, other)| one.total_cmp(other))
        .map_or(Encoding::Identity, |(encoding, _)| encoding)
}

/// The weight among the parameters of an encoding; one that cannot be read refuses the encoding.
fn weight<'a>(mut parameters: impl Iterator<Item = &'a str>) -> f32 {
    let weight = parameters.find_map(|text| text.strip_prefix("q=").or_else(|| text.strip_prefix("Q=")));
    weight.map_or(1.0, |text| {
        text.parse().ok().filter(|weight| (0.0..=1.0).contains(weight)).unwrap_or_default()
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn preferred(accepted: &[&'static str], is_available: impl Fn(Encoding) -> bool) -> Option<&'static str> {
        let name = || header::ACCEPT_ENCODING;
        let headers = accepted.iter().map(|value| (name(), HeaderValue::from_static(value))).collect();
        preferred_encoding(&headers, is_available).name()
    }

    #[test]
    fn weights_decide_and_brotli_wins_a_tie() {
        for (accepted, expected) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("gzip;q=1.0, br;q=0", Some("gzip")),
            ("gzip;q=1.0, br;q=0.9", Some("gzip")),
            ("br;q=0.2 , gzip; q=0.1", Some("br")),
            ("gzip;q=0.0", None),
            ("br;q=0", None),
            ("identity", None),
            ("identity;q=0.5, gzip;q=0.4", None),
            ("identity;q=0.5, gzip;q=0.6", Some("gzip")),
            ("GZIP", Some("gzip")),
            ("x-gzip", Some("gzip")),
            ("*", Some("br")),
            ("*;q=0.1", Some("br")),
            ("*, br;q=0", Some("gzip")),
            ("*;q=0", None),
            ("*;q=0, gzip", Some("gzip")),
            ("identity;q=0", None),
            ("identity;q=0, gzip;q=0.1", Some("gzip")),
            ("identity;q=0, *", Some("br")),
            ("br;q=much, gzip;q=2", None),
            ("zstd, deflate", None),
            ("", None),
        ] {
            assert_eq!(preferred(&[accepted], |_| true), expected, "{accepted}");
        }
        assert_eq!(preferred(&[], |_| true), None);
        assert_eq!(preferred(&["br;q=0.5", "gzip"], |_| true), Some("gzip"), "two lines make one list");
        assert_eq!(preferred(&["br, gzip;q=0.5"], |encoding| encoding == Encoding::Gzip), Some("gzip"));
        assert_eq!(preferred(&["br, gzip, identity;q=0"], |_| false), None, "nothing else is there");
    }
}
