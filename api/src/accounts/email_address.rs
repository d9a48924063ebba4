//! Email addresses: the pattern of spec §5, and the folded form in which they are compared.

use unicode_normalization::UnicodeNormalization;

/// The longest address that is accepted, in characters.
pub const MAX_EMAIL: usize = 200;

/// An address as typed, with its folded form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EmailAddress {
    typed: String,
    key: String,
}

impl EmailAddress {
    /// Returns `None` when the text does not meet the pattern: a local part, `@`, then a domain with a top-level domain
    /// of at least two letters, or a bracketed IPv4 address. The mail library must also accept it.
    pub fn parse(text: &str) -> Option<Self> {
        let typed = text.trim();
        let (local, domain) = typed.rsplit_once('@')?;
        let fits = is_local(local) && (is_domain(domain) || is_bracketed_ipv4(domain));
        let sendable = typed.parse::<lettre::Address>().is_ok();
        (fits && sendable).then(|| Self { typed: typed.to_owned(), key: fold(typed) })
    }

    pub fn as_str(&self) -> &str {
        &self.typed
    }

    /// Returns the folded form, which the database compares.
    pub fn key(&self) -> &str {
        &self.key
    }
}

/// Returns the folded form. Addresses that differ only in case or in Unicode composition are the same.
pub fn fold(email: &str) -> String {
    email.trim().nfc().collect::<String>().to_lowercase().nfc().collect()
}

fn is_local(local: &str) -> bool {
    if let Some(quoted) = local.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) {
        return !quoted.is_empty() && !quoted.contains(|c: char| c == '"' || c.is_control());
    }
    let is_atom_char = |c: char| !c.is_whitespace() && !c.is_control() && !r#"@<>()[]\,;:""#.contains(c);
    local.split('.').all(|atom| !atom.is_empty() && atom.chars().all(is_atom_char))
}

fn is_domain(domain: &str) -> bool {
    let Some((labels, top)) = domain.rsplit_once('.') else { return false };
    let is_label = |label: &str| {
        !label.is_empty()
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label.chars().all(|c| c.is_alphanumeric() || c == '-')
    };
    labels.split('.').all(is_label) && top.chars().count() >= 2 && top.chars().all(char::is_alphabetic)
}

fn is_bracketed_ipv4(domain: &str) -> bool {
    domain
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .is_some_and(|address| address.parse::<std::net::Ipv4Addr>().is_ok())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_pattern_decides() {
        for good in [
            "mari@heliriiul.test",
            "Mari.Maasikas+pood@post.näide.ee",
            "õie@ülo.ee",
            "a@[192.0.2.1]",
            "\"mari maasikas\"@naide.ee",
            "  mari@naide.ee ",
            "o'neil_1%x@a-b.co",
        ] {
            assert!(EmailAddress::parse(good).is_some(), "{good}");
        }
        for bad in [
            "",
            "mari",
            "@naide.ee",
            "mari@",
            "mari@naide",
            "mari@naide.e",
            "mari@naide.1e",
            "mari@-naide.ee",
            "mari@naide-.ee",
            "mari@naide..ee",
            ".mari@naide.ee",
            "ma..ri@naide.ee",
            "ma ri@naide.ee",
            "mari@nai de.ee",
            "mari@@naide.ee",
            "mari@[192.0.2.256]",
            "mari@[::1]",
            "mari@192.0.2.1",
            "mari@naide.ee\r\nBcc: x@y.ee",
            "<mari@naide.ee>",
            "\"\"@naide.ee",
        ] {
            assert!(EmailAddress::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn case_and_composition_do_not_matter() {
        assert_eq!(fold("Õie@Näide.EE"), fold("o\u{303}ie@na\u{308}ide.ee"));
        assert_eq!(EmailAddress::parse(" Mari@Naide.ee").unwrap().as_str(), "Mari@Naide.ee");
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "\\PC{0,40}") {
            prop_assert_eq!(fold(&fold(&text)), fold(&text));
        }

        #[test]
        fn no_text_causes_a_panic(text in "[\\PC@.\"\\[\\]]{0,40}") {
            let _ = EmailAddress::parse(&text);
        }
    }
}
