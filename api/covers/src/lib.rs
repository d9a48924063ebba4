//! Turns pictures into covers and into pictures of texts: some widths, AVIF and JPEG, and the hue of the surface that
//! waits for a cover. What comes out is drawn anew, so nothing of the file that came in (place, camera, scripts) is in it.
//!
//! It is a crate of its own for one reason: the AVIF encoder is generic code that is compiled where it is called, so in a
//! debug build of the server a cover would take 13 s. This crate is always optimised. It knows nothing of the store.
//! All of it blocks.

use std::io::Cursor;

use image::{
    DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits, Rgba,
    codecs::{avif::AvifEncoder, jpeg::JpegEncoder},
    imageops::FilterType,
};
use thiserror::Error;

/// Pixels of covers. A picture is never made wider than it is.
pub const COVER_WIDTHS: &[u32] = &[200, 400, 600];

/// Pixels of pictures in texts.
pub const TEXT_WIDTHS: &[u32] = &[320, 640, 960, 1_440];

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
    #[error("has more pixels than can be used")]
    TooLarge,
    #[error("is no picture that can be used: {0}")]
    Picture(ImageError),
}

impl From<ImageError> for CoverFault {
    fn from(error: ImageError) -> Self {
        match error {
            ImageError::Limits(_) => Self::TooLarge,
            other => Self::Picture(other),
        }
    }
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
        Ok(Self(DynamicImage::ImageRgb8(decode(bytes)?.into_rgb8())))
    }

    /// As [`Self::decode`]; what is transparent becomes white, as the pages are.
    pub fn decode_on_white(bytes: &[u8]) -> Result<Self, CoverFault> {
        let picture = decode(bytes)?;
        if !picture.color().has_alpha() {
            return Ok(Self(DynamicImage::ImageRgb8(picture.into_rgb8())));
        }
        let mut drawn = picture.into_rgba8();
        for pixel in drawn.pixels_mut() {
            let [red, green, blue, cover] = pixel.0.map(u32::from);
            // In place: a picture may be as large as the memory that it is allowed.
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

    /// The widths of a ladder that the picture is wide enough for, and its own where it is narrower than the widest.
    pub fn widths(&self, ladder: &[u32]) -> Vec<u32> {
        widths(self.0.width(), ladder)
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

fn decode(bytes: &[u8]) -> Result<DynamicImage, CoverFault> {
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
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder()?;
    // The decoder bounds what it takes besides, not the picture itself: a small file may open into gigabytes.
    limits.reserve(decoder.total_bytes())?;
    let orientation = decoder.orientation()?;
    let mut picture = DynamicImage::from_decoder(decoder)?;
    picture.apply_orientation(orientation);
    Ok(picture)
}

fn widths(own: u32, ladder: &[u32]) -> Vec<u32> {
    let mut widths: Vec<u32> = ladder.iter().copied().filter(|width| *width < own).collect();
    if widths.len() < ladder.len() {
        widths.push(own);
    }
    widths
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
            assert_eq!(widths(own, COVER_WIDTHS), made);
        }
        assert_eq!(widths(1_000, TEXT_WIDTHS), [320, 640, 960, 1_000]);
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
    fn what_is_transparent_becomes_white() {
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
    fn what_is_no_picture_is_refused() {
        for bytes in [&b""[..], b"<html>", b"GIF89a\x01\x00\x01\x00"] {
            assert!(matches!(Picture::decode(bytes), Err(CoverFault::Format)));
        }
        let mut jpeg = plain(300, 450, [9, 99, 199]).encode(300, CoverFormat::Jpeg).unwrap();
        jpeg.truncate(40);
        assert!(matches!(Picture::decode(&jpeg), Err(CoverFault::Picture(_))));
    }
}
