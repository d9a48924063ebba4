//! Random tokens, and the hashes that the database stores in their place.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use sha2::{Digest, Sha256};

/// Returns a new random token of 256 bits, URL-safe.
pub fn new_token() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// Returns the hash of a token that the database stores: SHA-256 in hex.
pub fn token_hash(token: &str) -> String {
    hex::encode(token_digest(token))
}

/// Returns the SHA-256 of a token.
pub fn token_digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}
