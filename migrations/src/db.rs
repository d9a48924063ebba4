//! The connection pools and the transactions of both databases.

use std::{str::FromStr, sync::Arc, time::Duration};

use sqlx::{
    Connection as _, PgPool, Postgres, Sqlite, SqlitePool, Transaction,
    migrate::Migrator,
    postgres::{PgListener, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use tokio::sync::Notify;

use crate::DbResult;

static MIGRATOR: Migrator = sqlx::migrate!("./sql");

/// An open database with the newest schema. Cheap to clone.
#[derive(Clone)]
pub struct Db {
    pub(crate) pools: Pools,
    signal: Arc<Notify>,
    work: Arc<Notify>,
}

#[derive(Clone)]
pub(crate) enum Pools {
    // One writer, so that SQLite never returns "database is locked". Readers never wait for it (WAL).
    Sqlite { read: SqlitePool, write: SqlitePool },
    Postgres(PgPool),
}

/// A transaction. Dropped without [`Tx::commit`] it rolls back.
///
/// Run all queries through it while it is open: on SQLite a second [`Db::write`] waits for the first to end.
pub struct Tx {
    pub(crate) kind: TxKind,
    pub(crate) changed: bool,
    signal: Arc<Notify>,
    enqueued: bool,
    work: Arc<Notify>,
}

pub(crate) enum TxKind {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Db {
    /// Opens `sqlite://PATH` or `postgres://…` and runs the missing migrations.
    ///
    /// A missing SQLite file is created. `connections` limits the PostgreSQL pool.
    pub async fn open(url: &str, connections: u32) -> DbResult<Self> {
        let pools = if url.starts_with("sqlite:") {
            open_sqlite(url).await?
        } else {
            let pool = PgPoolOptions::new()
                .max_connections(connections)
                .acquire_timeout(Duration::from_secs(5))
                .connect(url)
                .await?;
            MIGRATOR.run(&pool).await?;
            Pools::Postgres(pool)
        };
        Ok(Self { pools, signal: Arc::new(Notify::new()), work: Arc::new(Notify::new()) })
    }

    /// Begins a transaction that only reads.
    pub async fn read(&self) -> DbResult<Tx> {
        let kind = match &self.pools {
            Pools::Sqlite { read, .. } => TxKind::Sqlite(read.begin().await?),
            Pools::Postgres(pool) => TxKind::Postgres(pool.begin_with("BEGIN READ ONLY").await?),
        };
        Ok(self.tx(kind))
    }

    /// Begins a transaction that may write. On SQLite it reserves the only writer at once.
    ///
    /// PostgreSQL runs READ COMMITTED: guard each read-then-write by a conditional UPDATE or a unique index.
    pub async fn write(&self) -> DbResult<Tx> {
        let kind = match &self.pools {
            Pools::Sqlite { write, .. } => TxKind::Sqlite(write.begin_with("BEGIN IMMEDIATE").await?),
            Pools::Postgres(pool) => TxKind::Postgres(pool.begin().await?),
        };
        Ok(self.tx(kind))
    }

    fn tx(&self, kind: TxKind) -> Tx {
        Tx { kind, changed: false, signal: self.signal.clone(), enqueued: false, work: self.work.clone() }
    }

    /// Waits until a change may have been appended, here or on another node, or until `at_most` has passed.
    ///
    /// It may also return without a change; the caller must read the feed.
    pub async fn change_signal(&self, listener: &mut Option<PgListener>, at_most: Duration) {
        let wait = async {
            if let Pools::Postgres(pool) = &self.pools {
                if listener.is_none() {
                    *listener = connect_listener(pool).await.ok();
                }
                if let Some(open) = listener {
                    tokio::select! {
                        notification = open.recv() => if notification.is_err() { *listener = None },
                        () = self.signal.notified() => {}
                    }
                    return;
                }
            }
            self.signal.notified().await;
        };
        let _ = tokio::time::timeout(at_most, wait).await;
    }

    /// Waits until this process commits a transaction with [`Tx::has_work`], or until `at_most` has passed.
    pub async fn work_signal(&self, at_most: Duration) {
        let _ = tokio::time::timeout(at_most, self.work.notified()).await;
    }

    /// Closes all connections. SQLite merges its write-ahead log into the file.
    pub async fn close(&self) {
        match &self.pools {
            Pools::Sqlite { read, write } => {
                read.close().await;
                write.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
    }
}

impl Tx {
    /// Commits; after it returns, the writes survive a crash.
    pub async fn commit(self) -> DbResult<()> {
        match self.kind {
            TxKind::Sqlite(tx) => tx.commit().await?,
            TxKind::Postgres(tx) => tx.commit().await?,
        }
        if self.changed {
            self.signal.notify_one();
        }
        if self.enqueued {
            self.work.notify_one();
        }
        Ok(())
    }

    /// The commit wakes the tasks that wait for [`Db::work_signal`].
    pub const fn has_work(&mut self) {
        self.enqueued = true;
    }
}

async fn connect_listener(pool: &PgPool) -> DbResult<PgListener> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.listen("heliriiul_changes").await?;
    Ok(listener)
}

async fn open_sqlite(url: &str) -> DbResult<Pools> {
    let options = SqliteConnectOptions::from_str(url)?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        // FULL: a committed order survives a power cut.
        .synchronous(SqliteSynchronous::Full)
        .busy_timeout(Duration::from_secs(10))
        .foreign_keys(true)
        .optimize_on_close(true, None);
    let write = sqlite_pool()
        .max_connections(1)
        .acquire_timeout(Duration::from_secs(30))
        .connect_with(options.clone())
        .await?;
    MIGRATOR.run(&write).await?;
    let read = sqlite_pool().max_connections(4).connect_with(options.read_only(true)).await?;
    Ok(Pools::Sqlite { read, write })
}

/// Keeps connections for good, but replaces one whose transaction SQLite has rolled back by itself, after a full disk
/// for example: sqlx still counts that transaction, and the connection could begin no other.
fn sqlite_pool() -> SqlitePoolOptions {
    SqlitePoolOptions::new().idle_timeout(None).max_lifetime(None).after_release(|connection, _| {
        Box::pin(async move {
            // Waits for the rollback of a dropped transaction.
            connection.ping().await?;
            Ok(!connection.is_in_transaction())
        })
    })
}
