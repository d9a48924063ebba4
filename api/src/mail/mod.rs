//! Letters: written in the transaction of their cause, sent by a job.

pub mod sandbox;

use thiserror::Error;

use crate::config::Config;

pub struct Mailer {}

#[derive(Debug, Error)]
pub enum MailError {
    #[error("mail.smtp_url cannot be used: {0}")]
    Smtp(String),
}

impl Mailer {
    pub fn new(config: &Config) -> Result<Self, MailError> {
        let _ = config;
        Ok(Self {})
    }
}
