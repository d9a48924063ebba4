//! The people who operate the store.

use heliriiul_db::{Timestamp, UserId};

use super::Cause;

/// Who changes somebody's money or access, and why.
#[derive(Clone, Copy, Debug)]
pub struct Operator<'a> {
    /// `None`: at the command line.
    pub admin: Option<UserId>,
    pub reason: &'a str,
    pub now: Timestamp,
}

impl<'a> Operator<'a> {
    /// At the command line.
    pub const fn cli(reason: &'a str, now: Timestamp) -> Self {
        Self { admin: None, reason, now }
    }

    pub const fn cause(&self) -> Cause {
        if self.admin.is_some() { Cause::Admin } else { Cause::Cli }
    }
}
