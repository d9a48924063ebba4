//! Letters: rendered and stored in the transaction of their cause, so that a letter exists exactly when its cause
//! does; sent by a job. With the sandbox transport nothing is sent: the stored letter is the outbox.
//!
//! A letter may carry a one-time token, so its bodies are wiped as soon as the mail server has taken it.

pub mod sandbox;

use std::time::Duration;

use heliriiul_db::{DbError, EmailId, Timestamp, Tx};
use lettre::{
    AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor,
    message::{Mailbox, MultiPart},
};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, context, value::Serde};
use rust_embed::Embed;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{
    config::{Config, EmailTransport},
    error::{ApiError, Code},
    extract::BrowserBase,
    jobs::{self, JobKind},
    state::AppState,
};

const SMTP_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Embed)]
#[folder = "$CARGO_MANIFEST_DIR/templates/mail"]
struct Templates;

/// The templates of all letters, and the way out.
pub struct Mailer {
    templates: Environment<'static>,
    transport: Transport,
    from: Mailbox,
}

enum Transport {
    Outbox,
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
}

#[derive(Debug, Error)]
pub enum EmailError {
    #[error("mail.smtp_url cannot be used: {0}")]
    Smtp(String),
    #[error("mail.from cannot be used: {0}")]
    From(#[from] lettre::address::AddressError),
    #[error("a template of a letter is broken: {0}")]
    Template(#[from] minijinja::Error),
    #[error("a template of a letter is not UTF-8: {0}")]
    Encoding(#[from] std::string::FromUtf8Error),
    #[error("the letter cannot be put together: {0}")]
    Message(#[from] lettre::error::Error),
    #[error("the mail server did not take the letter: {0}")]
    Send(#[from] lettre::transport::smtp::Error),
    #[error(transparent)]
    Database(#[from] DbError),
}

impl From<EmailError> for ApiError {
    fn from(error: EmailError) -> Self {
        match error {
            EmailError::Database(error) => error.into(),
            EmailError::Send(error) => {
                Self::new(Code::ProviderUnavailable, "The mail server does not answer.").caused_by(error)
            }
            error => Self::internal(error),
        }
    }
}

/// A letter to write. `template` names three files under `templates/mail`: `<name>.subject.txt`, `<name>.txt` and
/// `<name>.html`; beside `context` they see `store` (`name`, `url`, `supportEmail`).
pub struct NewEmail<'a, C> {
    /// One letter a key, however often its cause is told.
    pub dedupe_key: String,
    pub recipient: &'a str,
    pub template: &'static str,
    pub context: C,
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
        Ok(Self { templates, transport, from: config.mail.from.parse()? })
    }

    /// What the links of a letter begin with. One that goes to somebody's mailbox never names an address that the
    /// caller of the API chose.
    pub fn link_base(&self, config: &Config, browser_base: &BrowserBase) -> String {
        match self.transport {
            Transport::Outbox => browser_base.as_str().to_owned(),
            Transport::Smtp(_) => config.public_base(),
        }
    }

    fn render(&self, file: &str, context: &minijinja::Value) -> Result<String, EmailError> {
        Ok(self.templates.get_template(file)?.render(context)?.trim().to_owned())
    }
}

/// Writes a letter into the transaction of its cause. One with the same `dedupe_key` is written only once, ever.
pub async fn queue<C: Serialize + Send>(
    tx: &mut Tx,
    mailer: &Mailer,
    letter: NewEmail<'_, C>,
    now: Timestamp,
) -> Result<(), EmailError> {
    let context = minijinja::Value::from(Serde(&letter.context));
    let name = letter.template;
    let subject = mailer.render(&format!("{name}.subject.txt"), &context)?;
    let text = mailer.render(&format!("{name}.txt"), &context)?;
    let html = mailer.render(&format!("{name}.html"), &context)?;
    let email_id = EmailId::new();
    // In the sandbox the letter has arrived as soon as it is stored.
    let sent_at = matches!(mailer.transport, Transport::Outbox).then_some(now);
    let stored = tx
        .execute(
            "INSERT INTO emails (id, dedupe_key, recipient, subject, text_body, html_body, created_at, \
             sent_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (dedupe_key) DO NOTHING",
            (email_id, &letter.dedupe_key, letter.recipient, &subject, &text, &html, now, sent_at),
        )
        .await?;
    if stored > 0 && sent_at.is_none() {
        jobs::enqueue(tx, JobKind::SendEmail, &format!("mail:{email_id}"), &SendEmail { email_id }, now, now)
            .await?;
    }
    Ok(())
}

#[derive(sqlx::FromRow)]
struct Stored {
    recipient: String,
    subject: String,
    text_body: String,
    html_body: String,
    created_at: Timestamp,
}

/// The work of [`JobKind::SendEmail`]: hands a letter to the mail server, unless it has been, and answers the open
/// transaction that notes it.
///
/// A crash between the server's answer and our note of it sends the letter once more, under the same Message-ID.
pub async fn send(app: &AppState, job: &SendEmail) -> Result<Tx, EmailError> {
    let Transport::Smtp(smtp) = &app.mailer.transport else { return Ok(app.db.write().await?) };
    let mut tx = app.db.read().await?;
    let letter: Option<Stored> = tx
        .optional(
            "SELECT recipient, subject, text_body, html_body, created_at FROM emails \
             WHERE id = $1 AND sent_at IS NULL",
            (job.email_id,),
        )
        .await?;
    drop(tx);
    let Some(letter) = letter else { return Ok(app.db.write().await?) };
    let host = app.mailer.from.email.domain();
    let message = Message::builder()
        .from(app.mailer.from.clone())
        .to(Mailbox::new(None, letter.recipient.parse()?))
        .subject(letter.subject)
        .message_id(Some(format!("<{}@{host}>", job.email_id)))
        .date(letter.created_at.utc().into())
        .multipart(MultiPart::alternative_plain_html(letter.text_body, letter.html_body))?;
    smtp.send(message).await?;
    let mut tx = app.db.write().await?;
    tx.execute(
        "UPDATE emails SET sent_at = $2, text_body = '', html_body = '' WHERE id = $1",
        (job.email_id, app.clock.now()),
    )
    .await?;
    Ok(tx)
}
