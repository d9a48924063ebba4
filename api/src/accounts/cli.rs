//! `heliriiul user …`. Passwords are read from standard input, so that no shell records them in its history.

use std::io::{self, BufRead, IsTerminal, Write};

use clap::Subcommand;
use heliriiul_db::{Db, Timestamp, Tx, UserId};

use super::{
    email_address,
    fields::Faults,
    register::{self, Account},
    reset, sessions,
};
use crate::{
    auth::Role,
    error::{ApiError, ApiResult, Code},
    print::Output,
    state::AppState,
};

#[derive(Subcommand)]
pub enum User {
    /// List the accounts, oldest first.
    List,
    /// Create an account; its password is the first line of standard input. The address counts as confirmed.
    Create {
        email: String,
        #[arg(long)]
        first_name: String,
        #[arg(long)]
        last_name: String,
        #[arg(long, value_enum, default_value_t = Role::Listener)]
        role: Role,
    },
    /// Give an account a role in place of the one it has.
    Grant { email: String, role: Role },
    /// Make an account a listener's again.
    Revoke { email: String },
    /// Set a new password, the first line of standard input, and end all sessions of the account.
    SetPassword { email: String },
    /// End all sessions of an account.
    DeleteSessions { email: String },
    /// Delete an account that has no orders and no receipts, with its library and its positions.
    Delete { email: String },
}

pub async fn run(app: &AppState, command: User) -> ApiResult<()> {
    let now = app.clock.now();
    match command {
        User::List => list(app).await,
        User::Create { email, first_name, last_name, role } => {
            let password = read_password()?;
            let mut faults = Faults::default();
            let address = faults.email(&email);
            let first_name = faults.name("first-name", &first_name);
            let last_name = faults.name("last-name", &last_name);
            faults.new_password(&password);
            let Some(address) = faults.or(address)? else { return Err(ApiError::field("email", "invalid")) };
            let password_hash = app.passwords.turn().await?.hash(password).await?;
            let account =
                Account { email: &address, first_name: &first_name, last_name: &last_name, password_hash };
            let mut tx = app.db.write().await?;
            let id = register::create(&mut tx, &account, role, now).await?;
            register::set_verified(&mut tx, id, now).await?;
            tx.commit().await?;
            print(&format!("{email} is there, as {}\n", role.name()))
        }
        User::Grant { email, role } => grant(app, &email, role).await,
        User::Revoke { email } => grant(app, &email, Role::Listener).await,
        User::SetPassword { email } => {
            let id = find(&mut app.db.read().await?, &email).await?;
            let password = read_password()?;
            let mut faults = Faults::default();
            faults.new_password(&password);
            faults.or(())?;
            let password_hash = app.passwords.turn().await?.hash(password).await?;
            let mut tx = app.db.write().await?;
            reset::set_password(&mut tx, id, &password_hash).await?;
            tx.commit().await?;
            print(&format!("{email} has a new password and no sessions\n"))
        }
        User::DeleteSessions { email } => {
            let mut tx = app.db.write().await?;
            let id = find(&mut tx, &email).await?;
            let ended = sessions::revoke_all(&mut tx, id).await?;
            tx.commit().await?;
            print(&format!("{ended} sessions of {email} have ended\n"))
        }
        User::Delete { email } => {
            let id = find(&mut app.db.read().await?, &email).await?;
            delete(&app.db, id).await?;
            print(&format!("{email} is deleted\n"))
        }
    }
}

async fn grant(app: &AppState, email: &str, role: Role) -> ApiResult<()> {
    let id = find(&mut app.db.read().await?, email).await?;
    app.db.execute("UPDATE users SET role = $2 WHERE id = $1", (id, role)).await?;
    print(&format!("{email} is {} now\n", role.name()))
}

async fn find(tx: &mut Tx, email: &str) -> ApiResult<UserId> {
    register::find_by_key(tx, &email_address::fold(email))
        .await?
        .ok_or_else(|| ApiError::not_found("No account has this address."))
}

/// Deletes an account that no record of money or content needs.
async fn delete(db: &Db, id: UserId) -> ApiResult<()> {
    let mut tx = db.write().await?;
    let is_needed: bool = tx
        .scalar(
            "SELECT EXISTS (SELECT 1 FROM orders WHERE user_id = $1) \
             OR EXISTS (SELECT 1 FROM subscription_payments WHERE user_id = $1 AND amount_cents > 0) \
             OR EXISTS (SELECT 1 FROM receipts WHERE user_id = $1) \
             OR EXISTS (SELECT 1 FROM document_revisions WHERE author_id = $1)",
            (id,),
        )
        .await?;
    if is_needed {
        let detail = "The account has orders, payments or receipts, or has written content.";
        return Err(ApiError::new(Code::Conflict, detail));
    }
    // The uses that payments have taken stay used.
    tx.execute(
        "UPDATE discounts SET uses = uses - 1 WHERE id IN \
         (SELECT discount_id FROM subscription_discounts WHERE user_id = $1 AND reserved)",
        (id,),
    )
    .await?;
    // Payments of 0 EUR save a card or start a trial.
    tx.execute("DELETE FROM billing_periods WHERE user_id = $1", (id,)).await?;
    tx.execute(
        "DELETE FROM transactions WHERE subscription_payment_id IN \
         (SELECT id FROM subscription_payments WHERE user_id = $1)",
        (id,),
    )
    .await?;
    tx.execute("DELETE FROM subscription_payments WHERE user_id = $1", (id,)).await?;
    tx.execute("UPDATE gift_cards SET activated_by = NULL WHERE activated_by = $1", (id,)).await?;
    tx.execute("DELETE FROM users WHERE id = $1", (id,)).await?;
    Ok(tx.commit().await?)
}

#[derive(sqlx::FromRow)]
struct Line {
    email: String,
    first_name: String,
    last_name: String,
    role: Role,
    demo: bool,
    is_verified: bool,
    created_at: Timestamp,
    last_login_at: Option<Timestamp>,
}

/// Tab-separated for other programs: address, role, marks, creation, last login, name.
async fn list(app: &AppState) -> ApiResult<()> {
    let lines: Vec<Line> = app
        .db
        .all(
            "SELECT email, first_name, last_name, role, demo, email_verified_at IS NOT NULL AS is_verified, \
             created_at, last_login_at FROM users ORDER BY created_at, id",
            (),
        )
        .await?;
    for line in lines {
        let verified = if line.is_verified { "verified" } else { "unverified" };
        let demo = if line.demo { ",demo" } else { "" };
        let last_login = line.last_login_at.map_or_else(|| "never".to_owned(), |at| at.to_string());
        let Line { email, first_name, last_name, role, created_at, .. } = line;
        let role = role.name();
        print(&format!(
            "{email}\t{role}\t{verified}{demo}\t{created_at}\t{last_login}\t{first_name} {last_name}\n"
        ))?;
    }
    Ok(())
}

fn read_password() -> ApiResult<String> {
    let stdin = io::stdin();
    if stdin.is_terminal() {
        eprint!("Password (it shows as you type): ");
    }
    let mut line = String::new();
    stdin.lock().read_line(&mut line).map_err(ApiError::internal)?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn print(text: &str) -> ApiResult<()> {
    Output.write_all(text.as_bytes()).map_err(ApiError::internal)
}
