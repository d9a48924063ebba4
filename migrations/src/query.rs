//! Queries: one SQL text with a tuple of binds, for both databases.
//!
//! [`Tx`] runs queries in its transaction. [`Db`] runs a single statement.
//!
//! ```no_run
//! # async fn example(tx: &mut heliriiul_db::Tx, id: heliriiul_db::BookId) -> Result<(), heliriiul_db::DbError> {
//! let title: Option<String> = tx.optional_scalar("SELECT title FROM books WHERE id = $1", (id,)).await?;
//! # Ok(()) }
//! ```

use sqlx::{
    Arguments as _, Encode, FromRow, Postgres, Sqlite, Type,
    postgres::{PgArguments, PgRow},
    sqlite::{SqliteArguments, SqliteRow},
};

use crate::{
    DbError, DbResult,
    db::{Db, Pools, Tx, TxKind},
};

/// A value that can be bound to `$1`, `$2`, … on both databases.
pub trait Value<'q>:
    Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres> + Send
{
}

impl<'q, T> Value<'q> for T where
    T: Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres> + Send
{
}

/// A type that a row of both databases can be read into: a derived [`FromRow`] or a tuple.
pub trait Row: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

impl<T> Row for T where T: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin {}

/// A tuple of values in the order of their numbers; `()` for none.
pub trait Binds<'q>: Send {
    #[doc(hidden)]
    fn sqlite(self) -> DbResult<SqliteArguments>;
    #[doc(hidden)]
    fn postgres(self) -> DbResult<PgArguments>;
}

macro_rules! binds {
    ($($name:ident)*) => {
        impl<'q, $($name: Value<'q>),*> Binds<'q> for ($($name,)*) {
            #[expect(non_snake_case, reason = "the type parameters name the values too")]
            fn sqlite(self) -> DbResult<SqliteArguments> {
                let ($($name,)*) = self;
                let mut arguments = SqliteArguments::default();
                $(arguments.add($name).map_err(DbError::Encode)?;)*
                Ok(arguments)
            }

            #[expect(non_snake_case, reason = "the type parameters name the values too")]
            fn postgres(self) -> DbResult<PgArguments> {
                let ($($name,)*) = self;
                let mut arguments = PgArguments::default();
                $(arguments.add($name).map_err(DbError::Encode)?;)*
                Ok(arguments)
            }
        }
    };
}

impl Binds<'_> for () {
    fn sqlite(self) -> DbResult<SqliteArguments> {
        Ok(SqliteArguments::default())
    }

    fn postgres(self) -> DbResult<PgArguments> {
        Ok(PgArguments::default())
    }
}

macro_rules! binds_up_to {
    ($first:ident) => { binds!($first); };
    ($first:ident $($rest:ident)+) => {
        binds!($first $($rest)+);
        binds_up_to!($($rest)+);
    };
}

binds_up_to!(A B C D E F G H I J K L M N O P Q R S T U V W X Y Z);

macro_rules! run {
    ($tx:expr, $query:ident($sql:expr, $binds:expr).$fetch:ident) => {
        match &mut $tx.kind {
            TxKind::Sqlite(tx) => sqlx::$query($sql, $binds.sqlite()?).$fetch(&mut **tx).await,
            TxKind::Postgres(tx) => sqlx::$query($sql, $binds.postgres()?).$fetch(&mut **tx).await,
        }
    };
}

impl Tx {
    /// Runs a statement and returns the number of affected rows.
    pub async fn execute<'q>(&mut self, sql: &'static str, binds: impl Binds<'q>) -> DbResult<u64> {
        Ok(match &mut self.kind {
            TxKind::Sqlite(tx) => {
                sqlx::query_with(sql, binds.sqlite()?).execute(&mut **tx).await?.rows_affected()
            }
            TxKind::Postgres(tx) => {
                sqlx::query_with(sql, binds.postgres()?).execute(&mut **tx).await?.rows_affected()
            }
        })
    }

    /// Returns the first row; [`DbError::RowNotFound`] when there is none.
    pub async fn one<'q, T: Row>(&mut self, sql: &'static str, binds: impl Binds<'q>) -> DbResult<T> {
        run!(self, query_as_with(sql, binds).fetch_one)
    }

    /// Returns the first row, if there is one.
    pub async fn optional<'q, T: Row>(
        &mut self,
        sql: &'static str,
        binds: impl Binds<'q>,
    ) -> DbResult<Option<T>> {
        run!(self, query_as_with(sql, binds).fetch_optional)
    }

    /// Returns all rows.
    pub async fn all<'q, T: Row>(&mut self, sql: &'static str, binds: impl Binds<'q>) -> DbResult<Vec<T>> {
        run!(self, query_as_with(sql, binds).fetch_all)
    }

    /// Returns the first column of the first row; [`DbError::RowNotFound`] when there is none.
    pub async fn scalar<'q, T>(&mut self, sql: &'static str, binds: impl Binds<'q>) -> DbResult<T>
    where
        (T,): Row,
    {
        Ok(self.one::<(T,)>(sql, binds).await?.0)
    }

    /// Returns the first column of the first row, if there is one.
    pub async fn optional_scalar<'q, T>(
        &mut self,
        sql: &'static str,
        binds: impl Binds<'q>,
    ) -> DbResult<Option<T>>
    where
        (T,): Row,
    {
        Ok(self.optional::<(T,)>(sql, binds).await?.map(|(value,)| value))
    }

    /// Returns the first column of all rows.
    pub async fn scalars<'q, T>(&mut self, sql: &'static str, binds: impl Binds<'q>) -> DbResult<Vec<T>>
    where
        (T,): Row,
    {
        Ok(self.all::<(T,)>(sql, binds).await?.into_iter().map(|(value,)| value).collect())
    }
}

macro_rules! read {
    ($db:expr, $query:ident($sql:expr, $binds:expr).$fetch:ident) => {
        match &$db.pools {
            Pools::Sqlite { read, .. } => sqlx::$query($sql, $binds.sqlite()?).$fetch(read).await,
            Pools::Postgres(pool) => sqlx::$query($sql, $binds.postgres()?).$fetch(pool).await,
        }
    };
}

/// Runs a single statement.
impl Db {
    /// Runs a statement, commits it and returns the number of affected rows.
    pub async fn execute<'q>(&self, sql: &'static str, binds: impl Binds<'q>) -> DbResult<u64> {
        let mut tx = self.write().await?;
        let affected = tx.execute(sql, binds).await?;
        tx.commit().await?;
        Ok(affected)
    }

    /// Returns the first row, if there is one.
    pub async fn optional<'q, T: Row>(
        &self,
        sql: &'static str,
        binds: impl Binds<'q>,
    ) -> DbResult<Option<T>> {
        read!(self, query_as_with(sql, binds).fetch_optional)
    }

    /// Returns all rows.
    pub async fn all<'q, T: Row>(&self, sql: &'static str, binds: impl Binds<'q>) -> DbResult<Vec<T>> {
        read!(self, query_as_with(sql, binds).fetch_all)
    }

    /// Returns the first column of the first row; [`DbError::RowNotFound`] when there is none.
    pub async fn scalar<'q, T>(&self, sql: &'static str, binds: impl Binds<'q>) -> DbResult<T>
    where
        (T,): Row,
    {
        self.optional_scalar(sql, binds).await?.ok_or(DbError::RowNotFound)
    }

    /// Returns the first column of the first row, if there is one.
    pub async fn optional_scalar<'q, T>(
        &self,
        sql: &'static str,
        binds: impl Binds<'q>,
    ) -> DbResult<Option<T>>
    where
        (T,): Row,
    {
        Ok(self.optional::<(T,)>(sql, binds).await?.map(|(value,)| value))
    }
}
