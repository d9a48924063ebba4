//! Turns images into covers and document images: several widths in AVIF and JPEG, and the hue of the placeholder of a
//! cover. Every image is encoded again, so the result holds no metadata of the uploaded file (place, camera, scripts).
//!
//! This is a separate crate because the AVIF encoder is generic code that is compiled where it is called: in a debug
//! build of the server a cover would take 13 s. This crate is always optimised. All functions block.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits, Rgba,
    codecs::{avif::AvifEncoder, jpeg::JpegEncoder},
    imageops::FilterType,
};
use thiserror::Error;

/// Widths of covers in pixels. An image is never enlarged.
pub const COVER_WIDTHS: &[u32] = &[200, 400, 600];

/// Widths of document images in pixels.
pub const TEXT_WIDTHS: &[u32] = &[320, 640, 960, 1_440];

/// The longest side of an uploaded image in pixels.
const MAX_SIDE: u32 = 10_000;

/// Memory limit for decoding one image, in bytes.
const DECODING_BYTES: u64 = 256 << 20;

/// Speed of the AVIF encoder, 1–10. Measured on one core in a release build, a cover in three widths: 0.64 s at 4, 0.56 s
/// at 6, 0.23 s at 10. From 9 on the files are a third larger.
const AVIF_SPEED: u8 = 6;
const AVIF_QUALITY: u8 = 60;
const JPEG_QUALITY: u8 = 82;

/// Increase it when the same image would give different covers.
pub const RECIPE: u8 = 1;

/// Why an image cannot be a cover. The message continues after the file name.
#[derive(Debug, Error)]
pub enum CoverFault {
    #[error("is no JPEG, PNG or WebP picture")]
    Format,
    #[error("has more pixels than can be used")]
    TooLarge,
    #[error("is no picture that can be used: {0}")]
    Picture(ImageError),
    /// The codec panicked.
    #[error("cannot be decoded, its structure is broken")]
    Broken,
}

impl From<ImageError> for CoverFault {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooLarge,
            other => Self::Picture(other),
        }
    }
}

/// File formats of a cover.
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

/// A decoded image.
pub struct Picture(DynamicImage);

impl Picture {
    /// Decodes a JPEG, PNG or WebP and rotates it by its EXIF tags. Too large images fail.
    pub fn decode(bytes: &[u8]) -> Result<Self, CoverFault> {
        Ok(Self(DynamicImage::ImageRgb8(decode(bytes)?.into_rgb8())))
    }

    /// As [`Self::decode`]; transparent pixels become white, the colour of pages.
    pub fn decode_on_white(bytes: &[u8]) -> Result<Self, CoverFault> {
        let picture = decode(bytes)?;
        if !picture.color().has_alpha() {
            return Ok(Self(DynamicImage::ImageRgb8(picture.into_rgb8())));
        }
        let mut drawn = picture.into_rgba8();
        for pixel in drawn.pixels_mut() {
            let [red, green, blue, cover] = pixel.0.map(u32::from);
            // In place, because an image may need the whole allowed memory.
            let over =
                |part: u32| u8::try_from((part * cover + 255 * (255 - cover) + 127) / 255).unwrap_or(255);
            *pixel = Rgba([over(red), over(green), over(blue), 255]);
        }
        Ok(Self(DynamicImage::ImageRgb8(DynamicImage::ImageRgba8(drawn).into_rgb8())))
    }

    /// Width and height in pixels, upright.
    pub fn size(&self) -> (u32, u32) {
        (self.0.width(), self.0.height())
    }

    /// The widths that the image is wide enough for, and its own width if it is narrower than the widest.
    pub fn widths(&self, ladder: &[u32]) -> Vec<u32> {
        let own = self.0.width();
        let mut widths: Vec<u32> = ladder.iter().copied().filter(|width| *width < own).collect();
        if widths.len() < ladder.len() {
            widths.push(own);
        }
        widths
    }

    /// The image scaled to a width.
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

    /// The mean hue of the colourful pixels. Grey images have 0.
    #[expect(clippy::float_arithmetic, reason = "colours are angles here")]
    #[expect(clippy::cast_possible_truncation, reason = "an angle of a circle")]
    pub fn hue(&self) -> i64 {
        let small = self.0.thumbnail(48, 48).into_rgb8();
        let (mut x, mut y) = (0.0_f64, 0.0_f64);
        for pixel in small.pixels() {
            let [red, green, blue] = pixel.0.map(f64::from);
            // Hexagonal chroma plane: colourful pixels weigh more, grey pixels nothing.
            x += red - f64::midpoint(green, blue);
            y += (green - blue) * 3.0_f64.sqrt() / 2.0;
        }
        if x == 0.0 && y == 0.0 {
            return 0;
        }
        (y.atan2(x).to_degrees().round() as i64).rem_euclid(360)
    }
}

fn decode(bytes: &[u8]) -> Result<DynamicImage, CoverFault> {
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(DECODING_BYTES);
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(ImageError::IoError)?;
    let known = [ImageFormat::Jpeg, ImageFormat::Png, ImageFormat::WebP];
    if !reader.format().is_some_and(|format| known.contains(&format)) {
        return Err(CoverFault::Format);
    }
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder()?;
    // The decoder limits its own buffers, not the image: a small file may decode into gigabytes.
    limits.reserve(decoder.total_bytes())?;
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage, RgbaImage};

    use super::*;

    fn plain(width: u32, height: u32, colour: [u8; 3]) -> Picture {
        Picture(DynamicImage::ImageRgb8(RgbImage::from_pixel(width, height, Rgb(colour))))
    }

    #[test]
    fn no_picture_is_made_wider() {
        for (own, made) in [
            (2_000, &[200, 400, 600][..]),
            (600, &[200, 400, 600]),
            (500, &[200, 400, 500]),
            (200, &[200]),
            (80, &[80]),
        ] {
            assert_eq!(plain(own, 1, [9; 3]).widths(COVER_WIDTHS), made);
        }
        assert_eq!(plain(1_000, 1, [9; 3]).widths(TEXT_WIDTHS), [320, 640, 960, 1_000]);
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
        for width in picture.widths(COVER_WIDTHS) {
            let jpeg = Picture::decode(&picture.encode(width, CoverFormat::Jpeg).unwrap()).unwrap();
            assert_eq!((jpeg.0.width(), jpeg.0.height()), (width, (450 * width).div_ceil(301)));
        }
        let avif = picture.encode(200, CoverFormat::Avif).unwrap();
        assert_eq!(&avif[4..12], b"ftypavif");
    }

    #[test]
    fn transparency_becomes_white() {
        let mut drawn = RgbaImage::from_pixel(4, 4, Rgba([0, 0, 0, 0]));
        drawn.put_pixel(1, 1, Rgba([200, 0, 0, 255]));
        drawn.put_pixel(2, 2, Rgba([0, 0, 0, 51]));
        let mut png = Cursor::new(Vec::new());
        drawn.write_to(&mut png, ImageFormat::Png).unwrap();
        let shown = Picture::decode_on_white(png.get_ref()).unwrap().0.into_rgb8();
        let seen = [(0, 0), (1, 1), (2, 2)].map(|(x, y)| shown.get_pixel(x, y).0);
        assert_eq!(seen, [[255; 3], [200, 0, 0], [204; 3]]);
    }

    #[test]
    fn other_files_are_refused() {
        for bytes in [&b""[..], b"<html>", b"GIF89a\x01\x00\x01\x00"] {
            assert!(matches!(Picture::decode(bytes), Err(CoverFault::Format)));
        }
        let mut jpeg = plain(300, 450, [9, 99, 199]).encode(300, CoverFormat::Jpeg).unwrap();
        jpeg.truncate(40);
        assert!(matches!(Picture::decode(&jpeg), Err(CoverFault::Picture(_))));
    }
}
