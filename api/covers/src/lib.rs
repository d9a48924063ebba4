//! Turns pictures into covers: three widths, AVIF and JPEG, and the hue of the surface that waits for them.
//!
//! It is a crate of its own for one reason: the AVIF encoder is generic code that is compiled where it is called, so in a
//! debug build of the server a cover would take 13 s. This crate is always optimised. It knows nothing of the store.
//! All of it blocks.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits,
    codecs::{avif::AvifEncoder, jpeg::JpegEncoder},
    imageops::FilterType,
};
use thiserror::Error;

/// Pixels. A picture is never made wider than it is.
const WIDTHS: [u32; 3] = [200, 400, 600];

/// Pixels of a side of a picture as it comes.
const LONGEST_SIDE: u32 = 10_000;

/// Memory for decoding one.
const DECODING_BYTES: u64 = 256 << 20;

/// Speed of the AVIF encoder, 1–10. Measured on one core in a release build, a cover in three widths: 0.64 s at 4, 0.56 s
/// at 6, 0.23 s at 10; from 9 on the files grow by a third.
const AVIF_SPEED: u8 = 6;
const AVIF_QUALITY: u8 = 60;
const JPEG_QUALITY: u8 = 82;

/// Goes up when the same picture would be made into other covers.
pub const RECIPE: u8 = 1;

/// Why a picture cannot be a cover; the text goes on from its name.
#[derive(Debug, Error)]
pub enum CoverFault {
    #[error("is no JPEG, PNG or WebP picture")]
    Format,
    #[error("is no picture that can be used: {0}")]
    Picture(#[from] ImageError),
}

/// What a cover is stored as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoverFormat {
    Avif,
    Jpeg,
}

impl CoverFormat {
    pub const ALL: [Self; 2] = [Self::Jpeg, Self::Avif];

    pub const fn extension(self) -> &'static str {
        match self {
            Self::Avif => "avif",
            Self::Jpeg => "jpg",
        }
    }
}

/// A decoded picture.
pub struct Picture(DynamicImage);

impl Picture {
    /// Decodes a JPEG, PNG or WebP, turned upright as its tags say. Pictures that are too large fail.
    pub fn decode(bytes: &[u8]) -> Result<Self, CoverFault> {
        let mut limits = Limits::default();
        limits.max_image_width = Some(LONGEST_SIDE);
        limits.max_image_height = Some(LONGEST_SIDE);
        limits.max_alloc = Some(DECODING_BYTES);
        let mut reader =
            ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(ImageError::IoError)?;
        let known = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
        if !reader.format().is_some_and(|format| known.contains(&format)) {
            return Err(CoverFault::Format);
        }
        reader.limits(limits);
        let mut decoder = reader.into_decoder()?;
        let orientation = decoder.orientation()?;
        let mut picture = DynamicImage::from_decoder(decoder)?;
        picture.apply_orientation(orientation);
        Ok(Self(DynamicImage::ImageRgb8(picture.into_rgb8())))
    }

    /// The widths that the picture is wide enough for, and its own where it is narrower than the widest.
    pub fn widths(&self) -> Vec<u32> {
        widths(self.0.width())
    }

    /// The picture in one of its widths.
    pub fn encode(&self, width: u32, format: CoverFormat) -> Result<Vec<u8>, CoverFault> {
        let resized;
        let picture = if self.0.width() == width {
            &self.0
        } else {
            let height = (u64::from(self.0.height()) * u64::from(width)).div_ceil(u64::from(self.0.width()));
            let height = u32::try_from(height).unwrap_or(u32::MAX).max(1);
            resized = self.0.resize_exact(width, height, FilterType::Lanczos3);
            &resized
        };
        let mut bytes = Vec::new();
        match format {
            CoverFormat::Avif => picture.write_with_encoder(AvifEncoder::new_with_speed_quality(
                &mut bytes,
                AVIF_SPEED,
                AVIF_QUALITY,
            ))?,
            CoverFormat::Jpeg => {
                picture.write_with_encoder(JpegEncoder::new_with_quality(&mut bytes, JPEG_QUALITY))?;
            }
        }
        Ok(bytes)
    }

    /// The hue that the colourful parts of the picture lean to. Grey pictures are 0.
    #[expect(clippy::float_arithmetic, reason = "colours are angles here")]
    #[expect(clippy::cast_possible_truncation, reason = "an angle of a circle")]
    pub fn hue(&self) -> i64 {
        let small = self.0.thumbnail(48, 48).into_rgb8();
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
}

fn widths(own: u32) -> Vec<u32> {
    let mut widths: Vec<u32> = WIDTHS.into_iter().filter(|width| *width < own).collect();
    if widths.len() < WIDTHS.len() {
        widths.push(own);
    }
    widths
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    fn plain(width: u32, height: u32, colour: [u8; 3]) -> Picture {
        Picture(DynamicImage::ImageRgb8(RgbImage::from_pixel(width, height, Rgb(colour))))
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
            assert_eq!(plain(100, 150, colour).hue(), degrees, "{colour:?}");
        }
    }

    #[test]
    fn pictures_keep_their_shape() {
        let picture = plain(301, 450, [9, 99, 199]);
        for width in picture.widths() {
            let jpeg = Picture::decode(&picture.encode(width, CoverFormat::Jpeg).unwrap()).unwrap();
            assert_eq!((jpeg.0.width(), jpeg.0.height()), (width, (450 * width).div_ceil(301)));
        }
        let avif = picture.encode(200, CoverFormat::Avif).unwrap();
        assert_eq!(&avif[4..12], b"ftypavif");
    }

    #[test]
    fn what_is_no_picture_is_refused() {
        for bytes in [&b""[..], b"<html>", b"GIF89a\x01\x00\x01\x00"] {
            assert!(matches!(Picture::decode(bytes), Err(CoverFault::Format)));
        }
        let mut jpeg = plain(300, 450, [9, 99, 199]).encode(300, CoverFormat::Jpeg).unwrap();
        jpeg.truncate(40);
        assert!(matches!(Picture::decode(&jpeg), Err(CoverFault::Picture(_))));
    }
}
