//! Encrypts the tokens that charge saved cards, so that a copy of the database alone cannot charge them.
//!
//! AES-256-GCM, under a key that is derived from the store's secret.

use base64::{Engine as _, engine::general_purpose::STANDARD_NO_PAD};
use ring::{
    aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey},
    hkdf::{HKDF_SHA256, Salt},
};

/// Names the method of encryption, so that another can follow.
const VERSION: &str = "1:";

const PURPOSE: &[u8] = b"heliriiul card token 1";

/// The key of the tokens.
pub struct Vault(LessSafeKey);

impl Vault {
    /// Derives the key from the store's secret. All nodes of a store must have the same secret.
    pub fn new(secret: &[u8]) -> Self {
        let derived = Salt::new(HKDF_SHA256, b"heliriiul").extract(secret);
        let mut key = [0_u8; 32];
        let filled = derived.expand(&[PURPOSE], &AES_256_GCM).and_then(|okm| okm.fill(&mut key));
        let key = filled.and_then(|()| UnboundKey::new(&AES_256_GCM, &key));
        Self(LessSafeKey::new(key.expect("HKDF gives the 32 bytes that the cipher needs")))
    }

    /// Encrypts a token for the database.
    pub fn seal(&self, text: &str) -> String {
        let nonce: [u8; NONCE_LEN] = rand::random();
        let mut sealed = text.as_bytes().to_vec();
        self.0
            .seal_in_place_append_tag(Nonce::assume_unique_for_key(nonce), Aad::from(PURPOSE), &mut sealed)
            .expect("a token is far shorter than the cipher's limit");
        format!("{VERSION}{}", STANDARD_NO_PAD.encode([nonce.as_slice(), &sealed].concat()))
    }

    /// Decrypts a token; `None` when it was sealed under another secret, or changed since.
    pub fn open(&self, sealed: &str) -> Option<String> {
        let bytes = STANDARD_NO_PAD.decode(sealed.strip_prefix(VERSION)?).ok()?;
        let (nonce, rest) = bytes.split_at_checked(NONCE_LEN)?;
        let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
        let mut rest = rest.to_vec();
        let text = self.0.open_in_place(nonce, Aad::from(PURPOSE), &mut rest).ok()?;
        String::from_utf8(text.to_vec()).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn another_secret_or_a_changed_text_does_not_open() {
        let vault = Vault::new(b"a secret of the store");
        let sealed = vault.seal("token-1");
        assert!(!sealed.contains("token"));
        assert_ne!(vault.seal("token-1"), sealed, "each call uses another nonce");
        assert_eq!(Vault::new(b"another secret").open(&sealed), None);
        let mut changed = sealed.clone();
        let last = changed.pop().unwrap();
        changed.push(if last == 'A' { 'B' } else { 'A' });
        assert_eq!(vault.open(&changed), None);
        assert_eq!(vault.open("1:"), None);
        assert_eq!(vault.open("token-1"), None);
    }

    proptest! {
        #[test]
        fn a_sealed_text_opens(text in "\\PC{0,80}") {
            let vault = Vault::new(b"a secret of the store");
            prop_assert_eq!(vault.open(&vault.seal(&text)), Some(text));
        }
    }
}
