//! The demo: books, content and accounts for an empty store. The binary contains them, and the usual importers import
//! them.

use std::{fs, io::IsTerminal as _, path::Path, time::Duration};

use heliriiul_db::{DbError, DbResult, DiscountId, Timestamp, Tx, UserId};
use rust_embed::RustEmbed;
use tempfile::TempDir;
use thiserror::Error;

use crate::{
    accounts::{self, Account, EmailAddress},
    auth::Role,
    catalogue::import::{self, ImportError, Line, Outcome, Report},
    change_feed, content,
    error::ApiError,
    library,
    print::{self, print_line},
    state::AppState,
    subscriptions::{self, Plan},
};

#[derive(RustEmbed)]
#[folder = "demo"]
#[include = "categories.toml"]
#[include = "books/*/*"]
#[include = "content/*"]
#[exclude = "books/*/text/*"]
struct Demo;

/// The password of all demo accounts. A production store refuses to start while one of them exists.
const PASSWORD: &str = "heliriiul";
const YEAR: Duration = Duration::from_hours(365 * 24);
/// Slugs of the books that `kuulaja` has bought.
const BOUGHT: [&str; 2] = ["kevade", "kalevipoeg"];
const DISCOUNT_CODE: &str = "TERE10";
const DISCOUNT_PERCENT: i64 = 10;

const ACCOUNTS: [(&str, &str, &str, Role); 4] = [
    ("kuulaja@heliriiul.test", "Mari", "Kuulaja", Role::Listener),
    ("uus@heliriiul.test", "Uku", "Uustulnuk", Role::Listener),
    ("toimetaja@heliriiul.test", "Tiina", "Toimetaja", Role::Editor),
    ("haldur@heliriiul.test", "Hando", "Haldur", Role::Admin),
];

/// The name in `counters` of the progress of the demo, so that the next start completes a demo that was interrupted.
const PROGRESS: &str = "demo-seed";
const BEGUN: i64 = 1;
const DONE: i64 = 2;

#[derive(Debug, Error)]
pub enum SeedError {
    #[error("the store is not empty; the demo goes into an empty one only")]
    NotEmpty,
    #[error("the demo cannot be unpacked: {0}")]
    Unpack(#[from] std::io::Error),
    #[error("the demo is broken: {0}")]
    Broken(String),
    #[error(transparent)]
    Import(#[from] ImportError),
    #[error("the demo's content: {0}")]
    Content(#[from] content::demo::DemoError),
    #[error("the demo's accounts: {0}")]
    Accounts(#[from] ApiError),
    #[error("the database failed: {0}")]
    Database(#[from] DbError),
}

/// Fills an empty store, or completes an interrupted demo. Fails if the store has anything else.
pub async fn run(app: &AppState) -> Result<(), SeedError> {
    if begin(app).await? { fill(app).await } else { Err(SeedError::NotEmpty) }
}

/// Fills the store if it is empty.
pub async fn run_if_empty(app: &AppState) -> Result<(), SeedError> {
    if begin(app).await? { fill(app).await } else { Ok(()) }
}

/// Whether the demo may be imported.
async fn begin(app: &AppState) -> DbResult<bool> {
    let mut tx = app.db.write().await?;
    let progress: Option<i64> =
        tx.optional_scalar("SELECT value FROM counters WHERE name = $1", (PROGRESS,)).await?;
    let may = match progress {
        Some(progress) => progress == BEGUN,
        None => {
            tx.scalar(
                "SELECT NOT (EXISTS (SELECT 1 FROM books) OR EXISTS (SELECT 1 FROM users) \
                 OR EXISTS (SELECT 1 FROM documents) OR EXISTS (SELECT 1 FROM categories))",
                (),
            )
            .await?
        }
    };
    if may && progress.is_none() {
        tx.execute("INSERT INTO counters (name, value) VALUES ($1, $2)", (PROGRESS, BEGUN)).await?;
    }
    tx.commit().await?;
    Ok(may)
}

async fn fill(app: &AppState) -> Result<(), SeedError> {
    print_line!("Filling the empty store with the demo");
    let folder = unpack()?;
    let (db, clock) = (&app.db, &app.clock);
    let categories = folder.path().join("categories.toml");
    ensure_imported(&import::import_categories(db, clock, &categories).await?)?;
    let books = folder.path().join("books");
    let total = fs::read_dir(&books)?.count();
    let mut done = 0;
    let on_line = |line: &Line| {
        done += 1;
        show(done, total, line);
    };
    ensure_imported(&import::import_folder(db, &app.media, clock, &books, on_line).await?)?;
    change_feed::apply_pending(app).await?;
    print_line!("  content and accounts");
    if app.content.snapshot().section("intro").is_none() {
        content::demo::import(app, &folder.path().join("content")).await?;
    }
    add_accounts(app).await?;
    print_line!("The demo is in. Accounts, all with the password {PASSWORD}:");
    for (email, _, _, role) in ACCOUNTS {
        print_line!("  {email} ({})", format!("{role:?}").to_lowercase());
    }
    print_line!("A discount code for the cart: {DISCOUNT_CODE}");
    Ok(())
}

/// Shows progress: one line on a terminal, else a line for each book.
fn show(done: usize, total: usize, line: &Line) {
    if std::io::stdout().is_terminal() && !matches!(line.outcome, Outcome::Refused(_)) {
        let end = if done == total { "\n" } else { "" };
        print::print(format_args!("\r  book {done} of {total}: {:<40}{end}", line.record));
    } else {
        print_line!("  book {done} of {total}: {line}");
    }
}

fn ensure_imported(report: &Report) -> Result<(), SeedError> {
    let refused: Vec<String> = report
        .lines
        .iter()
        .filter(|line| matches!(line.outcome, Outcome::Refused(_)))
        .map(ToString::to_string)
        .collect();
    if refused.is_empty() { Ok(()) } else { Err(SeedError::Broken(refused.join("\n"))) }
}

fn unpack() -> Result<TempDir, SeedError> {
    let folder = TempDir::new()?;
    for name in Demo::iter() {
        let path = folder.path().join(Path::new(name.as_ref()));
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        let file = Demo::get(&name).ok_or_else(|| SeedError::Broken(format!("{name} is missing")))?;
        fs::write(path, &file.data)?;
    }
    Ok(folder)
}

/// Adds the accounts with their books and the discount code, and marks the demo as done, in one transaction.
async fn add_accounts(app: &AppState) -> Result<(), SeedError> {
    let now = app.clock.now();
    let mut hashes = Vec::with_capacity(ACCOUNTS.len());
    for _ in ACCOUNTS {
        hashes.push(app.passwords.turn().await?.hash(PASSWORD.to_owned()).await?);
    }
    let mut tx = app.db.write().await?;
    for ((address, first_name, last_name, role), password_hash) in ACCOUNTS.into_iter().zip(hashes) {
        let email = EmailAddress::parse(address).ok_or_else(|| SeedError::Broken(address.to_owned()))?;
        let account = Account { email: &email, first_name, last_name, password_hash };
        let id = accounts::create(&mut tx, &account, role, now).await?;
        accounts::set_verified(&mut tx, id, now).await?;
        tx.execute("UPDATE users SET demo = TRUE WHERE id = $1", (id,)).await?;
        if address.starts_with("kuulaja") {
            give_books(app, &mut tx, id, now).await?;
        }
    }
    tx.execute(
        "INSERT INTO discounts (id, code, code_key, percent, scope, created_at) \
         VALUES ($1, $2, $3, $4, 'cart', $5)",
        (DiscountId::new(), DISCOUNT_CODE, DISCOUNT_CODE.to_lowercase(), DISCOUNT_PERCENT, now),
    )
    .await?;
    tx.execute("UPDATE counters SET value = $2 WHERE name = $1", (PROGRESS, DONE)).await?;
    tx.commit().await?;
    Ok(())
}

async fn give_books(app: &AppState, tx: &mut Tx, user: UserId, now: Timestamp) -> Result<(), SeedError> {
    subscriptions::grant(tx, user, Plan::Unlimited, now.plus(YEAR), now).await?;
    let snapshot = app.catalogue.snapshot();
    for slug in BOUGHT {
        let book = snapshot.by_slug(slug).ok_or_else(|| SeedError::Broken(format!("{slug} is missing")))?;
        library::grant(tx, user, book.id(), library::Source::Purchase, None, now).await?;
    }
    Ok(())
}
