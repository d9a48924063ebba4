//! The object store behind `media_url`: a local folder, or any S3-compatible store.
//!
//! Objects are named by the digest of what they hold, so they never change and may be put again at no harm.

use std::{
    io::Read as _,
    ops::Range,
    path::{Path as FilePath, PathBuf},
    sync::Arc,
    time::Duration,
};

use bytes::Bytes;
use futures::StreamExt as _;
use object_store::{
    ClientOptions, ObjectStore, ObjectStoreExt as _, RetryConfig, WriteMultipart, aws::AmazonS3Builder,
    local::LocalFileSystem, path::Path, prefix::PrefixStore,
};
use thiserror::Error;
use url::Url;

use super::{pieces::Pieces, tickets::Tickets};
use crate::{
    config::Config,
    error::{ApiError, Code},
};

/// Pieces that large files are moved in.
pub const PIECE: usize = 1 << 20;

/// S3 refuses parts under 5 MiB.
const UPLOAD_PART: usize = 8 << 20;

/// How long the store may take to answer the question of readiness.
const PATIENCE: Duration = Duration::from_secs(3);

#[derive(Debug, Error)]
pub enum MediaError {
    #[error("media_url cannot be used: {0}")]
    Url(String),
    #[error("the secret in the data folder cannot be used: {0}")]
    Secret(std::io::Error),
    #[error("the object store failed: {0}")]
    Store(#[from] object_store::Error),
    #[error("a file cannot be read: {0}")]
    File(#[from] std::io::Error),
}

impl From<MediaError> for ApiError {
    fn from(error: MediaError) -> Self {
        Self::new(Code::Unavailable, "The media cannot be reached.").caused_by(error)
    }
}

/// The object store and the tickets to what it holds.
pub struct Media {
    store: Arc<dyn ObjectStore>,
    /// The folder, when the store is one.
    folder: Option<(PathBuf, Arc<LocalFileSystem>)>,
    pieces: Pieces,
    pub tickets: Tickets,
}

impl Media {
    pub fn open(config: &Config) -> Result<Self, MediaError> {
        let (store, folder) = if config.media_url.starts_with("s3://") {
            (open_s3(config)?, None)
        } else {
            let (store, folder) = open_local(config)?;
            (store.clone() as Arc<dyn ObjectStore>, Some((folder, store)))
        };
        let pieces = Pieces::default();
        Ok(Self { store, folder, pieces, tickets: Tickets::open(config).map_err(MediaError::Secret)? })
    }

    /// Whether the object store answers.
    pub async fn reachable(&self) -> bool {
        // A folder that is away lists as an empty one.
        if self.folder.as_ref().is_some_and(|(folder, _)| !folder.is_dir()) {
            return false;
        }
        let first = async { self.store.list(None).next().await };
        matches!(tokio::time::timeout(PATIENCE, first).await, Ok(None | Some(Ok(_))))
    }

    /// The bytes of a range that lies within the object and is no longer than a [`PIECE`].
    pub async fn get_range(&self, key: &str, range: Range<u64>) -> Result<Bytes, MediaError> {
        if let Some((_, folder)) = &self.folder {
            let file = folder.path_to_filesystem(&Path::from(key))?;
            return Ok(self.pieces.read(file, range).await?);
        }
        Ok(self.store.get_range(&Path::from(key), range).await?)
    }

    /// The whole of a small object and when it was put, `None` when it is not there.
    pub async fn get(&self, key: &str) -> Result<Option<(Bytes, time::OffsetDateTime)>, MediaError> {
        let found = match self.store.get(&Path::from(key)).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let put_at = time::OffsetDateTime::from_unix_timestamp(found.meta.last_modified.timestamp())
            .unwrap_or(time::OffsetDateTime::UNIX_EPOCH);
        Ok(Some((found.bytes().await?, put_at)))
    }

    /// Bytes of the object, `None` when it is not there.
    pub async fn size(&self, key: &str) -> Result<Option<u64>, MediaError> {
        match self.store.head(&Path::from(key)).await {
            Ok(meta) => Ok(Some(meta.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Puts a small object; it appears whole or not at all.
    pub async fn put(&self, key: &str, bytes: impl Into<Bytes>) -> Result<(), MediaError> {
        self.store.put(&Path::from(key), bytes.into().into()).await?;
        Ok(())
    }

    /// Puts a file, unless an object of its size has the key already. It appears whole or not at all.
    pub async fn put_file(&self, key: &str, file: &FilePath) -> Result<(), MediaError> {
        let bytes = tokio::fs::metadata(file).await?.len();
        if self.size(key).await? == Some(bytes) {
            return Ok(());
        }
        let mut source = std::fs::File::open(file)?;
        let upload = self.store.put_multipart(&Path::from(key)).await?;
        let mut writer = WriteMultipart::new_with_chunk_size(upload, UPLOAD_PART);
        loop {
            writer.wait_for_capacity(2).await?;
            let (returned, piece) = tokio::task::spawn_blocking(move || {
                let mut piece = Vec::with_capacity(UPLOAD_PART);
                let read = source.by_ref().take(UPLOAD_PART as u64).read_to_end(&mut piece);
                (source, read.map(|_| piece))
            })
            .await
            .map_err(std::io::Error::other)?;
            source = returned;
            let piece = piece?;
            if piece.is_empty() {
                break;
            }
            writer.put(piece.into());
        }
        writer.finish().await?;
        Ok(())
    }
}

fn open_local(config: &Config) -> Result<(Arc<LocalFileSystem>, PathBuf), MediaError> {
    let folder: PathBuf = if config.media_url.is_empty() {
        config.data_dir.join("media")
    } else {
        config.media_url.strip_prefix("file://").unwrap_or(&config.media_url).into()
    };
    let unfit =
        |error: &dyn std::fmt::Display| MediaError::Url(format!("the folder {}: {error}", folder.display()));
    std::fs::create_dir_all(&folder).map_err(|error| unfit(&error))?;
    let store = LocalFileSystem::new_with_prefix(&folder).map_err(|error| unfit(&error))?;
    // What a committed transaction points to survives a power cut.
    Ok((Arc::new(store.with_fsync(true)), folder))
}

fn open_s3(config: &Config) -> Result<Arc<dyn ObjectStore>, MediaError> {
    let unfit = |error: &dyn std::fmt::Display| MediaError::Url(error.to_string());
    let url = Url::parse(&config.media_url).map_err(|error| unfit(&error))?;
    let bucket = url.host_str().ok_or_else(|| MediaError::Url("there is no bucket in it".to_owned()))?;
    let settings = &config.s3;
    let plain = settings.endpoint.starts_with("http://");
    let options = ClientOptions::new()
        .with_allow_http(plain)
        .with_connect_timeout(Duration::from_secs(5))
        .with_timeout(Duration::from_mins(1));
    let retry =
        RetryConfig { max_retries: 3, retry_timeout: Duration::from_secs(20), ..RetryConfig::default() };
    let mut builder =
        AmazonS3Builder::from_env().with_bucket_name(bucket).with_client_options(options).with_retry(retry);
    if !settings.endpoint.is_empty() {
        builder = builder.with_endpoint(&settings.endpoint);
    }
    if !settings.region.is_empty() {
        builder = builder.with_region(&settings.region);
    }
    if !settings.access_key_id.is_empty() {
        builder = builder
            .with_access_key_id(&settings.access_key_id)
            .with_secret_access_key(settings.secret_access_key.expose());
    }
    let store = builder.build().map_err(|error| unfit(&error))?;
    let prefix = url.path().trim_matches('/');
    Ok(if prefix.is_empty() {
        Arc::new(store)
    } else {
        Arc::new(PrefixStore::new(store, Path::from(prefix)))
    })
}
