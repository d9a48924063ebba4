//! `heliriiul gift-cards …` and `heliriiul subscriptions …`.

use clap::Subcommand;
use heliriiul_db::{GiftCardId, Timestamp, UserId};

use super::{Plan, discounts, find, gift_cards, saved_card};
use crate::{
    calendar::{end_of_day, parse_day},
    error::{ApiError, ApiResult},
    money::Cents,
    print::print_line,
    state::AppState,
};

#[derive(Subcommand)]
pub enum GiftCards {
    /// Create gift cards. The codes are printed only now: the store has only their hashes.
    Create {
        /// The plan that they give.
        #[arg(long, value_enum, ignore_case = true)]
        plan: Plan,
        /// For how many months.
        #[arg(long, value_parser = clap::value_parser!(i64).range(1..=36))]
        months: i64,
        /// How many.
        #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
        count: u32,
        /// The last day of activation, YYYY-MM-DD in Estonian time.
        #[arg(long, value_parser = parse_day)]
        until: Option<time::Date>,
        /// What they are for.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// List the gift cards, by the last four characters of their codes.
    List,
    /// Revoke an unused gift card, named by its code or by the id that `list` shows.
    Revoke { card: String },
}

#[derive(Subcommand)]
pub enum Subscriptions {
    /// Show a user's subscription, its periods, payments and history.
    Show { email: String },
}

pub async fn gift_cards(app: &AppState, command: GiftCards) -> ApiResult<()> {
    match command {
        GiftCards::Create { plan, months, count, until, note } => {
            create(app, plan, months, count, until.and_then(end_of_day), &note).await
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
    let mut codes = Vec::new();
    let mut tx = app.db.write().await?;
    for _ in 0..count {
        let code = gift_cards::new_code();
        let (hash, hint) = gift_cards::hash_and_hint(&code);
        tx.execute(
            "INSERT INTO gift_cards (id, code_hash, hint, plan, months, note, created_at, valid_until) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            (GiftCardId::new(), hash, hint, plan, months, note, app.clock.now(), until),
        )
        .await?;
        codes.push(code);
    }
    tx.commit().await?;
    for code in codes {
        print_line!("{code}");
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
    let rows: Vec<CardRow> = app
        .db
        .all(
            "SELECT g.*, u.email FROM gift_cards g LEFT JOIN users u ON u.id = g.activated_by \
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
        let CardRow { id, hint, plan, months, note, created_at, .. } = card;
        let plan = plan.name();
        print_line!("{created_at}  {id}  …{hint}  {plan:<11}  {months:>2} months  {state}  {note}");
    }
    Ok(())
}

async fn revoke(app: &AppState, card: &str) -> ApiResult<()> {
    let hash = gift_cards::normalize(card).map(|code| gift_cards::code_hash(&code));
    let id: Option<GiftCardId> = card.trim().parse().ok();
    let revoked = app
        .db
        .execute(
            "UPDATE gift_cards SET revoked_at = $3 WHERE (code_hash = $1 OR id = $2) \
             AND activated_at IS NULL AND revoked_at IS NULL",
            (hash, id, app.clock.now()),
        )
        .await?;
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
    let Some(subscription) = find(&mut tx, user_id, now).await? else {
        print_line!("{email} never had a subscription.");
        return Ok(());
    };
    let state = if subscription.is_in_grace(now) {
        "in grace"
    } else if subscription.is_active(now) {
        "active"
    } else {
        "ended"
    };
    print_line!(
        "{email}: {} {state}, paid until {}, access until {}, {}",
        subscription.plan.name(),
        subscription.paid_until,
        subscription.expires_at,
        if subscription.renews { "renews" } else { "does not renew" }
    );
    let (next_plan, failed) = (subscription.next_plan.name(), subscription.failed_attempts);
    print_line!("  next plan {next_plan}, failed charges {failed}");
    if let Some(valid_until) = saved_card::valid_until(&mut tx, user_id).await? {
        print_line!("  card valid until {}", valid_until.as_deref().unwrap_or("?"));
    }
    if let Some(discount) = discounts::active(&mut tx, user_id, now).await? {
        print_line!("  an active code takes {} % off", discount.percent.get());
    }
    let periods: Vec<(Timestamp, Timestamp, Plan, String)> = tx
        .all(
            "SELECT starts_at, ends_at, plan, source FROM billing_periods WHERE user_id = $1 \
             ORDER BY starts_at",
            (user_id,),
        )
        .await?;
    print_line!("months");
    for (from, to, plan, source) in periods {
        print_line!("  {from} … {to}  {:<11}  {source}", plan.name());
    }
    let payments: Vec<(Timestamp, String, String, Cents, String, Option<String>)> = tx
        .all(
            "SELECT p.created_at, p.number, p.purpose, p.amount_cents, p.status, \
             (SELECT MAX(t.id) FROM transactions t WHERE t.subscription_payment_id = p.id) \
             FROM subscription_payments p WHERE p.user_id = $1 ORDER BY p.created_at, p.id",
            (user_id,),
        )
        .await?;
    print_line!("payments");
    for (at, number, purpose, amount, status, transaction) in payments {
        let transaction = transaction.as_deref().unwrap_or("-");
        print_line!("  {at}  {number}  {purpose:<8} {amount:>7} EUR  {status:<10} transaction {transaction}");
    }
    let events: Vec<(Timestamp, String, String, String)> = tx
        .all(
            "SELECT at, kind, cause, detail FROM ledger_events WHERE user_id = $1 AND order_id IS NULL \
             ORDER BY at, id",
            (user_id,),
        )
        .await?;
    print_line!("history");
    for (at, kind, cause, detail) in events {
        print_line!("  {at}  {kind} by {cause}  {detail}");
    }
    Ok(())
}
