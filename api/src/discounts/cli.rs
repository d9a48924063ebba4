//! `heliriiul discounts …`.

use clap::{Subcommand, ValueEnum};
use heliriiul_db::{DiscountId, Timestamp};
use time::Date;

use super::code_key;
use crate::{
    calendar::{end_of_day, parse_day, start_of_day},
    error::{ApiError, ApiResult, Code},
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

#[derive(Clone, Copy, Debug, ValueEnum, sqlx::Type)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum Scope {
    Cart,
    Subscription,
    Both,
}

pub async fn command(app: &AppState, command: Discounts) -> ApiResult<()> {
    match command {
        Discounts::Create { code, percent, scope, from, until, max_uses, max_per_user } => {
            let percent = Percent::try_from(percent)
                .ok()
                .filter(|percent| *percent > Percent::ZERO)
                .ok_or_else(|| ApiError::field("percent", "out-of-range"))?;
            let code = code.trim();
            if code.is_empty() || code.len() > 64 {
                return Err(ApiError::field("code", "invalid"));
            }
            let created = app
                .db
                .execute(
                    "INSERT INTO discounts (id, code, code_key, percent, scope, valid_from, valid_until, \
                     max_uses, max_per_user, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
                     ON CONFLICT (code_key) DO NOTHING",
                    (
                        DiscountId::new(),
                        code,
                        code_key(code),
                        percent,
                        scope,
                        from.and_then(start_of_day),
                        until.and_then(end_of_day),
                        max_uses,
                        max_per_user,
                        app.clock.now(),
                    ),
                )
                .await?;
            let conflict = || ApiError::new(Code::Conflict, "There is such a code already.");
            if created == 0 { Err(conflict()) } else { Ok(()) }
        }
        Discounts::List => list(app).await,
        Discounts::Revoke { code } => revoke(app, &code).await,
    }
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

async fn revoke(app: &AppState, code: &str) -> ApiResult<()> {
    let sql = "UPDATE discounts SET revoked_at = $2 WHERE code_key = $1 AND revoked_at IS NULL";
    let revoked = app.db.execute(sql, (code_key(code), app.clock.now())).await?;
    if revoked == 0 { Err(ApiError::not_found("There is no such active code.")) } else { Ok(()) }
}
