//! Message authentication.

use sha2::{Digest, Sha512};

/// Uppercase hex SHA-512 of the message as received and the secret key.
pub fn mac(json: &str, secret: &str) -> String {
    hex::encode_upper(Sha512::new().chain_update(json).chain_update(secret).finalize())
}
