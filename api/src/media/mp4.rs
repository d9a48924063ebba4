//! Reads the tracks of MP4 files and whether they are encrypted, which the sound library does not report.

use std::{
    fs::File,
    io::{Read as _, Seek as _, SeekFrom},
    path::Path,
};

/// The largest number of bytes of an index that are read into memory.
const MAX_INDEX: u64 = 256 << 20;

/// A track by its four-letter codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mp4Track {
    /// `soun`, `vide`, `text`, …
    pub handler: [u8; 4],
    /// The first sample entry: `mp4a`, `drms`, `avc1`, …
    pub entry: [u8; 4],
}

impl Mp4Track {
    /// Returns whether the samples are encrypted: old iTunes, common encryption, Audible.
    pub fn is_protected(self) -> bool {
        matches!(&self.entry, b"drms" | b"drmi" | b"enca" | b"encv" | b"aavd")
    }

    /// Returns whether the track is video. Still images of chapters are not.
    pub fn is_video(self) -> bool {
        &self.handler == b"vide" && !matches!(&self.entry, b"jpeg" | b"png " | b"mjpg")
    }
}

/// Returns the tracks of an MP4 file; none when it is another kind of file or has no index.
pub fn tracks(path: &Path) -> std::io::Result<Vec<Mp4Track>> {
    let mut file = File::open(path)?;
    let end = file.metadata()?.len();
    let mut at = 0;
    while at + 8 <= end {
        file.seek(SeekFrom::Start(at))?;
        let mut head = [0; 8];
        file.read_exact(&mut head)?;
        let size = match u64::from(u32::from_be_bytes([head[0], head[1], head[2], head[3]])) {
            0 => end - at,
            1 => {
                let mut large = [0; 8];
                file.read_exact(&mut large)?;
                u64::from_be_bytes(large)
            }
            size => size,
        };
        if size < 8 {
            return Ok(Vec::new());
        }
        if &head[4..8] == b"moov" {
            if size > MAX_INDEX {
                return Ok(Vec::new());
            }
            let mut index = Vec::new();
            file.seek(SeekFrom::Start(at + 8))?;
            file.take(size - 8).read_to_end(&mut index)?;
            return Ok(boxes(&index)
                .filter(|(name, _)| name == b"trak")
                .filter_map(|(_, b)| track(b))
                .collect());
        }
        at = at.saturating_add(size);
    }
    Ok(Vec::new())
}

fn track(body: &[u8]) -> Option<Mp4Track> {
    let media = child(body, *b"mdia")?;
    let handler = child(media, *b"hdlr")?.get(8..12)?.try_into().ok()?;
    let table = child(child(media, *b"minf")?, *b"stbl")?;
    let entry = child(table, *b"stsd")?.get(12..16)?.try_into().ok()?;
    Some(Mp4Track { handler, entry })
}

fn child(body: &[u8], name: [u8; 4]) -> Option<&[u8]> {
    boxes(body).find(|(found, _)| *found == name).map(|(_, inside)| inside)
}

/// Iterates over the boxes of a body up to the first invalid size.
fn boxes(mut body: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    std::iter::from_fn(move || {
        let size = u32::from_be_bytes(body.get(..4)?.try_into().ok()?);
        let name = body.get(4..8)?.try_into().ok()?;
        let size = if size == 0 { body.len() } else { usize::try_from(size).ok()? };
        let inside = body.get(8..size)?;
        body = &body[size..];
        Some((name, inside))
    })
}
