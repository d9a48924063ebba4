//! Folders of books for the importer, made of the sound files of the tests.

use std::path::{Path, PathBuf};

/// The sound files of the tests.
pub fn sound(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/audio").join(name)
}

/// A folder that becomes a book.
pub struct BookFolder(PathBuf);

impl BookFolder {
    /// With a manifest of a title and a price, and nothing else yet.
    pub fn new(root: &Path, name: &str) -> Self {
        let folder = Self(root.join(name));
        std::fs::create_dir_all(&folder.0).unwrap();
        folder.manifest(&format!("title = \"{name}\"\nprice = \"9.90\"\n"))
    }

    /// With sound, a sample and a small cover.
    pub fn whole(root: &Path, name: &str) -> Self {
        Self::new(root, name)
            .copy("mpeg25-8khz.mp3", "01.mp3")
            .copy("tavaline-cbr.mp3", "02.mp3")
            .copy("mpeg25-8khz.mp3", "sample.mp3")
            .copy("vale-laiend-tegelikult-jpeg.mp3", "cover.jpg")
    }

    pub fn manifest(self, text: &str) -> Self {
        self.write("book.toml", text.as_bytes())
    }

    pub fn copy(self, from: &str, to: &str) -> Self {
        std::fs::copy(sound(from), self.0.join(to)).unwrap();
        self
    }

    pub fn write(self, name: &str, bytes: &[u8]) -> Self {
        std::fs::write(self.0.join(name), bytes).unwrap();
        self
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}
