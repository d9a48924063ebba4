//! One generation of the index: its files, its reader, and its writer.

use std::path::Path;

use tantivy::directory::MmapDirectory;
use tantivy::{Index, IndexReader, IndexSettings, IndexWriter, ReloadPolicy, Searcher, TantivyError, Term};

use crate::document::BookDocument;
use crate::schema::Fields;

/// Memory of a writer for single changes, in bytes.
const CHANGE_MEMORY: usize = 20_000_000;
/// Memory of a writer that fills a whole index, in bytes.
const FILL_MEMORY: usize = 100_000_000;

/// Bytes. Only ids are stored of a document; small blocks let a search unpack few of them.
const STORE_BLOCK: usize = 1_024;

pub(crate) struct Generation {
    pub(crate) number: u64,
    pub(crate) fields: Fields,
    index: Index,
    reader: IndexReader,
}

impl Generation {
    /// A new, empty index in an existing folder.
    pub(crate) fn create(number: u64, folder: &Path) -> tantivy::Result<Self> {
        let fields = Fields::new();
        let settings = IndexSettings {
            docstore_blocksize: STORE_BLOCK,
            docstore_compress_dedicated_thread: false,
            ..IndexSettings::default()
        };
        let builder = Index::builder().schema(fields.schema.clone()).settings(settings);
        Self::with_index(number, fields, builder.create_in_dir(folder)?)
    }

    /// The index in a folder. Fails if it has other fields, or if any of its files is damaged or missing.
    pub(crate) fn open(number: u64, folder: &Path) -> tantivy::Result<Self> {
        let fields = Fields::new();
        let index = Index::open(MmapDirectory::open(folder)?)?;
        if index.schema() != fields.schema {
            return Err(TantivyError::SchemaError("the fields have changed".to_owned()));
        }
        let damaged = index.validate_checksum()?;
        if !damaged.is_empty() {
            return Err(TantivyError::SystemError(format!("damaged files: {damaged:?}")));
        }
        Self::with_index(number, fields, index)
    }

    fn with_index(number: u64, fields: Fields, index: Index) -> tantivy::Result<Self> {
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok(Self { number, fields, index, reader })
    }

    /// A view of the index after the last change; later changes do not alter it.
    pub(crate) fn searcher(&self) -> Searcher {
        self.reader.searcher()
    }

    /// The position in the change feed that was stored with the last change.
    pub(crate) fn applied_seq(&self) -> tantivy::Result<Option<u64>> {
        Ok(self.index.load_metas()?.payload.and_then(|payload| payload.parse().ok()))
    }

    /// Fills a new index in one step. Ids must not repeat.
    pub(crate) fn fill(
        &self,
        books: impl IntoIterator<Item = BookDocument>,
        applied_seq: u64,
    ) -> tantivy::Result<()> {
        let mut writer = self.index.writer_with_num_threads(1, FILL_MEMORY)?;
        for book in books {
            writer.add_document(self.fields.document(&book))?;
        }
        commit(&mut writer, applied_seq)?;
        writer.wait_merging_threads()?;
        self.reader.reload()
    }
}

/// The writer of a [`Generation`], opened at the first change.
#[derive(Default)]
pub(crate) struct Writer(Option<IndexWriter>);

impl Writer {
    /// Adds or replaces `books`, removes the books with the ids of `removed`, and stores the position, in one step.
    pub(crate) fn change(
        &mut self,
        generation: &Generation,
        books: &[BookDocument],
        removed: &[String],
        applied_seq: u64,
    ) -> tantivy::Result<()> {
        // Taken out, so that an error drops the writer with all uncommitted changes.
        let mut writer = match self.0.take() {
            Some(writer) => writer,
            None => generation.index.writer_with_num_threads(1, CHANGE_MEMORY)?,
        };
        for id in removed.iter().chain(books.iter().map(|book| &book.id)) {
            writer.delete_term(Term::from_field_text(generation.fields.id, id));
        }
        for book in books {
            writer.add_document(generation.fields.document(book))?;
        }
        commit(&mut writer, applied_seq)?;
        self.0 = Some(writer);
        generation.reader.reload()
    }

    /// Waits for the background merges of the files to end.
    pub(crate) fn close(self) -> tantivy::Result<()> {
        self.0.map_or(Ok(()), IndexWriter::wait_merging_threads)
    }
}

fn commit(writer: &mut IndexWriter, applied_seq: u64) -> tantivy::Result<()> {
    let mut commit = writer.prepare_commit()?;
    commit.set_payload(&applied_seq.to_string());
    commit.commit().map(drop)
}
