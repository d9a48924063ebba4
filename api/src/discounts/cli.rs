//! `heliriiul discounts …`.

use clap::Subcommand;
use heliriiul_db::Timestamp;
use time::Date;

use super::codes::{self, DiscountRef, DiscountRules, Scope};
use crate::{
    calendar::{end_of_day, parse_day, start_of_day},
    error::{ApiError, ApiResult},
    ledger::Operator,
    money::Percent,
    print::print_line,
    state::AppState,
};

#[derive(Subcommand)]
pub enum Discounts {
    /// Create a code.
    Create {
        code: String,
        /// What comes off, 1 to 100.
        #[arg(long)]
        percent: i64,
        /// What it can be used for.
        #[arg(long, value_enum, default_value_t = Scope::Cart)]
        scope: Scope,
        /// The first day, YYYY-MM-DD in Estonian time.
        #[arg(long, value_parser = parse_day)]
        from: Option<Date>,
        /// The last day, YYYY-MM-DD in Estonian time.
        #[arg(long, value_parser = parse_day)]
        until: Option<Date>,
        /// How many uses it has in all.
        #[arg(long, value_parser = clap::value_parser!(i64).range(1..))]
        max_uses: Option<i64>,
        /// How many uses one user has.
        #[arg(long, value_parser = clap::value_parser!(i64).range(1..))]
        max_per_user: Option<i64>,
    },
    /// List the codes.
    List,
    /// Revoke a code.
    Revoke { code: String },
}

pub async fn command(app: &AppState, command: Discounts) -> ApiResult<()> {
    match command {
        Discounts::Create { code, percent, scope, from, until, max_uses, max_per_user } => {
            let rules = DiscountRules {
                percent: Percent::try_from(percent)
                    .map_err(|_| ApiError::field("percent", "out-of-range"))?,
                scope,
                valid_from: from.and_then(start_of_day),
                valid_until: until.and_then(end_of_day),
                max_uses,
                max_per_user,
            };
            let mut tx = app.db.write().await?;
            codes::create(&mut tx, &[code], &rules, operator(app)).await?;
            Ok(tx.commit().await?)
        }
        Discounts::List => list(app).await,
        Discounts::Revoke { code } => {
            let mut tx = app.db.write().await?;
            codes::revoke(&mut tx, DiscountRef::Code(&code), operator(app)).await?;
            Ok(tx.commit().await?)
        }
    }
}

fn operator(app: &AppState) -> Operator<'static> {
    Operator { admin: None, reason: "", now: app.clock.now() }
}

#[derive(sqlx::FromRow)]
struct Row {
    code: String,
    percent: Percent,
    scope: String,
    valid_from: Option<Timestamp>,
    valid_until: Option<Timestamp>,
    max_uses: Option<i64>,
    max_per_user: Option<i64>,
    uses: i64,
    revoked_at: Option<Timestamp>,
}

async fn list(app: &AppState) -> ApiResult<()> {
    let rows: Vec<Row> = app.db.all("SELECT * FROM discounts ORDER BY created_at, id", ()).await?;
    for row in rows {
        let most = |limit: Option<i64>| limit.map_or_else(|| "∞".to_owned(), |limit| limit.to_string());
        let at = |moment: Option<Timestamp>| moment.map_or_else(|| "-".to_owned(), |at| at.to_string());
        print_line!(
            "{:<20} {:>3} %  {:<7}  used {} of {}, {} a person  from {} until {}{}",
            row.code,
            row.percent.get(),
            row.scope,
            row.uses,
            most(row.max_uses),
            most(row.max_per_user),
            at(row.valid_from),
            at(row.valid_until),
            row.revoked_at.map_or_else(String::new, |at| format!("  revoked {at}")),
        );
    }
    Ok(())
}
