//! Measures a sound file and stores it in the object store under its digest.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use sha2::{Digest, Sha256};
use tokio::task::spawn_blocking;

use super::{
    listing::NamedFile,
    report::{ImportError, RecordError},
};
use crate::{
    catalogue::book::{FileRow, StoredSound},
    media::{self, Media, MediaError, Sound},
};

/// A sound file, measured and with its digest.
pub struct SoundFile {
    pub name: String,
    pub path: PathBuf,
    pub sound: Sound,
    pub sha256: String,
    pub bytes: i64,
}

/// Measures one file.
pub async fn measure(file: NamedFile) -> Result<SoundFile, RecordError> {
    let NamedFile { name, path } = file;
    let broken = format!("{name}: cannot be read, its structure is broken");
    let work = move || {
        let sound = media::probe(&path).map_err(|fault| RecordError::refused(format!("{name}: {fault}")))?;
        let (sha256, bytes) = digest(&path).map_err(|error| ImportError::Source(path.clone(), error))?;
        Ok(SoundFile { name, path, sound, sha256, bytes })
    };
    // A parser that panics on a hostile file refuses the file and does not stop the import.
    spawn_blocking(work).await.unwrap_or_else(|_| Err(RecordError::refused(broken)))
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

pub async fn store(media: &Media, file: SoundFile) -> Result<FileRow, MediaError> {
    let object_key = format!("sound/{}", file.sha256);
    media.put_file(&object_key, &file.path).await?;
    let sound = StoredSound {
        name: file.name,
        object_key,
        content_type: file.sound.content_type.to_owned(),
        bytes: file.bytes,
        duration_ms: file.sound.duration_ms,
    };
    Ok(FileRow { sound, sha256: file.sha256 })
}
