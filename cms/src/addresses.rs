//! The addresses of the store, from the table that the storefront's router reads too.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

/// Patterns of addresses by name, as axum writes them: `/kuula/{id}`.
type Patterns = BTreeMap<String, String>;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Addresses {
    public_screens: Patterns,
    private_screens: Patterns,
    redirects: Patterns,
    /// The names of private screens whose path or query contains a token.
    token_screens: Vec<String>,
    /// First parts of the server's own addresses.
    reserved: Vec<String>,
}

static ADDRESSES: LazyLock<Addresses> = LazyLock::new(|| {
    let table = include_str!("../../storefront/src/addresses/addresses.json");
    serde_json::from_str(table).expect("the table of addresses is valid")
});

fn first_part(path: &str) -> Option<&str> {
    path.split('/').nth(1)
}

/// The patterns of the screens that only the browser draws.
pub fn private_screens() -> impl Iterator<Item = &'static str> {
    ADDRESSES.private_screens.values().map(String::as_str)
}

/// Whether the address is of a screen whose path or query contains a token.
pub fn has_token(path: &str) -> bool {
    let of_path = |name: &String| first_part(&ADDRESSES.private_screens[name]) == first_part(path);
    ADDRESSES.token_screens.iter().any(of_path)
}

/// Returns whether the store has its own address that begins with `/{identifier}`. A page there would never be shown.
pub(crate) fn is_reserved(identifier: &str) -> bool {
    let Addresses { public_screens, private_screens, redirects, reserved, .. } = &*ADDRESSES;
    let mut patterns = [public_screens, private_screens, redirects].into_iter().flat_map(BTreeMap::values);
    patterns.any(|pattern| first_part(pattern) == Some(identifier))
        || reserved.iter().any(|name| name == identifier)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_parts_of_addresses_are_reserved() {
        for identifier in ["konto", "raamatud", "kaardimakse", "booking", "api", "_sandbox"] {
            assert!(is_reserved(identifier), "{identifier}");
        }
        for identifier in ["meist", "isbn", "{slug}x", "kont"] {
            assert!(!is_reserved(identifier), "{identifier}");
        }
    }

    #[test]
    fn every_screen_with_a_token_in_its_path_is_a_token_screen() {
        for screen in private_screens() {
            assert!(has_token(screen) || !screen.contains("token"), "{screen}");
        }
        assert!(has_token("/verify-email") && !has_token("/konto") && !has_token("/"));
    }
}
