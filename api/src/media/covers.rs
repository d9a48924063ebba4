//! Covers and images of documents: each is scaled to its widths once and stored under its digest.
//!
//! The digest is that of the uploaded file, so the same file is not encoded again for another book or document.

use std::sync::Arc;

use bytes::Bytes;
use futures::{FutureExt as _, StreamExt as _, TryStreamExt as _, stream};
use heliriiul_covers::{COVER_WIDTHS, CoverFault, CoverFormat, Picture, RECIPE, TEXT_WIDTHS};
use serde::Serialize;
use sha2::{Digest, Sha256};
use thiserror::Error;
use tokio::sync::Semaphore;

use super::store::{Media, MediaError};
use crate::error::ApiError;

/// Bytes of an uploaded file.
pub const LARGEST_COVER: u64 = 20 << 20;

/// Part of the digest of document images, whose transparent parts become white. It changes with the way they are encoded.
const TEXT_RECIPE: u8 = 0x81;

/// A picture of 20 MB may need half a gigabyte while it is decoded and scaled.
static TURNS: Semaphore = Semaphore::const_new(2);

/// Why a picture is refused. The text follows its name.
#[derive(Debug, Error)]
pub enum PictureFault {
    #[error("has more pixels than can be used")]
    TooManyPixels,
    #[error("{0}")]
    Unfit(String),
}

impl PictureFault {
    /// Returns an error of this field. Its `reason` is in English.
    pub fn at(&self, field: &str) -> ApiError {
        let code = match self {
            Self::TooManyPixels => "too-many-pixels",
            Self::Unfit(_) => "invalid",
        };
        ApiError::field(field, code).with("reason", self.to_string())
    }
}

/// A stored cover.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cover {
    pub hash: String,
    /// Degrees, 0–359.
    pub hue: i64,
    /// Pixels, ascending.
    pub widths: Vec<u32>,
}

/// A stored image of documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextImage {
    pub hash: String,
    /// Pixels, ascending.
    pub widths: Vec<u32>,
    /// Of the uploaded picture, upright.
    pub width: u32,
    pub height: u32,
}

/// Stores a cover in the widths that are missing. The inner error says why the picture is refused.
pub async fn store_cover(media: &Media, picture: Bytes) -> Result<Result<Cover, PictureFault>, MediaError> {
    let _turn = TURNS.acquire().await;
    let hash = digest(RECIPE, &picture);
    let decode = move || {
        Picture::decode(&picture).map(|picture| (picture.widths(COVER_WIDTHS), picture.hue(), picture))
    };
    let (widths, hue, picture) = match off_threads(decode).await {
        Ok(decoded) => decoded,
        Err(fault) => return Ok(Err(fault)),
    };
    let stored = store_widths(media, &hash, &widths, Arc::new(picture)).await?;
    Ok(stored.map(|()| Cover { hash, hue, widths }))
}

/// Stores an image of documents in the widths that are missing.
pub async fn store_text_image(
    media: &Media,
    picture: Bytes,
) -> Result<Result<TextImage, PictureFault>, MediaError> {
    let _turn = TURNS.acquire().await;
    let hash = digest(TEXT_RECIPE, &picture);
    let picture = match off_threads(move || Picture::decode_on_white(&picture)).await {
        Ok(decoded) => decoded,
        Err(fault) => return Ok(Err(fault)),
    };
    let widths = picture.widths(TEXT_WIDTHS);
    let (width, height) = picture.size();
    let stored = store_widths(media, &hash, &widths, Arc::new(picture)).await?;
    Ok(stored.map(|()| TextImage { hash, widths, width, height }))
}

/// Returns the address of a stored picture in one of its widths, as a JPEG.
pub fn image_address(hash: &str, width: u32) -> String {
    format!("/media/images/{hash}/{width}.jpg")
}

fn digest(recipe: u8, picture: &[u8]) -> String {
    hex::encode(&Sha256::new().chain_update([recipe]).chain_update(picture).finalize()[..16])
}

async fn store_widths(
    media: &Media,
    hash: &str,
    widths: &[u32],
    picture: Arc<Picture>,
) -> Result<Result<(), PictureFault>, MediaError> {
    let mut files = Vec::new();
    for width in widths {
        for format in CoverFormat::ALL {
            files.push(store_width(media, hash, *width, format, picture.clone()).boxed());
        }
    }
    let stored: Vec<_> = stream::iter(files).buffer_unordered(2).try_collect().await?;
    Ok(stored.into_iter().collect())
}

async fn store_width(
    media: &Media,
    hash: &str,
    width: u32,
    format: CoverFormat,
    picture: Arc<Picture>,
) -> Result<Result<(), PictureFault>, MediaError> {
    let key = format!("images/{hash}/{width}.{}", format.extension());
    if media.size(&key).await?.is_some() {
        return Ok(Ok(()));
    }
    Ok(match off_threads(move || picture.encode(width, format)).await {
        Ok(bytes) => {
            media.put(&key, bytes).await?;
            Ok(())
        }
        Err(fault) => Err(fault),
    })
}

/// Runs off the async threads. When a codec panics on a hostile picture, the picture is refused.
async fn off_threads<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, CoverFault> + Send + 'static,
) -> Result<T, PictureFault> {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done.map_err(|fault| match fault {
            CoverFault::TooLarge => PictureFault::TooManyPixels,
            other => PictureFault::Unfit(other.to_string()),
        }),
        Err(_) => Err(PictureFault::Unfit("cannot be decoded, its structure is broken".to_owned())),
    }
}
