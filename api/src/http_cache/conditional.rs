//! Conditional requests (RFC 9110 §13): `If-None-Match`, `If-Modified-Since` and `If-Range`.

use std::{fmt::Display, time::SystemTime};

use axum::http::{HeaderMap, header};
use headers::{ETag, Header as _, HeaderMapExt as _, IfModifiedSince, IfNoneMatch, IfRange, LastModified};

/// Returns the strong tag of a version. `version` consists of letters, digits and hyphens.
pub fn strong_etag(version: impl Display) -> ETag {
    format!("\"{version}\"").parse().expect("a version has no quotes")
}

/// Returns whether `If-None-Match` names one of the tags, by weak comparison; `None` without the header.
pub fn if_none_match(request: &HeaderMap, etags: impl IntoIterator<Item = ETag>) -> Option<bool> {
    let condition: IfNoneMatch = request.typed_get()?;
    Some(etags.into_iter().any(|etag| !condition.precondition_passes(&etag)))
}

/// Returns whether the client has this version already, by `If-None-Match` or, without it, by `If-Modified-Since`.
pub fn is_not_modified(request: &HeaderMap, etag: &ETag, modified: SystemTime) -> bool {
    if_none_match(request, [etag.clone()]).unwrap_or_else(|| {
        let since: Option<IfModifiedSince> = request.typed_get();
        since.is_some_and(|since| !since.is_modified(modified))
    })
}

/// Returns whether the `Range` header applies. With `If-Range` it applies only to the version that the client already
/// has a part of. A date must match exactly (RFC 9110 §13.1.5).
pub fn range_applies(request: &HeaderMap, etag: &ETag, modified: SystemTime) -> bool {
    if let Some(value) = request.get(header::IF_RANGE)
        && let Ok(date) = LastModified::decode(&mut std::iter::once(value))
    {
        return date == modified.into();
    }
    match request.typed_try_get::<IfRange>() {
        Ok(None) => true,
        Ok(Some(condition)) => !condition.is_modified(Some(etag), Some(&modified.into())),
        Err(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, UNIX_EPOCH};

    use super::*;

    #[test]
    fn a_range_needs_the_very_version_of_its_condition() {
        let modified = UNIX_EPOCH + Duration::from_millis(784_111_777_500);
        for (condition, applies) in [
            ("Sun, 06 Nov 1994 08:49:37 GMT", true),
            ("Sun, 06 Nov 1994 08:49:36 GMT", false),
            ("Sun, 06 Nov 1994 08:49:38 GMT", false),
            ("\"v1\"", true),
            ("\"v2\"", false),
            ("W/\"v1\"", false),
        ] {
            let request = HeaderMap::from_iter([(header::IF_RANGE, condition.parse().unwrap())]);
            assert_eq!(range_applies(&request, &strong_etag("v1"), modified), applies, "{condition}");
        }
        assert!(range_applies(&HeaderMap::new(), &strong_etag("v1"), modified));
    }
}
