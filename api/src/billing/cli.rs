//! `heliriiul payments …`.

use clap::Subcommand;
use heliriiul_db::{BookId, DbResult, OrderId, RecordId, Timestamp, Tx};
use heliriiul_makecommerce::Status;

use super::{
    Refunded,
    refunds::{self, RefundRequest},
};
use crate::{
    error::{ApiError, ApiResult, Code},
    ledger::{Operator, RefundStatus},
    money::Cents,
    print::print_line,
    state::AppState,
};

#[derive(Subcommand)]
pub enum Payments {
    /// List the latest transactions.
    List {
        /// Only what needs an operator: the open incidents, and the refunds that have not been made.
        #[arg(long)]
        needs_attention: bool,
    },
    /// Show a transaction with its order or payment, events, incidents and refunds.
    Show { transaction: String },
    /// Refund a transaction: an amount, or all that is left.
    ///
    /// The same amount with the same comment is the same refund and is not sent again.
    Refund {
        transaction: String,
        /// Euro, such as 6.99.
        #[arg(long)]
        amount: Option<Cents>,
        /// The provider sees it.
        #[arg(long)]
        comment: String,
    },
    /// Refund a book of an order; it leaves the library when the provider accepts the refund.
    RefundBook {
        /// The number of the order, such as H10001.
        order: String,
        /// The book's id or a part of its title.
        book: String,
        /// The provider sees it.
        #[arg(long)]
        comment: String,
    },
    /// Mark an incident as resolved.
    Resolve { incident: RecordId },
}

pub async fn command(app: &AppState, command: Payments) -> ApiResult<()> {
    match command {
        Payments::List { needs_attention: true } => {
            list_incidents(app, None).await?;
            list_refunds(&mut app.db.read().await?, None).await
        }
        Payments::List { needs_attention: false } => {
            rows(&mut app.db.read().await?, None).await?.iter().for_each(Row::print);
            Ok(())
        }
        Payments::Show { transaction } => show(app, &transaction).await,
        Payments::Refund { transaction, amount, comment } => {
            let operator = Operator::cli(&comment, app.clock.now());
            let (transaction_id, comment) = (transaction.as_str(), comment.as_str());
            let request = RefundRequest { transaction_id, amount, book_id: None, comment, operator };
            let refunded = refunds::refund(app, request).await?;
            print(&refunded)
        }
        Payments::RefundBook { order, book, comment } => {
            let (order_id, book_id) = find_book(app, &order, &book).await?;
            let operator = Operator::cli(&comment, app.clock.now());
            print(&refunds::refund_book(app, order_id, book_id, operator).await?)
        }
        Payments::Resolve { incident } => resolve(app, incident).await,
    }
}

fn print(refunded: &Refunded) -> ApiResult<()> {
    let earlier =
        if refunded.is_repeat { ", sent before; nothing was sent now. See payments show" } else { "" };
    print_line!("{} EUR: {}{earlier}", refunded.amount, refunded.status.name());
    if refunded.status == RefundStatus::Failed {
        let detail = "The provider could not give it back; its balance may not suffice.";
        return Err(ApiError::new(Code::Conflict, detail));
    }
    Ok(())
}

/// Finds the one book of an order that is meant.
async fn find_book(app: &AppState, order: &str, book: &str) -> ApiResult<(OrderId, BookId)> {
    let lines: Vec<(OrderId, BookId, String)> = app
        .db
        .all(
            "SELECT o.id, l.book_id, l.title FROM orders o JOIN order_lines l ON l.order_id = o.id \
             WHERE o.number = $1 ORDER BY l.position",
            (order.trim().to_uppercase(),),
        )
        .await?;
    let is_meant = |(_, id, title): &&(OrderId, BookId, String)| {
        id.to_string() == book || title.to_lowercase().contains(&book.to_lowercase())
    };
    match lines.iter().filter(is_meant).collect::<Vec<_>>()[..] {
        [&(order_id, book_id, _)] => Ok((order_id, book_id)),
        [] => Err(ApiError::not_found("There is no such book in an order of this number.")),
        _ => Err(ApiError::new(Code::Conflict, "Several books of the order have this in their titles.")),
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    id: String,
    number: Option<String>,
    amount_cents: Cents,
    status: Status,
    order_status: Option<String>,
    created_at: Timestamp,
    next_check_at: Option<Timestamp>,
}

impl Row {
    fn print(&self) {
        let next = self.next_check_at.map_or_else(String::new, |at| format!("  asked again {at}"));
        print_line!(
            "{}  {}  {:>9} EUR  {:<13} {} ({}){next}",
            self.created_at,
            self.id,
            self.amount_cents.to_string(),
            format!("{:?}", self.status),
            self.number.as_deref().unwrap_or("-"),
            self.order_status.as_deref().unwrap_or("-"),
        );
    }
}

/// Returns the latest transactions, or the one with this id.
async fn rows(tx: &mut Tx, id: Option<&str>) -> DbResult<Vec<Row>> {
    tx.all(
        "SELECT t.id, COALESCE(o.number, p.number) AS number, t.amount_cents, t.status, \
         COALESCE(o.status, p.status) AS order_status, t.created_at, t.next_check_at \
         FROM transactions t \
         LEFT JOIN orders o ON o.id = t.order_id LEFT JOIN subscription_payments p \
         ON p.id = t.subscription_payment_id \
         WHERE $1 IS NULL OR t.id = $1 ORDER BY t.created_at DESC, t.id DESC LIMIT 100",
        (id,),
    )
    .await
}

#[derive(sqlx::FromRow)]
struct IncidentRow {
    id: RecordId,
    kind: String,
    transaction_id: Option<String>,
    amount_cents: Option<Cents>,
    detail: String,
    created_at: Timestamp,
    resolved_at: Option<Timestamp>,
}

/// Prints the open incidents, or all incidents of one transaction.
async fn list_incidents(app: &AppState, transaction_id: Option<&str>) -> ApiResult<()> {
    let rows: Vec<IncidentRow> = app
        .db
        .all(
            "SELECT * FROM payment_incidents WHERE ($1 IS NULL AND resolved_at IS NULL) \
             OR transaction_id = $1 ORDER BY created_at, id",
            (transaction_id,),
        )
        .await?;
    for incident in rows {
        let IncidentRow { id, kind, transaction_id, amount_cents, detail, created_at, resolved_at } =
            incident;
        let amount = amount_cents.map_or_else(|| "-".to_owned(), |amount| format!("{amount} EUR"));
        let transaction = transaction_id.as_deref().unwrap_or("-");
        let resolved = resolved_at.map_or_else(String::new, |at| format!(" (resolved {at})"));
        print_line!(
            "{created_at}  {id}  {kind}  {amount}  transaction {transaction}{resolved}\n    {detail}"
        );
    }
    Ok(())
}

/// Prints the refunds that are planned or have an unknown outcome, or all refunds of one transaction.
async fn list_refunds(tx: &mut Tx, transaction_id: Option<&str>) -> ApiResult<()> {
    let refunds: Vec<(Timestamp, String, Cents, String, String)> = tx
        .all(
            "SELECT created_at, transaction_id, amount_cents, status, comment FROM refunds \
             WHERE ($1 IS NULL AND status IN ('planned', 'sending')) OR transaction_id = $1 \
             ORDER BY created_at, id",
            (transaction_id,),
        )
        .await?;
    for (at, transaction, amount, status, comment) in refunds {
        let transaction =
            if transaction_id.is_none() { format!(", transaction {transaction}") } else { String::new() };
        print_line!("{at}  refund of {amount} EUR, {status}{transaction}: {comment}");
    }
    Ok(())
}

async fn show(app: &AppState, id: &str) -> ApiResult<()> {
    let mut tx = app.db.read().await?;
    let row = rows(&mut tx, Some(id)).await?.pop();
    row.ok_or_else(|| ApiError::not_found("There is no such transaction."))?.print();
    let events: Vec<(Timestamp, String, String, String)> = tx
        .all(
            "SELECT at, kind, cause, detail FROM ledger_events WHERE transaction_id = $1 \
             OR order_id = (SELECT order_id FROM transactions WHERE id = $1) ORDER BY at, id",
            (id,),
        )
        .await?;
    for (at, kind, cause, detail) in events {
        print_line!("{at}  {kind} by {cause}  {detail}");
    }
    list_refunds(&mut tx, Some(id)).await?;
    drop(tx);
    list_incidents(app, Some(id)).await
}

async fn resolve(app: &AppState, incident: RecordId) -> ApiResult<()> {
    let sql = "UPDATE payment_incidents SET resolved_at = $2 WHERE id = $1 AND resolved_at IS NULL";
    let resolved = app.db.execute(sql, (incident, app.clock.now())).await?;
    if resolved == 0 { Err(ApiError::not_found("There is no such open incident.")) } else { Ok(()) }
}
