//! The secret that the store's keys are derived from: the one in the settings, or one created in the data folder.

use std::{fs, io, path::Path};

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::{config::Config, token::new_token};

/// Returns the secret. Nodes with the same settings or the same data folder get the same one.
pub fn load(config: &Config) -> io::Result<String> {
    if config.secret.is_empty() {
        stored_secret(&config.data_dir.join("secret"))
    } else {
        Ok(config.secret.expose().to_owned())
    }
}

/// Returns a signer whose key is derived for `purpose`, so that a signature for one purpose is invalid for another.
pub fn signer(secret: &[u8], purpose: &[u8]) -> Hmac<Sha256> {
    let keyed = |key: &[u8]| Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    keyed(&keyed(secret).chain_update(purpose).finalize().into_bytes())
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
