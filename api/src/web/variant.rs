//! The variant of a page that a request gets. The presentation cookies choose the layout and never name a person.

use axum::http::{HeaderMap, header};
use heliriiul_db::Timestamp;

/// What makes one rendering of a page differ from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PageVariant {
    /// A person is signed in in this browser.
    pub signed_in: bool,
    /// `None`: the person has not chosen yet, so the banner shows.
    pub consent: Option<bool>,
    pub announcement_closed: bool,
    /// `light` or `dark`; empty for the system's theme.
    pub theme: &'static str,
    /// The page is shown in the mobile app.
    pub in_app: bool,
}

impl PageVariant {
    /// `announcement` is when the live announcement was updated; the cookie of a closed one has the same time.
    pub fn of(headers: &HeaderMap, announcement: Option<Timestamp>) -> Self {
        let cookie = |name: &str| {
            headers
                .get_all(header::COOKIE)
                .iter()
                .filter_map(|value| value.to_str().ok())
                .flat_map(|value| value.split(';'))
                .filter_map(|pair| pair.trim().split_once('='))
                .find_map(|(key, value)| (key == name).then(|| value.trim_matches('"')))
        };
        let closed = cookie("hr_announcement").map(|value| value.replace("%3A", ":"));
        let agent = headers.get(header::USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
        Self {
            signed_in: cookie("hr_session") == Some("1"),
            consent: match cookie("hr_consent") {
                Some("yes") => Some(true),
                Some("no") => Some(false),
                _ => None,
            },
            announcement_closed: closed.is_some_and(|closed| {
                announcement.is_some_and(|updated_at| updated_at.to_string() == closed)
            }),
            theme: match cookie("hr_theme") {
                Some("light") => "light",
                Some("dark") => "dark",
                _ => "",
            },
            in_app: cookie("hr_platform") == Some("app") || agent.contains("HeliriiulApp/"),
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn variant(cookies: &'static str) -> PageVariant {
        let headers = HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(cookies))]);
        PageVariant::of(&headers, Some(Timestamp::from_millis(1_795_860_000_000)))
    }

    #[test]
    fn cookies_choose_the_layout() {
        let nobody = variant("");
        assert!(!nobody.signed_in && nobody.consent.is_none() && nobody.theme.is_empty());
        let somebody = variant("hr_session=1; hr_consent=no; hr_theme=dark");
        assert!(somebody.signed_in && somebody.consent == Some(false) && somebody.theme == "dark");
        assert!(variant("hr_announcement=2026-11-28T10:00:00.000Z").announcement_closed);
        assert!(variant("hr_announcement=2026-11-28T10%3A00%3A00.000Z").announcement_closed);
        assert!(!variant("hr_announcement=2025-01-01T10:00:00.000Z").announcement_closed);
        assert!(!variant("hr_session=12; hr_consent=perhaps").signed_in);
    }
}
