//! The folder of the index: several generations, one of them current.
//!
//! ```text
//! lock       locked by the process that has the index open
//! current    "<format> <generation>", replaced in one step
//! 7          the index of generation 7
//! ```

use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tracing::warn;

use crate::error::SearchError;
use crate::generation::Generation;

/// Raised with every change of the analysis or the fields; an index of another format is rebuilt.
const FORMAT: u32 = 2;

const LOCK: &str = "lock";
const CURRENT: &str = "current";

pub(crate) struct Store {
    root: PathBuf,
    /// The system unlocks it when the process ends, even by a crash.
    _lock: File,
}

impl Store {
    /// Makes the folder if there is none, and locks it.
    pub(crate) fn open(root: &Path) -> Result<Self, SearchError> {
        let folder_error = |source| SearchError::Folder(root.to_owned(), source);
        fs::create_dir_all(root).map_err(folder_error)?;
        let lock = File::create(root.join(LOCK)).map_err(folder_error)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => SearchError::Locked(root.to_owned()),
            TryLockError::Error(source) => folder_error(source),
        })?;
        Ok(Self { root: root.to_owned(), _lock: lock })
    }

    /// Returns the last current generation, or a new and empty one if that is damaged or of another format.
    pub(crate) fn current(&self) -> Result<Generation, SearchError> {
        let number = read_current(&self.root);
        if let Some(number) = number {
            match Generation::open(number, &self.folder(number)) {
                Ok(generation) => {
                    self.remove_all_but(Some(number));
                    return Ok(generation);
                }
                Err(error) => {
                    warn!(%error, generation = number, "the search index is unusable and is rebuilt");
                }
            }
        }
        self.remove_all_but(None);
        let generation = self.create(number.map_or(0, |number| number + 1))?;
        self.publish(&generation)?;
        Ok(generation)
    }

    /// Creates an empty generation in addition to the current one. Removes the files of an earlier attempt first.
    pub(crate) fn create(&self, number: u64) -> Result<Generation, SearchError> {
        let folder = self.folder(number);
        if folder.exists() {
            remove(&folder);
        }
        fs::create_dir(&folder).map_err(|source| SearchError::Folder(folder.clone(), source))?;
        Generation::create(number, &folder).map_err(SearchError::index)
    }

    /// Makes a generation the one that is opened after a restart.
    pub(crate) fn publish(&self, generation: &Generation) -> Result<(), SearchError> {
        write_current(&self.root, generation.number)
            .map_err(|source| SearchError::Folder(self.root.clone(), source))
    }

    /// Removes the files of a generation. Searches that still read it continue.
    pub(crate) fn discard(&self, generation: &Generation) {
        remove(&self.folder(generation.number));
    }

    /// Removes the files of a process that ended during a rebuild.
    fn remove_all_but(&self, number: Option<u64>) {
        let Ok(entries) = fs::read_dir(&self.root) else { return };
        for entry in entries.flatten() {
            let generation = entry.file_name().to_str().and_then(|name| name.parse::<u64>().ok());
            if generation.is_some() && generation != number {
                remove(&entry.path());
            }
        }
    }

    fn folder(&self, number: u64) -> PathBuf {
        self.root.join(number.to_string())
    }
}

fn remove(folder: &Path) {
    if let Err(error) = fs::remove_dir_all(folder) {
        warn!(%error, folder = %folder.display(), "an old search index cannot be removed");
    }
}

/// `None` also for another format.
fn read_current(root: &Path) -> Option<u64> {
    let text = fs::read_to_string(root.join(CURRENT)).ok()?;
    let (format, number) = text.trim_end().split_once(' ')?;
    (format.parse() == Ok(FORMAT)).then(|| number.parse().ok())?
}

fn write_current(root: &Path, number: u64) -> io::Result<()> {
    let new = root.join("current.new");
    let mut file = File::create(&new)?;
    writeln!(file, "{FORMAT} {number}")?;
    file.sync_all()?;
    fs::rename(new, root.join(CURRENT))?;
    File::open(root)?.sync_all()
}
