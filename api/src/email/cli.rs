//! `heliriiul email …`.

use clap::Subcommand;
use heliriiul_db::{EmailId, Timestamp};

use super::sending::resend;
use crate::{error::ApiResult, print::print_line, state::AppState};

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
        Emails::Resend { email } => {
            print_line!("{} due now", resend(&app.db, email, app.clock.now()).await?);
            Ok(())
        }
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
