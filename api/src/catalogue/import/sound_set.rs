//! The sound and the cover of a book, stored already, on their way to its rows.

use crate::catalogue::store::{BookRows, ChapterRow, FileRow};

/// All the sound of a book, its sample and its cover. What is `None` the book does not have.
#[derive(Debug, Default)]
pub struct SoundSet {
    pub files: Vec<NewFile>,
    pub chapters: Vec<NewChapter>,
    pub sample: Option<NewFile>,
    pub cover: Option<NewCover>,
}

#[derive(Clone, Debug)]
pub struct NewFile {
    pub name: String,
    pub key: String,
    pub content_type: &'static str,
    pub bytes: i64,
    pub duration_ms: i64,
    pub sha256: String,
}

#[derive(Clone, Debug)]
pub struct NewChapter {
    pub title: String,
    pub file: i64,
    pub start_ms: i64,
    pub end_ms: i64,
}

#[derive(Clone, Debug)]
pub struct NewCover {
    pub hash: String,
    pub hue: i64,
    pub widths: Vec<u32>,
}

impl SoundSet {
    /// Puts it in the place of what the book had.
    pub fn apply(&self, rows: &mut BookRows) {
        let id = rows.book.id;
        rows.files = self
            .files
            .iter()
            .map(|file| FileRow {
                book_id: id,
                name: file.name.clone(),
                object_key: file.key.clone(),
                content_type: file.content_type.to_owned(),
                bytes: file.bytes,
                duration_ms: file.duration_ms,
                sha256: file.sha256.clone(),
            })
            .collect();
        rows.chapters = self
            .chapters
            .iter()
            .map(|chapter| ChapterRow {
                book_id: id,
                title: chapter.title.clone(),
                file_position: chapter.file,
                start_ms: chapter.start_ms,
                end_ms: chapter.end_ms,
            })
            .collect();
        rows.book.duration_ms = Some(self.files.iter().map(|file| file.duration_ms).sum());
        let sample = self.sample.as_ref();
        rows.book.sample_name = sample.map(|file| file.name.clone());
        rows.book.sample_key = sample.map(|file| file.key.clone());
        rows.book.sample_type = sample.map(|file| file.content_type.to_owned());
        rows.book.sample_bytes = sample.map(|file| file.bytes);
        rows.book.sample_duration_ms = sample.map(|file| file.duration_ms);
        let cover = self.cover.as_ref();
        rows.book.cover_hash = cover.map(|cover| cover.hash.clone());
        rows.book.cover_hue = cover.map(|cover| cover.hue);
        rows.book.cover_widths =
            cover.map(|cover| cover.widths.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
    }
}
