//! `heliriiul email …`.

use clap::Subcommand;
use heliriiul_db::{EmailId, Timestamp};

use crate::{
    error::{ApiError, ApiResult, Code},
    jobs,
    print::print_line,
    state::AppState,
};

#[derive(Subcommand)]
pub enum Emails {
    /// List what the mail server has not accepted yet.
    List,
    /// Send at once what waits for another attempt: one email by its id, or all.
    Resend { email: Option<EmailId> },
}

pub async fn command(app: &AppState, command: Emails) -> ApiResult<()> {
    match command {
        Emails::List => list(app).await,
        Emails::Resend { email } => resend(app, email).await,
    }
}

#[derive(sqlx::FromRow)]
struct Unsent {
    id: EmailId,
    recipient: String,
    subject: String,
    created_at: Timestamp,
}

async fn list(app: &AppState) -> ApiResult<()> {
    let sql =
        "SELECT id, recipient, subject, created_at FROM emails WHERE sent_at IS NULL ORDER BY created_at, id";
    let unsent: Vec<Unsent> = app.db.all(sql, ()).await?;
    for Unsent { id, recipient, subject, created_at } in unsent {
        print_line!("{created_at}  {id}  {recipient}  {subject}");
    }
    Ok(())
}

async fn resend(app: &AppState, email: Option<EmailId>) -> ApiResult<()> {
    let now = app.clock.now();
    if let Some(id) = email {
        let sql = "SELECT sent_at FROM emails WHERE id = $1";
        let sent_at: Option<Option<Timestamp>> = app.db.optional_scalar(sql, (id,)).await?;
        match sent_at {
            None => return Err(ApiError::not_found("There is no such email.")),
            Some(Some(at)) => {
                let detail = format!("The mail server accepted it at {at}; its text has been deleted since.");
                return Err(ApiError::new(Code::Conflict, detail));
            }
            Some(None) => {}
        }
    }
    let unique_key = email.map(super::mailer::job_key);
    let due = jobs::retry(&app.db, Some(jobs::JobKind::SendEmail), unique_key.as_deref(), now).await?;
    print_line!("{due} due now");
    Ok(())
}
