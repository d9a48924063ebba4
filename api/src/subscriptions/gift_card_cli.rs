//! `heliriiul gift-cards …`.

use clap::Subcommand;
use heliriiul_db::{GiftCardId, Timestamp};

use super::{
    Plan,
    gift_card_batches::{self, GiftCardRef, NewGiftCards},
};
use crate::{
    calendar::{end_of_day, parse_day},
    error::ApiResult,
    ledger::Operator,
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

pub async fn command(app: &AppState, command: GiftCards) -> ApiResult<()> {
    match command {
        GiftCards::Create { plan, months, count, until, note } => {
            let valid_until = until.and_then(end_of_day);
            let new = NewGiftCards { plan, months, count, valid_until, note: &note };
            let mut tx = app.db.write().await?;
            let codes =
                gift_card_batches::create(&mut tx, &new, Operator::cli(&note, app.clock.now())).await?;
            tx.commit().await?;
            for code in codes {
                print_line!("{code}");
            }
            Ok(())
        }
        GiftCards::List => list(app).await,
        GiftCards::Revoke { card } => {
            let card = card.trim();
            let card = card.parse().map_or(GiftCardRef::Code(card), GiftCardRef::Id);
            let mut tx = app.db.write().await?;
            gift_card_batches::revoke(&mut tx, card, Operator::cli("", app.clock.now())).await?;
            Ok(tx.commit().await?)
        }
    }
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
