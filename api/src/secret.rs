//! The secret from which the store's keys are derived: that of the settings, or one that is made for the data folder.

use std::{fs, io, path::Path};

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::{auth, config::Config};

/// The same for all nodes that have the same settings or the same data folder.
pub fn of(config: &Config) -> io::Result<String> {
    if config.secret.is_empty() {
        own_secret(&config.data_dir.join("secret"))
    } else {
        Ok(config.secret.expose().to_owned())
    }
}

/// A signer whose key is derived for `purpose`, so that what is signed for one says nothing for another.
pub fn signer(secret: &[u8], purpose: &[u8]) -> Hmac<Sha256> {
    let keyed = |key: &[u8]| Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes keys of any length");
    keyed(&keyed(secret).chain_update(purpose).finalize().into_bytes())
}

/// The secret of a store that has none in its settings: made once, readable by its owner alone.
fn own_secret(path: &Path) -> io::Result<String> {
    use std::{io::Write as _, os::unix::fs::OpenOptionsExt as _};
    match fs::read_to_string(path) {
        Ok(secret) if secret.len() >= 32 => return Ok(secret),
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let secret = auth::new_token();
    // Written beside and linked into place, so that two processes that start at once agree on the winner's.
    let beside = path.with_extension(&secret[..8]);
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&beside)?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()?;
    let linked = fs::hard_link(&beside, path);
    fs::remove_file(&beside)?;
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
    fn the_own_secret_is_made_once() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("secret");
        let secret = own_secret(&path).unwrap();
        assert_eq!(own_secret(&path).unwrap(), secret);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
