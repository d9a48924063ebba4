//! Email: stored in the transaction of its cause, so that both are committed or neither, and sent by a job.
//!
//! With the sandbox transport nothing is sent: the stored email is the outbox. An email may contain a one-time token,
//! so its bodies are wiped as soon as the mail server has accepted it.

pub mod cli;
mod mailer;
pub mod sandbox;
mod sending;

pub use self::{
    mailer::{EmailError, Mailer, SendEmail},
    sending::{resend, send_job},
};
