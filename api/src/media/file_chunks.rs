//! Reads chunks of local files into reused buffers.
//!
//! The kernel hands out a new buffer of this size page by page, which takes longer than reading the file.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    ops::Range,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;

/// The largest number of bytes in one read.
pub const CHUNK_BYTES: usize = 1 << 20;

/// The largest number of unused buffers.
const MAX_UNUSED: usize = 16;

type Buffer = Box<[u8]>;

/// The unused buffers, each of [`CHUNK_BYTES`].
#[derive(Clone, Default)]
pub struct FileChunks(Arc<Mutex<Vec<Buffer>>>);

/// A buffer in use. It returns to the pool when the last reference to its bytes is dropped.
struct Used {
    buffer: Buffer,
    length: usize,
    pool: FileChunks,
}

impl AsRef<[u8]> for Used {
    fn as_ref(&self) -> &[u8] {
        &self.buffer[..self.length]
    }
}

impl Drop for Used {
    fn drop(&mut self) {
        let mut unused = self.pool.0.lock().unwrap_or_else(PoisonError::into_inner);
        if unused.len() < MAX_UNUSED {
            unused.push(std::mem::take(&mut self.buffer));
        }
    }
}

impl FileChunks {
    /// Reads at most [`CHUNK_BYTES`] of a file, off the async threads.
    ///
    /// Fails with `InvalidInput` when the range is too long, and with `UnexpectedEof` when the file is too short.
    pub async fn read(&self, file: PathBuf, range: Range<u64>) -> io::Result<Bytes> {
        let length = usize::try_from(range.end - range.start).map_err(io::Error::other)?;
        if length > CHUNK_BYTES {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let pool = self.clone();
        let read = move || {
            let mut file = File::open(file)?;
            file.seek(SeekFrom::Start(range.start))?;
            let unused = pool.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut buffer = unused.unwrap_or_else(|| vec![0; CHUNK_BYTES].into_boxed_slice());
            file.read_exact(&mut buffer[..length])?;
            Ok(Bytes::from_owner(Used { buffer, length, pool }))
        };
        tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_reused_buffer_does_not_show_its_former_content() {
        let folder = tempfile::tempdir().unwrap();
        let (long, short) = (folder.path().join("long"), folder.path().join("short"));
        std::fs::write(&long, [7; 5000]).unwrap();
        std::fs::write(&short, b"abcdef").unwrap();
        let chunks = FileChunks::default();
        assert_eq!(chunks.read(long.clone(), 0..5000).await.unwrap(), vec![7; 5000]);
        let read = chunks.read(short.clone(), 1..4).await.unwrap();
        assert_eq!(&read[..], b"bcd");
        // A buffer in use is not reused.
        assert_eq!(chunks.read(long, 0..2).await.unwrap(), vec![7; 2]);
        assert_eq!(&read[..], b"bcd");
        assert_eq!(chunks.read(short.clone(), 4..9).await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(
            chunks.read(short, 0..CHUNK_BYTES as u64 + 1).await.unwrap_err().kind(),
            io::ErrorKind::InvalidInput
        );
    }
}
