//! The job that passes an email to the mail server.

use heliriiul_db::{Db, EmailId, Timestamp, Tx};
use lettre::{
    AsyncTransport as _, Message,
    message::{Mailbox, MultiPart},
};

use super::mailer::{EmailError, Mailer, SendEmail, Transport, job_key};
use crate::{
    clock::Clock,
    error::{ApiError, ApiResult, Code},
    jobs::{self, JobKind},
};

#[derive(sqlx::FromRow)]
struct Unsent {
    recipient: String,
    subject: String,
    text_body: String,
    html_body: String,
    created_at: Timestamp,
}

/// Sends an email, unless it has been sent before. Returns the open transaction that records the sending.
///
/// After a crash between the two, the email is sent again under the same Message-ID.
pub async fn send_job(db: &Db, mailer: &Mailer, clock: &Clock, job: &SendEmail) -> Result<Tx, EmailError> {
    let Transport::Smtp(smtp) = &mailer.transport else { return Ok(db.write().await?) };
    let unsent: Option<Unsent> =
        db.optional("SELECT * FROM emails WHERE id = $1 AND sent_at IS NULL", (job.email_id,)).await?;
    let Some(email) = unsent else { return Ok(db.write().await?) };
    let host = mailer.from.email.domain();
    let message = Message::builder()
        .from(mailer.from.clone())
        .to(Mailbox::new(None, email.recipient.parse()?))
        .subject(email.subject)
        .message_id(Some(format!("<{}@{host}>", job.email_id)))
        .date(email.created_at.utc().into())
        .multipart(MultiPart::alternative_plain_html(email.text_body, email.html_body))?;
    smtp.send(message).await?;
    let mut tx = db.write().await?;
    tx.execute(
        "UPDATE emails SET sent_at = $2, text_body = '', html_body = '' WHERE id = $1",
        (job.email_id, clock.now()),
    )
    .await?;
    Ok(tx)
}

/// Makes emails due now that wait for another attempt: this one, or all. Returns their number.
pub async fn resend(db: &Db, email: Option<EmailId>, now: Timestamp) -> ApiResult<u64> {
    if let Some(id) = email {
        let sql = "SELECT sent_at FROM emails WHERE id = $1";
        let sent_at: Option<Option<Timestamp>> = db.optional_scalar(sql, (id,)).await?;
        match sent_at {
            None => return Err(ApiError::not_found("There is no such email.")),
            Some(Some(at)) => {
                let detail = format!("The mail server accepted it at {at}; its text has been deleted since.");
                return Err(ApiError::new(Code::Conflict, detail));
            }
            Some(None) => {}
        }
    }
    let unique_key = email.map(job_key);
    Ok(jobs::retry(db, Some(JobKind::SendEmail), unique_key.as_deref(), now).await?)
}
