//! Letters: written in the transaction of their cause, sent by a job.

pub mod sandbox;

use heliriiul_migrations::Tx;
use thiserror::Error;

use crate::{app::AppState, config::Config, error::ApiError, jobs::Job};

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

/// The job that sends a letter: sends first, then answers the transaction that notes it.
pub async fn send_job(app: &AppState, job: &Job) -> Result<Tx, ApiError> {
    let _ = job;
    Ok(app.db.write().await?)
}
