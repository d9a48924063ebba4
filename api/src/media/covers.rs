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
pub const MAX_COVER: u64 = 20 << 20;

/// Part of the digest of document images, whose transparent parts become white. It changes with the way they are encoded.
const TEXT_RECIPE: u8 = 0x81;

/// An image of 20 MB may need half a gigabyte while it is decoded and scaled.
static TURNS: Semaphore = Semaphore::const_new(2);

/// Why an image is not stored.
#[derive(Debug, Error)]
pub enum ImageError {
    /// Not an acceptable image. The message completes a sentence that begins with the file's name.
    #[error(transparent)]
    Refused(#[from] CoverFault),
    #[error(transparent)]
    Media(#[from] MediaError),
}

/// A refusal is an error of the field `image`. Its `reason` is in English.
impl From<ImageError> for ApiError {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Refused(fault) => {
                let code = if matches!(fault, CoverFault::TooLarge) { "too-many-pixels" } else { "invalid" };
                Self::field("image", code).with("reason", fault.to_string())
            }
            ImageError::Media(error) => error.into(),
        }
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
    /// Of the uploaded image, upright.
    pub width: u32,
    pub height: u32,
}

/// Stores a cover in the widths that are missing.
pub async fn store_cover(media: &Media, picture: Bytes) -> Result<Cover, ImageError> {
    let _turn = TURNS.acquire().await;
    let hash = digest(RECIPE, &picture);
    let decode = move || Picture::decode(&picture).map(|picture| (picture.hue(), picture));
    let (hue, picture) = off_threads(decode).await?;
    let widths = picture.widths(COVER_WIDTHS);
    store_widths(media, &hash, &widths, picture).await?;
    Ok(Cover { hash, hue, widths })
}

/// Stores an image of documents in the widths that are missing.
pub async fn store_text_image(media: &Media, picture: Bytes) -> Result<TextImage, ImageError> {
    let _turn = TURNS.acquire().await;
    let hash = digest(TEXT_RECIPE, &picture);
    let picture = off_threads(move || Picture::decode_on_white(&picture)).await?;
    let widths = picture.widths(TEXT_WIDTHS);
    let (width, height) = picture.size();
    store_widths(media, &hash, &widths, picture).await?;
    Ok(TextImage { hash, widths, width, height })
}

/// Returns the address of a stored image in one of its widths, as a JPEG.
pub fn image_address(hash: &str, width: u32) -> String {
    format!("/media/images/{hash}/{width}.jpg")
}

fn digest(recipe: u8, picture: &[u8]) -> String {
    hex::encode(&Sha256::new().chain_update([recipe]).chain_update(picture).finalize()[..16])
}

/// Encodes two files at a time.
async fn store_widths(media: &Media, hash: &str, widths: &[u32], picture: Picture) -> Result<(), ImageError> {
    let picture = Arc::new(picture);
    let mut files = Vec::new();
    for width in widths.iter().copied() {
        for format in CoverFormat::ALL {
            let picture = picture.clone();
            let file = async move {
                let key = format!("images/{hash}/{width}.{}", format.extension());
                if media.size(&key).await?.is_none() {
                    media.put(&key, off_threads(move || picture.encode(width, format)).await?).await?;
                }
                Ok(())
            };
            files.push(file.boxed());
        }
    }
    stream::iter(files).buffer_unordered(2).try_collect().await
}

/// Runs off the async threads. When a codec panics on a hostile image, the image is refused.
async fn off_threads<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, CoverFault> + Send + 'static,
) -> Result<T, CoverFault> {
    tokio::task::spawn_blocking(work).await.unwrap_or(Err(CoverFault::Broken))
}
