//! `heliriiul subscriptions …`.

use clap::{Args, Subcommand};
use heliriiul_db::{Timestamp, Tx, UserId};

use super::{
    Plan, discounts, find,
    operator_changes::{self, SubscriptionChange},
    saved_card,
};
use crate::{
    accounts::email_key,
    error::{ApiError, ApiResult, Code},
    ledger::Operator,
    money::Cents,
    print::print_line,
    state::AppState,
};

#[derive(Subcommand)]
pub enum Subscriptions {
    /// Show a user's subscription, its periods, payments and history.
    Show { email: String },
    /// Stop the renewal; access lasts to the end of what is paid.
    End {
        #[command(flatten)]
        whose: Whose,
        /// End the access at once. Nothing is refunded by it.
        #[arg(long)]
        now: bool,
    },
    /// Add free days after what is paid.
    Extend {
        #[command(flatten)]
        whose: Whose,
        #[arg(long)]
        days: i64,
    },
    /// Add free months after what is paid.
    Give {
        #[command(flatten)]
        whose: Whose,
        #[arg(long, value_enum, ignore_case = true)]
        plan: Plan,
        #[arg(long)]
        months: i64,
    },
    /// Move the next renewal to a later day. The days until then are free.
    MoveRenewal {
        #[command(flatten)]
        whose: Whose,
        /// YYYY-MM-DD in Estonian time.
        #[arg(long)]
        day: String,
    },
    /// Change the plan, without a charge.
    ChangePlan {
        #[command(flatten)]
        whose: Whose,
        #[arg(long, value_enum, ignore_case = true)]
        plan: Plan,
        /// From the next renewal on.
        #[arg(long)]
        at_renewal: bool,
    },
    /// Undo the last of these changes, if nothing else has changed the subscription since.
    Undo {
        #[command(flatten)]
        whose: Whose,
    },
}

/// Whose subscription to change, and why.
#[derive(Args)]
pub struct Whose {
    email: String,
    #[arg(long)]
    reason: String,
}

pub async fn command(app: &AppState, command: Subscriptions) -> ApiResult<()> {
    let (whose, change) = match command {
        Subscriptions::Show { email } => return show(app, &email).await,
        Subscriptions::Undo { whose } => return undo(app, &whose).await,
        Subscriptions::End { whose, now: true } => (whose, SubscriptionChange::EndNow),
        Subscriptions::End { whose, now: false } => (whose, SubscriptionChange::EndAtPeriodEnd),
        Subscriptions::Extend { whose, days } => (whose, SubscriptionChange::Extend { days }),
        Subscriptions::Give { whose, plan, months } => {
            (whose, SubscriptionChange::GiveMonths { plan, months })
        }
        Subscriptions::MoveRenewal { whose, day } => (whose, SubscriptionChange::MoveRenewal { day }),
        Subscriptions::ChangePlan { whose, plan, at_renewal: true } => {
            (whose, SubscriptionChange::ChangeNextPlan { plan })
        }
        Subscriptions::ChangePlan { whose, plan, at_renewal: false } => {
            (whose, SubscriptionChange::ChangePlan { plan })
        }
    };
    let operator = Operator::cli(&whose.reason, app.clock.now());
    let mut tx = app.db.write().await?;
    let user_id = find_user(&mut tx, &whose.email).await?;
    operator_changes::change(&app.config.shop, &app.mailer, &mut tx, user_id, &change, operator).await?;
    tx.commit().await?;
    show(app, &whose.email).await
}

async fn undo(app: &AppState, whose: &Whose) -> ApiResult<()> {
    let operator = Operator::cli(&whose.reason, app.clock.now());
    let mut tx = app.db.write().await?;
    let user_id = find_user(&mut tx, &whose.email).await?;
    let last = operator_changes::undoable(&mut tx, user_id).await?;
    let last = last.ok_or_else(|| ApiError::new(Code::Conflict, "There is no change that can be undone."))?;
    operator_changes::undo(&mut tx, user_id, last.event, operator).await?;
    tx.commit().await?;
    show(app, &whose.email).await
}

async fn find_user(tx: &mut Tx, email: &str) -> ApiResult<UserId> {
    let found = tx.optional_scalar("SELECT id FROM users WHERE email_key = $1", (email_key(email),)).await?;
    found.ok_or_else(|| ApiError::not_found("There is no such account."))
}

async fn show(app: &AppState, email: &str) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.read().await?;
    let user_id = find_user(&mut tx, email).await?;
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
