//! The secret of the store, which is in the settings or created in the data folder, and the tokens that it signs.

use std::{fs, io, path::Path};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::{config::Config, token::new_token};

/// The stored part of a signature.
const SIGNATURE_BYTES: usize = 16;

/// Returns the secret. Nodes with the same settings or the same data folder get the same one.
pub fn load(config: &Config) -> io::Result<String> {
    if config.secret.is_empty() {
        stored_secret(&config.data_dir.join("secret"))
    } else {
        Ok(config.secret.expose().to_owned())
    }
}

/// Signs short tokens that the store need not remember, and reads them.
pub struct TokenSigner(Hmac<Sha256>);

impl TokenSigner {
    /// The key is derived for `purpose`, so that a token for one purpose is invalid for another. All nodes of a store
    /// have the same secret.
    pub fn new(secret: &[u8], purpose: &[u8]) -> Self {
        let keyed = |key: &[u8]| Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
        Self(keyed(&keyed(secret).chain_update(purpose).finalize().into_bytes()))
    }

    /// Returns a URL-safe token with the content and its signature.
    pub fn sign(&self, content: &[u8]) -> String {
        let signature = self.0.clone().chain_update(content).finalize().into_bytes();
        URL_SAFE_NO_PAD.encode([content, &signature[..SIGNATURE_BYTES]].concat())
    }

    /// Returns the content of a token; `None` if the store did not sign it, or it was changed.
    pub fn read<const LENGTH: usize>(&self, token: &str) -> Option<[u8; LENGTH]> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (content, signature) = bytes.split_first_chunk::<LENGTH>()?;
        if signature.len() != SIGNATURE_BYTES {
            return None;
        }
        self.0.clone().chain_update(content).verify_truncated_left(signature).ok()?;
        Some(*content)
    }
}

/// Returns the secret of a store that has none in its settings. It is created once, readable only by its owner.
fn stored_secret(path: &Path) -> io::Result<String> {
    use std::{io::Write as _, os::unix::fs::OpenOptionsExt as _};
    match fs::read_to_string(path) {
        Ok(secret) if secret.len() >= 32 => return Ok(secret),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let secret = new_token();
    // The new file is linked into place, so that of two processes that start at once both use the same secret.
    let new_file = path.with_extension(&secret[..8]);
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&new_file)?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()?;
    let linked = fs::hard_link(&new_file, path);
    fs::remove_file(&new_file)?;
    match linked {
        Ok(()) => Ok(secret),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => fs::read_to_string(path),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_token_is_refused() {
        let signer = TokenSigner::new(b"some secret", b"test 1");
        let token = signer.sign(b"content");
        assert_eq!(signer.read(&token), Some(*b"content"));
        for at in 0..token.len() {
            let mut changed: Vec<char> = token.chars().collect();
            changed[at] = if changed[at] == 'A' { 'B' } else { 'A' };
            assert_eq!(signer.read::<7>(&String::from_iter(changed)), None, "{at}");
        }
        for wrong in ["", "õ", &token[..20], &token.repeat(2)] {
            assert_eq!(signer.read::<7>(wrong), None, "{wrong}");
        }
        assert_eq!(TokenSigner::new(b"another secret", b"test 1").read::<7>(&token), None);
        assert_eq!(TokenSigner::new(b"some secret", b"test 2").read::<7>(&token), None);
    }

    #[test]
    fn the_stored_secret_is_created_once() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        let secret = stored_secret(&path).unwrap();
        assert_eq!(stored_secret(&path).unwrap(), secret);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
