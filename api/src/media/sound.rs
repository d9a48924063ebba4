//! Measures sound files by their packets; headers and names are not trusted.
//!
//! All of it blocks: call it off the async threads.

use std::{fs::File, path::Path};

use lofty::{
    file::TaggedFileExt,
    tag::{Accessor as _, Tag},
};
use symphonia::core::{
    codecs::{CodecParameters, audio::well_known as codec},
    errors::Error as SoundError,
    formats::{FormatOptions, FormatReader, Track, TrackType, probe::Hint, well_known as format},
    io::{MediaSourceStream, MediaSourceStreamOptions},
    meta::{ChapterGroup, ChapterGroupItem, MetadataOptions, StandardTag},
};
use thiserror::Error;

use super::mp4;

/// Why a file is refused.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SoundFault {
    #[error("is empty")]
    Empty,
    #[error("is not a sound file: {0}")]
    NotSound(String),
    #[error("is protected (DRM)")]
    Protected,
    #[error("contains video")]
    Video,
    #[error("is {0}, which not every browser plays: convert it to MP3, AAC (M4A, M4B) or Opus")]
    Unplayable(String),
    #[error("contains no sound")]
    Silent,
    #[error("cannot be read: {0}")]
    Unreadable(String),
}

/// A named place in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    pub start_ms: i64,
    /// Empty when the file gives no title.
    pub title: String,
}

/// A measured sound file.
#[derive(Clone, Debug)]
pub struct Sound {
    pub content_type: &'static str,
    pub duration_ms: i64,
    /// Chapters inside the file, by time.
    pub marks: Vec<Mark>,
    pub title: Option<String>,
    /// Disc and track of the tags.
    pub place: Option<(u32, u32)>,
    /// The image in the tags.
    pub picture: Option<Vec<u8>>,
    /// Faults that do not prevent it from playing.
    pub warnings: Vec<String>,
}

const MAX_MARKS: usize = 5_000;
const MAX_TITLE_LENGTH: usize = 300;
/// A file is truncated when its header promises more than this percentage of its measured length.
const PROMISED_PERCENT: u64 = 102;

/// Measures a file.
pub fn probe(path: &Path) -> Result<Sound, SoundFault> {
    let unreadable = |error: &dyn std::fmt::Display| SoundFault::Unreadable(error.to_string());
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    if file.metadata().map_err(|error| unreadable(&error))?.len() == 0 {
        return Err(SoundFault::Empty);
    }
    let tracks = mp4::tracks(path).map_err(|error| unreadable(&error))?;
    if tracks.iter().any(|track| track.is_protected()) {
        return Err(SoundFault::Protected);
    }
    if tracks.iter().any(|track| track.is_video()) {
        return Err(SoundFault::Video);
    }
    let stream = MediaSourceStream::new(Box::new(file), MediaSourceStreamOptions::default());
    let mut reader = symphonia::default::get_probe()
        .probe(&Hint::new(), stream, FormatOptions::default(), MetadataOptions::default())
        .map_err(|error| SoundFault::NotSound(error.to_string()))?;
    if reader.first_track(TrackType::Video).is_some() {
        return Err(SoundFault::Video);
    }
    let track = reader.first_track(TrackType::Audio).cloned().ok_or(SoundFault::Silent)?;
    let content_type = content_type(reader.as_ref(), &track)?;
    let in_mp4 = content_type == "audio/mp4";
    let mut marks =
        if in_mp4 { mp4_marks(path) } else { reader.chapters().map(marks_of).unwrap_or_default() };
    let mut warnings = Vec::new();
    let duration_ms = measure(reader.as_mut(), &track, &mut warnings)?;
    tidy(&mut marks, duration_ms);
    let tags =
        lofty::probe::Probe::open(path).ok().and_then(|probe| probe.guess_file_type().ok()?.read().ok());
    let tag = tags.as_ref().and_then(|file| file.primary_tag().or_else(|| file.first_tag()));
    Ok(Sound {
        content_type,
        duration_ms,
        marks,
        title: tag.and_then(Tag::title).map(|title| clean_title(&title)).filter(|title| !title.is_empty()),
        place: tag.and_then(|tag| Some((tag.disk().unwrap_or(1), tag.track()?))),
        picture: tags
            .iter()
            .flat_map(TaggedFileExt::tags)
            .find_map(|tag| tag.pictures().first())
            .map(|picture| picture.data().to_vec()),
        warnings,
    })
}

/// Returns the media type. Formats that not every browser plays are refused.
fn content_type(reader: &dyn FormatReader, track: &Track) -> Result<&'static str, SoundFault> {
    let Some(CodecParameters::Audio(sound)) = &track.codec_params else { return Err(SoundFault::Silent) };
    let plain = [
        codec::CODEC_ID_PCM_U8,
        codec::CODEC_ID_PCM_S16LE,
        codec::CODEC_ID_PCM_S24LE,
        codec::CODEC_ID_PCM_S32LE,
        codec::CODEC_ID_PCM_F32LE,
    ];
    match (reader.format_info().format, sound.codec) {
        (format::FORMAT_ID_MP3, codec::CODEC_ID_MP3) => Ok("audio/mpeg"),
        (format::FORMAT_ID_ISOMP4, codec::CODEC_ID_AAC) => Ok("audio/mp4"),
        (format::FORMAT_ID_ADTS, codec::CODEC_ID_AAC) => Ok("audio/aac"),
        (format::FORMAT_ID_OGG, codec::CODEC_ID_OPUS | codec::CODEC_ID_VORBIS) => Ok("audio/ogg"),
        (format::FORMAT_ID_FLAC, codec::CODEC_ID_FLAC) => Ok("audio/flac"),
        (format::FORMAT_ID_WAVE, sound) if plain.contains(&sound) => Ok("audio/wav"),
        (_, sound) => {
            let name = symphonia::default::get_codecs()
                .get_audio_decoder(sound)
                .map_or("of an unknown coding", |decoder| decoder.codec.info.short_name);
            Err(SoundFault::Unplayable(format!("{name} in {}", reader.format_info().short_name)))
        }
    }
}

/// Adds up the packets. Returns milliseconds.
fn measure(
    reader: &mut dyn FormatReader,
    track: &Track,
    warnings: &mut Vec<String>,
) -> Result<i64, SoundFault> {
    let mut units = 0_u64;
    let damage = loop {
        match reader.next_packet() {
            Ok(Some(packet)) if packet.track_id == track.id => units = units.saturating_add(packet.dur.get()),
            Ok(Some(_)) => {}
            Ok(None) => break None,
            // A stream of unknown length simply ends.
            Err(SoundError::IoError(error)) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
                break None;
            }
            Err(error) => break Some(error),
        }
    };
    let base = track.time_base.ok_or(SoundFault::Silent)?;
    let millis = u128::from(units) * 1_000 * u128::from(base.numer.get()) / u128::from(base.denom.get());
    let millis = i64::try_from(millis).ok().filter(|millis| *millis > 0).ok_or(SoundFault::Silent)?;
    if let Some(error) = damage {
        warnings.push(format!("is damaged after {}: {error}", clock_time(millis)));
    } else if let Some(promised) = promised(track)
        && promised > units.saturating_mul(PROMISED_PERCENT) / 100
    {
        warnings.push(format!("ends early: its header promises more than the {} in it", clock_time(millis)));
    }
    Ok(millis)
}

/// Returns the length that the header promises. Without an encoder's header that of an MP3 is a guess, so it is
/// ignored.
fn promised(track: &Track) -> Option<u64> {
    let is_mp3 = matches!(&track.codec_params, Some(CodecParameters::Audio(sound)) if sound.codec == codec::CODEC_ID_MP3);
    if is_mp3 && track.delay.is_none() { None } else { track.num_frames }
}

/// `1:02:03`.
fn clock_time(millis: i64) -> String {
    let seconds = millis / 1_000;
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

/// Chapters of an MP4: the `QuickTime` track, or the Nero list.
fn mp4_marks(path: &Path) -> Vec<Mark> {
    let config = mp4ameta::ReadConfig {
        read_meta_items: false,
        read_image_data: false,
        read_audio_info: false,
        ..mp4ameta::ReadConfig::DEFAULT
    };
    let Ok(tag) = mp4ameta::Tag::read_with_path(path, &config) else { return Vec::new() };
    let chapters = if tag.chapter_track().is_empty() { tag.chapter_list() } else { tag.chapter_track() };
    chapters
        .iter()
        .map(|chapter| Mark {
            start_ms: i64::try_from(chapter.start.as_millis()).unwrap_or(i64::MAX),
            title: clean_title(&chapter.title),
        })
        .collect()
}

/// Chapters of ID3 and Vorbis comments; groups are flattened.
fn marks_of(group: &ChapterGroup) -> Vec<Mark> {
    group
        .items
        .iter()
        .flat_map(|item| match item {
            ChapterGroupItem::Group(inner) => marks_of(inner),
            ChapterGroupItem::Chapter(chapter) => {
                let title = chapter.tags.iter().find_map(|tag| match &tag.std {
                    Some(StandardTag::ChapterTitle(title)) => Some(clean_title(title)),
                    _ => None,
                });
                let start_ms = i64::try_from(chapter.start_time.as_millis()).unwrap_or(i64::MAX);
                vec![Mark { start_ms, title: title.unwrap_or_default() }]
            }
        })
        .collect()
}

/// Sorts by time, removes repeats and marks outside the sound, and moves the first mark to the beginning.
fn tidy(marks: &mut Vec<Mark>, duration_ms: i64) {
    marks.retain(|mark| (0..duration_ms).contains(&mark.start_ms));
    marks.sort_by_key(|mark| mark.start_ms);
    marks.dedup_by_key(|mark| mark.start_ms);
    marks.truncate(MAX_MARKS);
    if let Some(first) = marks.first_mut() {
        first.start_ms = 0;
    }
}

fn clean_title(title: &str) -> String {
    let printable: String = title.chars().filter(|char| !char.is_control()).take(MAX_TITLE_LENGTH).collect();
    printable.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use serde_json::Value;

    use super::*;

    fn folder() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data/audio")
    }

    fn expected() -> serde_json::Map<String, Value> {
        let text = std::fs::read_to_string(folder().join("expected.json")).unwrap();
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    #[expect(clippy::cast_precision_loss, reason = "they are short")]
    fn awkward_files_are_measured_or_refused() {
        let seconds = |millis: i64| millis as f64 / 1_000.0;
        for (name, wanted) in expected() {
            let found = probe(&folder().join(&name));
            if wanted["accept"] == false {
                assert!(found.is_err(), "{name}: {found:?}");
                continue;
            }
            let found = found.unwrap_or_else(|fault| panic!("{name}: {fault}"));
            let duration = wanted["duration"].as_f64().unwrap();
            let tolerance = wanted["tolerance"].as_f64().unwrap_or(0.15);
            assert!((seconds(found.duration_ms) - duration).abs() <= tolerance, "{name}: {found:?}");
            assert_eq!(!found.warnings.is_empty(), wanted["accept"] == "hoiatusega", "{name}: {found:?}");
            let chapters = wanted["chapters"].as_array().map(Vec::as_slice).unwrap_or_default();
            assert_eq!(found.marks.len(), chapters.len(), "{name}: {found:?}");
            for (mark, chapter) in found.marks.iter().zip(chapters) {
                assert!((seconds(mark.start_ms) - chapter["start"].as_f64().unwrap()).abs() < 0.05, "{name}");
                assert_eq!(mark.title, chapter["title"], "{name}");
            }
            if let Some(bytes) = wanted["cover"]["bytes"].as_u64() {
                assert_eq!(found.picture.map(|picture| picture.len() as u64), Some(bytes), "{name}");
            }
            if let Some(title) = wanted["tags"]["title"].as_str() {
                assert_eq!(found.title.as_deref(), Some(title), "{name}");
            }
        }
    }

    #[test]
    fn the_type_is_that_of_the_sound_not_of_the_name() {
        for (name, kind) in [
            ("tavaline-cbr.mp3", "audio/mpeg"),
            ("vale-laiend-tegelikult-m4a.mp3", "audio/mp4"),
            ("adts-toores.aac", "audio/aac"),
            ("peatykk.opus", "audio/ogg"),
            ("kestus-teadmata.flac", "audio/flac"),
            ("voog-suurus-teadmata.wav", "audio/wav"),
        ] {
            assert_eq!(probe(&folder().join(name)).unwrap().content_type, kind, "{name}");
        }
    }

    #[test]
    fn refusals_say_why() {
        let why = |name: &str| probe(&folder().join(name)).unwrap_err();
        assert_eq!(why("null.mp3"), SoundFault::Empty);
        assert_eq!(why("drm-lukus.m4b"), SoundFault::Protected);
        assert_eq!(why("video.mp4"), SoundFault::Video);
        assert!(matches!(why("vale-laiend-tegelikult-jpeg.mp3"), SoundFault::NotSound(_)));
        assert!(matches!(why("poolik-moov-kadunud.m4a"), SoundFault::NotSound(_)));
    }
}
