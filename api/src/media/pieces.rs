//! Reads pieces of local files into buffers that are used again.
//!
//! A new buffer of a piece's size comes from the kernel page by page, which takes longer than reading the file.

use std::{
    fs::File,
    io::{self, Read as _, Seek as _, SeekFrom},
    ops::Range,
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError},
};

use bytes::Bytes;

use super::store::PIECE;

/// How many buffers wait for their next use at most.
const KEPT: usize = 16;

type Buffer = Box<[u8]>;

/// Buffers of a piece's size that nobody uses now.
#[derive(Clone, Default)]
pub struct Pieces(Arc<Mutex<Vec<Buffer>>>);

/// A buffer until the last reader of its bytes is gone.
struct Lent {
    buffer: Buffer,
    length: usize,
    home: Pieces,
}

impl AsRef<[u8]> for Lent {
    fn as_ref(&self) -> &[u8] {
        &self.buffer[..self.length]
    }
}

impl Drop for Lent {
    fn drop(&mut self) {
        let mut kept = self.home.0.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() < KEPT {
            kept.push(std::mem::take(&mut self.buffer));
        }
    }
}

impl Pieces {
    /// Reads at most [`PIECE`] bytes of a file, off the async threads.
    ///
    /// # Errors
    /// Those of the file; `InvalidInput` when the range is longer than a piece, `UnexpectedEof` when the file ends
    /// within it.
    pub async fn read(&self, file: PathBuf, range: Range<u64>) -> io::Result<Bytes> {
        let length = usize::try_from(range.end - range.start).map_err(io::Error::other)?;
        if length > PIECE {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let home = self.clone();
        let read = move || {
            let mut file = File::open(file)?;
            file.seek(SeekFrom::Start(range.start))?;
            let kept = home.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
            let mut buffer = kept.unwrap_or_else(|| vec![0; PIECE].into_boxed_slice());
            file.read_exact(&mut buffer[..length])?;
            Ok(Bytes::from_owner(Lent { buffer, length, home }))
        };
        tokio::task::spawn_blocking(read).await.map_err(io::Error::other)?
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_buffer_that_is_used_again_shows_nothing_of_before() {
        let folder = tempfile::tempdir().unwrap();
        let (long, short) = (folder.path().join("long"), folder.path().join("short"));
        std::fs::write(&long, [7; 5000]).unwrap();
        std::fs::write(&short, b"abcdef").unwrap();
        let pieces = Pieces::default();
        assert_eq!(pieces.read(long.clone(), 0..5000).await.unwrap(), vec![7; 5000]);
        let read = pieces.read(short.clone(), 1..4).await.unwrap();
        assert_eq!(&read[..], b"bcd");
        // One that is still read is not given away.
        assert_eq!(pieces.read(long, 0..2).await.unwrap(), vec![7; 2]);
        assert_eq!(&read[..], b"bcd");
        assert_eq!(pieces.read(short.clone(), 4..9).await.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        assert_eq!(
            pieces.read(short, 0..PIECE as u64 + 1).await.unwrap_err().kind(),
            io::ErrorKind::InvalidInput
        );
    }
}
