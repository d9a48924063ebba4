//! A sound file on its way into the object store: measured, named by its digest, put there.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};

use super::{ImportError, chapters::Measured, listing::Named, sound_set::NewFile};
use crate::{media, state::AppState};

/// A sound file, measured and with its digest.
pub struct SoundFile {
    path: PathBuf,
    pub measured: Measured,
    sha256: String,
    bytes: i64,
}

/// Measures one file. The inner error says why it cannot be taken.
pub async fn measure(file: Named) -> Result<Result<SoundFile, String>, ImportError> {
    let Named { name, path } = file;
    let shown = name.clone();
    let work = move || {
        let unreadable = |error| ImportError::Source(path.clone(), error);
        let sound = match media::probe(&path) {
            Ok(sound) => sound,
            Err(fault) => return Ok(Err(format!("{name}: {fault}"))),
        };
        let (sha256, bytes) = digest(&path).map_err(unreadable)?;
        Ok(Ok(SoundFile { path, measured: Measured { name, sound }, sha256, bytes }))
    };
    // A parser that panics on a hostile file refuses the file, not the import.
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Ok(Err(format!("{shown}: cannot be read, its structure is broken"))))
}

/// SHA-256 in hex, and the bytes.
fn digest(path: &Path) -> std::io::Result<(String, i64)> {
    let mut file = fs::File::open(path)?;
    let mut hasher = Sha256::new();
    let mut piece = vec![0; 1 << 20];
    let mut bytes = 0;
    loop {
        let read = file.read(&mut piece)?;
        if read == 0 {
            return Ok((hex::encode(hasher.finalize()), bytes));
        }
        hasher.update(&piece[..read]);
        bytes += i64::try_from(read).unwrap_or_default();
    }
}

pub async fn store(app: &AppState, file: &SoundFile) -> Result<NewFile, ImportError> {
    let key = format!("sound/{}", file.sha256);
    app.media.put_file(&key, &file.path).await?;
    Ok(NewFile {
        name: file.measured.name.clone(),
        key,
        content_type: file.measured.sound.content_type,
        bytes: file.bytes,
        duration_ms: file.measured.sound.duration_ms,
        sha256: file.sha256.clone(),
    })
}
