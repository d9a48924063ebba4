//! One index, of books or of pages: its files, its reader, and its writer.

use std::path::Path;

use tantivy::directory::MmapDirectory;
use tantivy::{
    Index, IndexReader, IndexSettings, IndexWriter, ReloadPolicy, Searcher, TantivyDocument, TantivyError,
    Term,
};

use crate::schema::Fields;

/// Memory of a writer for single changes, in bytes.
const CHANGE_MEMORY: usize = 20_000_000;
/// Memory of a writer that fills a whole index, in bytes.
const FILL_MEMORY: usize = 100_000_000;

/// Bytes. Only ids are stored of a document; small blocks let a search unpack few of them.
const STORE_BLOCK: usize = 1_024;

pub(crate) struct Part {
    pub(crate) fields: Fields,
    index: Index,
    reader: IndexReader,
}

impl Part {
    /// A new, empty index in an existing folder, or in memory.
    pub(crate) fn create(fields: Fields, folder: Option<&Path>) -> tantivy::Result<Self> {
        let settings = IndexSettings {
            docstore_blocksize: STORE_BLOCK,
            docstore_compress_dedicated_thread: false,
            ..IndexSettings::default()
        };
        let builder = Index::builder().schema(fields.schema.clone()).settings(settings);
        let index = match folder {
            Some(folder) => builder.create_in_dir(folder)?,
            None => builder.create_in_ram()?,
        };
        Self::with_index(fields, index)
    }

    /// The index in a folder. Fails if it has other fields, or if any of its files is damaged or missing.
    pub(crate) fn open(fields: Fields, folder: &Path) -> tantivy::Result<Self> {
        let index = Index::open(MmapDirectory::open(folder)?)?;
        if index.schema() != fields.schema {
            return Err(TantivyError::SchemaError("the fields have changed".to_owned()));
        }
        let damaged = index.validate_checksum()?;
        if !damaged.is_empty() {
            return Err(TantivyError::SystemError(format!("damaged files: {damaged:?}")));
        }
        Self::with_index(fields, index)
    }

    fn with_index(fields: Fields, index: Index) -> tantivy::Result<Self> {
        let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into()?;
        Ok(Self { fields, index, reader })
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
        documents: impl Iterator<Item = TantivyDocument>,
        applied_seq: u64,
    ) -> tantivy::Result<()> {
        let mut writer = self.index.writer_with_num_threads(1, FILL_MEMORY)?;
        for document in documents {
            writer.add_document(document)?;
        }
        commit(&mut writer, Some(applied_seq))?;
        writer.wait_merging_threads()?;
        self.reader.reload()
    }
}

/// The writer of a [`Part`], opened at the first change.
#[derive(Default)]
pub(crate) struct PartWriter(Option<IndexWriter>);

impl PartWriter {
    /// Removes the documents of `removed` and adds `added` in one step.
    ///
    /// `applied_seq` replaces the stored position; without it the stored one stays.
    pub(crate) fn change<'a>(
        &mut self,
        part: &Part,
        removed: impl Iterator<Item = &'a str>,
        added: impl Iterator<Item = TantivyDocument>,
        applied_seq: Option<u64>,
    ) -> tantivy::Result<()> {
        // Taken out, so that an error drops the writer with all uncommitted changes.
        let mut writer = match self.0.take() {
            Some(writer) => writer,
            None => part.index.writer_with_num_threads(1, CHANGE_MEMORY)?,
        };
        for id in removed {
            writer.delete_term(Term::from_field_text(part.fields.id, id));
        }
        for document in added {
            writer.add_document(document)?;
        }
        let applied_seq = applied_seq.map_or_else(|| part.applied_seq(), |seq| Ok(Some(seq)))?;
        commit(&mut writer, applied_seq)?;
        self.0 = Some(writer);
        part.reader.reload()
    }

    /// Waits for the background merges of the files to end.
    pub(crate) fn close(self) -> tantivy::Result<()> {
        self.0.map_or(Ok(()), IndexWriter::wait_merging_threads)
    }
}

fn commit(writer: &mut IndexWriter, applied_seq: Option<u64>) -> tantivy::Result<()> {
    let mut commit = writer.prepare_commit()?;
    if let Some(seq) = applied_seq {
        commit.set_payload(&seq.to_string());
    }
    commit.commit().map(drop)
}
