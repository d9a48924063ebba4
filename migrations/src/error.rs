//! Errors of the databases.

use sqlx::error::DatabaseError;

/// Errors of the database are sqlx's own.
pub type DbError = sqlx::Error;

pub type DbResult<T> = Result<T, DbError>;

/// Returns whether the database is away, locked or without space, so that the same call may succeed later.
pub fn is_unavailable(error: &DbError) -> bool {
    match error {
        DbError::Io(_)
        | DbError::Tls(_)
        | DbError::PoolTimedOut
        | DbError::PoolClosed
        | DbError::WorkerCrashed => true,
        DbError::Database(error) => {
            error.code().is_some_and(|code| is_unavailable_code(error.as_ref(), &code))
        }
        _ => false,
    }
}

/// SQLite's result codes (BUSY, LOCKED, IOERR, FULL, CANTOPEN), which may carry more bits above the lowest eight.
const SQLITE_CODES: [u32; 5] = [5, 6, 10, 13, 14];

/// Classes and codes of PostgreSQL (appendix A): connection, rollback of a transaction, insufficient resources, shutdown,
/// system error.
const POSTGRES_CODES: [&str; 5] = ["08", "40", "53", "57P", "58"];

fn is_unavailable_code(error: &dyn DatabaseError, code: &str) -> bool {
    if error.try_downcast_ref::<sqlx::sqlite::SqliteError>().is_some() {
        return code.parse::<u32>().is_ok_and(|code| SQLITE_CODES.contains(&(code & 0xff)));
    }
    POSTGRES_CODES.iter().any(|prefix| code.starts_with(prefix))
}
