//! Covers: three widths in AVIF and JPEG, made once for each picture.
//!
//! The address of a cover is the digest of the picture it was made from, so a picture that has been seen is not encoded
//! again, whichever book brings it.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder as _, ImageFormat, ImageReader, Limits,
    codecs::{avif::AvifEncoder, jpeg::JpegEncoder},
    imageops::FilterType,
};
use sha2::{Digest, Sha256};

use super::store::{Media, MediaError};

/// Pixels. A picture is never made wider than it is.
const WIDTHS: [u32; 3] = [200, 400, 600];

/// Bytes of a picture as it comes.
pub const LARGEST_COVER: u64 = 20 << 20;

/// Pixels of a side of a picture as it comes.
const LONGEST_SIDE: u32 = 10_000;

/// Memory for decoding one.
const DECODING_BYTES: u64 = 256 << 20;

/// Speed of the AVIF encoder, 1–10. At 6 a cover in three widths takes a fifth of a second of one core.
const AVIF_SPEED: u8 = 6;
const AVIF_QUALITY: u8 = 60;
const JPEG_QUALITY: u8 = 82;

/// Counts up when the same picture would be made into other covers.
const RECIPE: u8 = 1;

/// A cover that is stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    pub hash: String,
    /// Degrees, 0–359.
    pub hue: i64,
    /// Pixels, growing.
    pub widths: Vec<u32>,
}

/// Why a picture cannot be a cover, in a form that follows its name.
pub type CoverFault = String;

/// Stores a picture in its widths, those that are not there yet. The inner error says what is wrong with the picture.
pub async fn store_cover(media: &Media, picture: Vec<u8>) -> Result<Result<Cover, CoverFault>, MediaError> {
    let hash = hex::encode(&Sha256::new().chain_update([RECIPE]).chain_update(&picture).finalize()[..16]);
    let decoded = tokio::task::spawn_blocking(move || decode(&picture)).await;
    let picture = match decoded {
        Ok(Ok(picture)) => picture,
        Ok(Err(fault)) => return Ok(Err(fault)),
        Err(_) => return Ok(Err("cannot be decoded".to_owned())),
    };
    let widths = widths(picture.width());
    let hue = hue(&picture);
    let picture = std::sync::Arc::new(picture);
    for width in &widths {
        for format in [ImageFormat::Jpeg, ImageFormat::Avif] {
            let extension = if format == ImageFormat::Avif { "avif" } else { "jpg" };
            let key = format!("images/{hash}/{width}.{extension}");
            if media.size(&key).await?.is_some() {
                continue;
            }
            let (picture, width) = (picture.clone(), *width);
            match tokio::task::spawn_blocking(move || encode(&picture, width, format)).await {
                Ok(Ok(bytes)) => media.put(&key, bytes).await?,
                Ok(Err(error)) => return Ok(Err(format!("cannot be encoded: {error}"))),
                Err(_) => return Ok(Err("cannot be encoded".to_owned())),
            }
        }
    }
    Ok(Ok(Cover { hash, hue, widths }))
}

/// The widths that the picture is wide enough for, and its own where it is narrower than the widest.
fn widths(own: u32) -> Vec<u32> {
    let mut widths: Vec<u32> = WIDTHS.into_iter().filter(|width| *width < own).collect();
    if widths.len() < WIDTHS.len() {
        widths.push(own);
    }
    widths
}

fn decode(picture: &[u8]) -> Result<DynamicImage, CoverFault> {
    let fault = |error: &dyn std::fmt::Display| format!("is no picture that can be used: {error}");
    let mut limits = Limits::default();
    limits.max_image_width = Some(LONGEST_SIDE);
    limits.max_image_height = Some(LONGEST_SIDE);
    limits.max_alloc = Some(DECODING_BYTES);
    let mut reader =
        ImageReader::new(Cursor::new(picture)).with_guessed_format().map_err(|error| fault(&error))?;
    let known = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
    if !reader.format().is_some_and(|format| known.contains(&format)) {
        return Err("is no JPEG, PNG or WebP picture".to_owned());
    }
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| fault(&error))?;
    let orientation = decoder.orientation().map_err(|error| fault(&error))?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| fault(&error))?;
    picture.apply_orientation(orientation);
    Ok(DynamicImage::ImageRgb8(picture.into_rgb8()))
}

fn encode(picture: &DynamicImage, width: u32, format: ImageFormat) -> image::ImageResult<Vec<u8>> {
    let resized;
    let picture = if picture.width() == width {
        picture
    } else {
        let height = (u64::from(picture.height()) * u64::from(width)).div_ceil(u64::from(picture.width()));
        let height = u32::try_from(height).unwrap_or(u32::MAX).max(1);
        resized = picture.resize_exact(width, height, FilterType::Lanczos3);
        &resized
    };
    let mut bytes = Vec::new();
    if format == ImageFormat::Avif {
        picture.write_with_encoder(AvifEncoder::new_with_speed_quality(
            &mut bytes,
            AVIF_SPEED,
            AVIF_QUALITY,
        ))?;
    } else {
        picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))?;
    }
    Ok(bytes)
}

/// The hue that the colourful parts of the picture lean to. Grey pictures are 0.
#[expect(clippy::float_arithmetic, reason = "colours are angles here")]
#[expect(clippy::cast_possible_truncation, reason = "an angle of a circle")]
fn hue(picture: &DynamicImage) -> i64 {
    let small = picture.thumbnail(48, 48).into_rgb8();
    let (mut x, mut y) = (0.0_f64, 0.0_f64);
    for pixel in small.pixels() {
        let [red, green, blue] = pixel.0.map(f64::from);
        // The chroma plane of a hexagon: colourful pixels weigh more, grey ones nothing.
        x += red - f64::midpoint(green, blue);
        y += (green - blue) * 3.0_f64.sqrt() / 2.0;
    }
    if x == 0.0 && y == 0.0 {
        return 0;
    }
    (y.atan2(x).to_degrees().round() as i64).rem_euclid(360)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    fn plain(width: u32, height: u32, colour: [u8; 3]) -> DynamicImage {
        DynamicImage::ImageRgb8(RgbImage::from_pixel(width, height, Rgb(colour)))
    }

    #[test]
    fn no_picture_is_made_wider() {
        assert_eq!(widths(2_000), [200, 400, 600]);
        assert_eq!(widths(600), [200, 400, 600]);
        assert_eq!(widths(500), [200, 400, 500]);
        assert_eq!(widths(200), [200]);
        assert_eq!(widths(80), [80]);
    }

    #[test]
    fn the_hue_is_of_the_colourful_parts() {
        for (colour, degrees) in
            [([200, 20, 20], 0), ([20, 200, 20], 120), ([20, 20, 200], 240), ([90, 90, 90], 0)]
        {
            assert_eq!(hue(&plain(100, 150, colour)), degrees, "{colour:?}");
        }
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        assert!(decode(b"").is_err());
        assert!(decode(b"<html>").is_err());
        assert!(decode(b"GIF89a\x01\x00\x01\x00").is_err());
        let mut jpeg = encode(&plain(300, 450, [9, 99, 199]), 300, ImageFormat::Jpeg).unwrap();
        assert_eq!(decode(&jpeg).unwrap().height(), 450);
        jpeg.truncate(40);
        assert!(decode(&jpeg).is_err());
    }
}
