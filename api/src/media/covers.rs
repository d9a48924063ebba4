//! Covers: each picture is made into its widths once and kept under its digest.
//!
//! The address of a cover is the digest of the picture it was made from, so a picture that has been seen is not encoded
//! again, whichever book brings it.

use std::sync::Arc;

use heliriiul_covers::{CoverFormat, Picture, RECIPE};
use sha2::{Digest, Sha256};

use super::store::{Media, MediaError};

/// Bytes of a picture as it comes.
pub const LARGEST_COVER: u64 = 20 << 20;

/// A cover that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    pub hash: String,
    /// Degrees, 0–359.
    pub hue: i64,
    /// Pixels, growing.
    pub widths: Vec<u32>,
}

/// Stores a picture in its widths, those that are not there yet. The inner error says what is wrong with the picture,
/// in words that go on from its name.
pub async fn store_cover(media: &Media, picture: Vec<u8>) -> Result<Result<Cover, String>, MediaError> {
    let hash = hex::encode(&Sha256::new().chain_update([RECIPE]).chain_update(&picture).finalize()[..16]);
    let decode = move || Picture::decode(&picture).map(|picture| (picture.widths(), picture.hue(), picture));
    let (widths, hue, picture) = match off_threads(decode).await {
        Ok(decoded) => decoded,
        Err(fault) => return Ok(Err(fault)),
    };
    let picture = Arc::new(picture);
    for width in widths.iter().copied() {
        for format in CoverFormat::ALL {
            let key = format!("images/{hash}/{width}.{}", format.extension());
            if media.size(&key).await?.is_some() {
                continue;
            }
            let picture = picture.clone();
            match off_threads(move || picture.encode(width, format)).await {
                Ok(bytes) => media.put(&key, bytes).await?,
                Err(fault) => return Ok(Err(fault)),
            }
        }
    }
    Ok(Ok(Cover { hash, hue, widths }))
}

/// Off the async threads; a codec that panics on a hostile picture refuses the picture.
async fn off_threads<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, heliriiul_covers::CoverFault> + Send + 'static,
) -> Result<T, String> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|fault| fault.to_string()),
        Err(_) => Err("cannot be decoded, its structure is broken".to_owned()),
    }
}
