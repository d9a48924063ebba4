//! `heliriiul gift-cards …` and `heliriiul subscriptions …`.

use clap::Subcommand;
use heliriiul_db::{GiftCardId, Timestamp, UserId};

use super::{Plan, cards, codes, gift_cards, subscription};
use crate::{
    error::{ApiError, ApiResult},
    money::Cents,
    state::AppState,
};

#[derive(Subcommand)]
pub enum GiftCards {
    /// Make gift cards. The codes are printed now and never again: the store keeps only digests of them.
    Create {
        /// The package that they give.
        #[arg(long, value_enum, ignore_case = true)]
        plan: Plan,
        /// For how many months.
        #[arg(long, value_parser = clap::value_parser!(i64).range(1..=36))]
        months: i64,
        /// How many.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        count: u32,
        /// The last day of activation, YYYY-MM-DD in Estonian time.
        #[arg(long, value_parser = crate::orders::cli::day)]
        until: Option<time::Date>,
        /// A word on what they are for.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// List the gift cards, by the last four characters of their codes.
    List,
    /// Stop a gift card from being activated. Names a code, or the id that `list` shows.
    Revoke { card: String },
}

#[derive(Subcommand)]
pub enum Subscriptions {
    /// Show a member's package, its months, payments and history.
    Show { email: String },
}

pub async fn gift_cards(app: &AppState, command: GiftCards) -> ApiResult<()> {
    match command {
        GiftCards::Create { plan, months, count, until, note } => {
            let until = until.and_then(time::Date::next_day).and_then(crate::orders::cli::start_of);
            create(app, plan, months, count, until, &note).await
        }
        GiftCards::List => list(app).await,
        GiftCards::Revoke { card } => revoke(app, &card).await,
    }
}

async fn create(
    app: &AppState,
    plan: Plan,
    months: i64,
    count: u32,
    until: Option<Timestamp>,
    note: &str,
) -> ApiResult<()> {
    let made: Vec<String> = (0..count).map(|_| gift_cards::new_code()).collect();
    let mut tx = app.db.write().await?;
    for code in &made {
        let normal = gift_cards::normal(code).unwrap_or_default();
        tx.execute(
            "INSERT INTO gift_cards (id, code_hash, hint, plan, months, note, created_at, valid_until) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            (
                GiftCardId::new(),
                gift_cards::code_hash(&normal),
                &normal[normal.len().saturating_sub(4)..],
                plan,
                months,
                note,
                app.clock.now(),
                until,
            ),
        )
        .await?;
    }
    tx.commit().await?;
    for code in made {
        println!("{code}");
    }
    Ok(())
}

#[derive(sqlx::FromRow)]
struct CardRow {
    id: GiftCardId,
    hint: String,
    plan: Plan,
    months: i64,
    note: String,
    created_at: Timestamp,
    valid_until: Option<Timestamp>,
    revoked_at: Option<Timestamp>,
    activated_at: Option<Timestamp>,
    email: Option<String>,
}

async fn list(app: &AppState) -> ApiResult<()> {
    let mut tx = app.db.read().await?;
    let rows: Vec<CardRow> = tx
        .all(
            "SELECT g.id, g.hint, g.plan, g.months, g.note, g.created_at, g.valid_until, g.revoked_at, \
             g.activated_at, u.email FROM gift_cards g LEFT JOIN users u ON u.id = g.activated_by \
             ORDER BY g.created_at, g.id",
            (),
        )
        .await?;
    for card in rows {
        let state = match (card.activated_at, card.revoked_at, card.valid_until) {
            (Some(at), ..) => format!("activated {at} by {}", card.email.as_deref().unwrap_or("-")),
            (_, Some(at), _) => format!("revoked {at}"),
            (.., Some(until)) => format!("unused, until {until}"),
            _ => "unused".to_owned(),
        };
        println!(
            "{}  {}  …{}  {:<11}  {:>2} months  {state}  {}",
            card.created_at,
            card.id,
            card.hint,
            card.plan.text(),
            card.months,
            card.note
        );
    }
    Ok(())
}

async fn revoke(app: &AppState, card: &str) -> ApiResult<()> {
    let hash = gift_cards::normal(card).map(|code| gift_cards::code_hash(&code));
    let id: Option<GiftCardId> = card.trim().parse().ok();
    let mut tx = app.db.write().await?;
    let revoked = tx
        .execute(
            "UPDATE gift_cards SET revoked_at = $3 WHERE (code_hash = $1 OR id = $2) \
             AND activated_at IS NULL AND revoked_at IS NULL",
            (hash, id, app.clock.now()),
        )
        .await?;
    tx.commit().await?;
    if revoked == 0 { Err(ApiError::not_found("There is no such unused gift card.")) } else { Ok(()) }
}

pub async fn subscriptions(app: &AppState, command: Subscriptions) -> ApiResult<()> {
    match command {
        Subscriptions::Show { email } => show(app, &email).await,
    }
}

async fn show(app: &AppState, email: &str) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.read().await?;
    let user_id: Option<UserId> = tx
        .optional_scalar("SELECT id FROM users WHERE email_key = $1", (crate::accounts::email_key(email),))
        .await?;
    let user_id = user_id.ok_or_else(|| ApiError::not_found("There is no such account."))?;
    let Some(member) = subscription(&mut tx, user_id, now).await? else {
        println!("{email} never had a package.");
        return Ok(());
    };
    let state = if member.is_in_grace(now) {
        "in grace"
    } else if member.is_active(now) {
        "active"
    } else {
        "ended"
    };
    println!(
        "{email}: {} {state}, paid until {}, access until {}, {}",
        member.kind.text(),
        member.paid_until,
        member.expires_at,
        if member.renews { "renews" } else { "does not renew" }
    );
    println!("  next plan {}, failed charges {}", member.plan.text(), member.failed_attempts);
    if let Some(valid_until) = cards::valid_until(&mut tx, user_id).await? {
        println!("  card valid until {}", valid_until.as_deref().unwrap_or("?"));
    }
    if let Some(code) = codes::active(&mut tx, user_id, now).await? {
        println!("  an active code takes {} % off", code.percent.get());
    }
    let periods: Vec<(Timestamp, Timestamp, Plan, String)> = tx
        .all(
            "SELECT starts_at, ends_at, kind, source FROM billing_periods WHERE user_id = $1 \
             ORDER BY starts_at",
            (user_id,),
        )
        .await?;
    println!("months");
    for (from, to, kind, source) in periods {
        println!("  {from} … {to}  {:<11}  {source}", kind.text());
    }
    let payments: Vec<(Timestamp, String, String, Cents, String, Option<String>)> = tx
        .all(
            "SELECT p.created_at, p.number, p.purpose, p.amount_cents, p.status, \
             (SELECT MAX(t.id) FROM transactions t WHERE t.subscription_payment_id = p.id) \
             FROM subscription_payments p WHERE p.user_id = $1 ORDER BY p.created_at, p.id",
            (user_id,),
        )
        .await?;
    println!("payments");
    for (at, number, purpose, amount, status, transaction) in payments {
        let transaction = transaction.as_deref().unwrap_or("-");
        println!("  {at}  {number}  {purpose:<8} {amount:>7} EUR  {status:<10} transaction {transaction}");
    }
    let events: Vec<(Timestamp, String, String, String)> = tx
        .all(
            "SELECT at, kind, cause, detail FROM ledger_events WHERE user_id = $1 AND order_id IS NULL \
             ORDER BY at, id",
            (user_id,),
        )
        .await?;
    println!("history");
    for (at, kind, cause, detail) in events {
        println!("  {at}  {kind} by {cause}  {detail}");
    }
    Ok(())
}
