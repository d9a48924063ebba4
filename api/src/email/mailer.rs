//! The templates of emails, and the queueing of one in the transaction of its cause.

use std::{fmt::Display, time::Duration};

use heliriiul_db::{DbError, EmailId, Timestamp, Tx, UserId};
use lettre::{AsyncSmtpTransport, Tokio1Executor, message::Mailbox};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, Value, context};
use rust_embed::Embed;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    config::{Config, EmailTransport},
    error::{ApiError, Code},
    extract::BrowserBase,
    jobs::{self, JobKind},
};

const SMTP_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/templates/email"]
struct Templates;

/// The templates of all emails, and the transport.
pub struct Mailer {
    templates: Environment<'static>,
    pub(super) transport: Transport,
    pub(super) from: Mailbox,
    public_base: String,
}

pub(super) enum Transport {
    Outbox,
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
}

#[derive(Debug, Error)]
pub enum EmailError {
    #[error("mail.smtp_url cannot be used: {0}")]
    Smtp(String),
    #[error("mail.from cannot be used: {0}")]
    From(#[from] lettre::address::AddressError),
    #[error("an email template is broken: {0}")]
    Template(#[from] minijinja::Error),
    #[error("an email template is not UTF-8: {0}")]
    Encoding(#[from] std::string::FromUtf8Error),
    #[error("the email cannot be composed: {0}")]
    Message(#[from] lettre::error::Error),
    #[error("the mail server did not accept the email: {0}")]
    Send(#[from] lettre::transport::smtp::Error),
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<EmailError> for ApiError {
    fn from(error: EmailError) -> Self {
        match error {
            EmailError::Database(error) => error.into(),
            EmailError::Send(error) => {
                Self::new(Code::ProviderUnavailable, "The mail server does not respond.").caused_by(error)
            }
            error => Self::internal(error),
        }
    }
}

/// The payload of [`JobKind::SendEmail`].
#[derive(Debug, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SendEmail {
    pub email_id: EmailId,
}

impl Mailer {
    pub fn new(config: &Config) -> Result<Self, EmailError> {
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        templates.set_auto_escape_callback(|name| match name.rsplit_once('.') {
            Some((_, "html")) => AutoEscape::Html,
            _ => AutoEscape::None,
        });
        for name in Templates::iter() {
            let Some(file) = Templates::get(&name) else { continue };
            templates.add_template_owned(name, String::from_utf8(file.data.into_owned())?)?;
        }
        templates.add_global(
            "store",
            context! {
                name => "Heliriiul",
                url => config.public_base(),
                seller => config.shop.seller.to_string(),
                supportEmail => config.site.support_email.clone(),
            },
        );
        let transport = match config.mail.transport {
            EmailTransport::Sandbox => Transport::Outbox,
            EmailTransport::Smtp => {
                let smtp = AsyncSmtpTransport::<Tokio1Executor>::from_url(config.mail.smtp_url.expose())
                    .map_err(|error| EmailError::Smtp(error.to_string()))?;
                Transport::Smtp(smtp.timeout(Some(SMTP_TIMEOUT)).build())
            }
        };
        Ok(Self { templates, transport, from: config.mail.from.parse()?, public_base: config.public_base() })
    }

    /// Returns the address that the links of an email begin with.
    ///
    /// An email that is sent never names an address that the caller of the API has chosen.
    pub fn link_base<'a>(&'a self, browser_base: &'a BrowserBase) -> &'a str {
        match self.transport {
            Transport::Outbox => browser_base.as_str(),
            Transport::Smtp(_) => &self.public_base,
        }
    }

    pub(super) fn render(&self, file: &str, context: &Value) -> Result<String, EmailError> {
        Ok(self.templates.get_template(file)?.render(context)?.trim().to_owned())
    }

    /// Queues an email to a user in the transaction of its cause. Does nothing when one with this template and `key`
    /// exists.
    ///
    /// `template` names three files under `templates/email`: `<name>.subject.txt`, `<name>.txt` and `<name>.html`. They
    /// see `context`, the user (`firstName`, `lastName`, `email`) and `store` (`name`, `url`, `seller`, `supportEmail`).
    pub async fn queue(
        &self,
        tx: &mut Tx,
        user_id: UserId,
        template: &'static str,
        key: impl Display + Send,
        context: Value,
        now: Timestamp,
    ) -> Result<(), EmailError> {
        let dedupe_key = format!("{template}:{key}");
        let (recipient, first_name, last_name): (String, String, String) =
            tx.one("SELECT email, first_name, last_name FROM users WHERE id = $1", (user_id,)).await?;
        let email = recipient.as_str();
        let context = context! { email, firstName => first_name, lastName => last_name, ..context };
        let subject = self.render(&format!("{template}.subject.txt"), &context)?;
        let text = self.render(&format!("{template}.txt"), &context)?;
        let html = self.render(&format!("{template}.html"), &context)?;
        let email_id = EmailId::new();
        // In the sandbox an email has arrived as soon as it is stored.
        let sent_at = matches!(self.transport, Transport::Outbox).then_some(now);
        let stored = tx
            .execute(
                "INSERT INTO emails (id, dedupe_key, recipient, subject, text_body, html_body, created_at, \
                 sent_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (dedupe_key) DO NOTHING",
                (email_id, dedupe_key, recipient, subject, text, html, now, sent_at),
            )
            .await?;
        if stored > 0 && sent_at.is_none() {
            jobs::enqueue(tx, JobKind::SendEmail, &job_key(email_id), &SendEmail { email_id }, now, now)
                .await?;
        }
        Ok(())
    }
}

/// The unique key of the job that sends an email.
pub(super) fn job_key(id: EmailId) -> String {
    format!("email:{id}")
}
