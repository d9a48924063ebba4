//! The object store behind `media_url`: a local folder, or any S3-compatible store.
//!
//! The key of an object is the digest of its content, so an object never changes and can be stored twice without harm.

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

use super::{file_chunks::FileChunks, tickets::Tickets};
use crate::{
    config::Config,
    error::{ApiError, Code},
};

/// S3 refuses parts under 5 MiB.
const UPLOAD_PART: usize = 8 << 20;

/// How long the readiness check waits for the object store.
const READY_TIMEOUT: Duration = Duration::from_secs(3);

#[derive(Debug, Error)]
pub enum MediaError {
    #[error("media_url cannot be used: {0}")]
    Url(String),
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

/// The object store, and the tickets to its objects.
pub struct Media {
    store: Arc<dyn ObjectStore>,
    /// The folder, if the store is one.
    folder: Option<(PathBuf, Arc<LocalFileSystem>)>,
    chunks: FileChunks,
    pub tickets: Tickets,
}

impl Media {
    /// `secret` signs the tickets.
    pub fn open(config: &Config, secret: &[u8]) -> Result<Self, MediaError> {
        let (store, folder) = if config.media_url.starts_with("s3://") {
            (open_s3(config)?, None)
        } else {
            let (store, folder) = open_local(config)?;
            (store.clone() as Arc<dyn ObjectStore>, Some((folder, store)))
        };
        Ok(Self { store, folder, chunks: FileChunks::default(), tickets: Tickets::new(secret) })
    }

    /// Returns whether the object store responds.
    pub async fn is_reachable(&self) -> bool {
        // A missing folder is listed like an empty one.
        if self.folder.as_ref().is_some_and(|(folder, _)| !folder.is_dir()) {
            return false;
        }
        let first = async { self.store.list(None).next().await };
        matches!(tokio::time::timeout(READY_TIMEOUT, first).await, Ok(None | Some(Ok(_))))
    }

    /// Returns the bytes of a range. It must be within the object and no longer than `CHUNK_BYTES`.
    pub async fn get_range(&self, key: &str, range: Range<u64>) -> Result<Bytes, MediaError> {
        if let Some((_, folder)) = &self.folder {
            let file = folder.path_to_filesystem(&Path::from(key))?;
            return Ok(self.chunks.read(file, range).await?);
        }
        Ok(self.store.get_range(&Path::from(key), range).await?)
    }

    /// Returns a small object and the time at which it was stored, `None` when it is missing.
    pub async fn get(&self, key: &str) -> Result<Option<(Bytes, time::OffsetDateTime)>, MediaError> {
        let found = match self.store.get(&Path::from(key)).await {
            Ok(found) => found,
            Err(object_store::Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let stored_at = time::OffsetDateTime::from_unix_timestamp(found.meta.last_modified.timestamp())
            .unwrap_or(time::OffsetDateTime::UNIX_EPOCH);
        Ok(Some((found.bytes().await?, stored_at)))
    }

    /// Returns the size of an object in bytes, `None` when it is missing.
    pub async fn size(&self, key: &str) -> Result<Option<u64>, MediaError> {
        match self.store.head(&Path::from(key)).await {
            Ok(meta) => Ok(Some(meta.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Stores a small object. It appears whole or not at all.
    pub async fn put(&self, key: &str, bytes: impl Into<Bytes>) -> Result<(), MediaError> {
        self.store.put(&Path::from(key), bytes.into().into()).await?;
        Ok(())
    }

    /// Stores a file, unless the key has an object of the same size. It appears whole or not at all.
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
            let (returned, part) = tokio::task::spawn_blocking(move || {
                let mut part = Vec::with_capacity(UPLOAD_PART);
                let read = source.by_ref().take(UPLOAD_PART as u64).read_to_end(&mut part);
                (source, read.map(|_| part))
            })
            .await
            .map_err(std::io::Error::other)?;
            source = returned;
            let part = part?;
            if part.is_empty() {
                break;
            }
            writer.put(part.into());
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
    // An object that a committed transaction refers to survives a power cut.
    Ok((Arc::new(store.with_fsync(true)), folder))
}

fn open_s3(config: &Config) -> Result<Arc<dyn ObjectStore>, MediaError> {
    let unfit = |error: &dyn std::fmt::Display| MediaError::Url(error.to_string());
    let url = Url::parse(&config.media_url).map_err(|error| unfit(&error))?;
    let bucket = url.host_str().ok_or_else(|| MediaError::Url("it names no bucket".to_owned()))?;
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
