//! Every payment at the provider is delivered once or is an incident with a planned refund, and nothing is delivered
//! without a payment.

use std::collections::HashMap;

use super::{
    Faults,
    rows::{Provided, Rows, Transaction},
};
use crate::record::Record;

/// Events of a delivery that a transaction has paid for.
const DELIVERIES: [&str; 4] =
    ["order-paid", "subscription-joined", "subscription-renewed", "subscription-upgraded"];

/// Events after which a saved card may be charged again.
const RESTARTS: [&str; 3] = ["subscription-joined", "trial-started", "subscription-resumed"];

/// Incidents that no fault of this provider may cause.
const IMPOSSIBLE: [&str; 4] = ["unknown-transaction", "amount-differs", "transaction-lost", "book-vanished"];

pub fn check(rows: &Rows, faults: &mut Faults) {
    let known: HashMap<&str, &Transaction> =
        rows.transactions.iter().map(|transaction| (transaction.id.as_str(), transaction)).collect();
    for (id, provided) in rows.provided.iter().filter(|(_, provided)| provided.is_paid()) {
        match known.get(id.as_str()) {
            Some(transaction) => delivered_once(rows, provided, transaction, faults),
            None => faults.unless(false, format_args!("{id} is paid and the store does not know it")),
        }
    }
    for transaction in rows.paid() {
        let id = &transaction.id;
        let is_paid = rows.provided.get(id).is_some_and(Provided::is_paid);
        faults.unless(is_paid, format_args!("{id} is paid in the store and not at the provider"));
    }
    let provided: i64 =
        rows.provided.values().filter(|provided| provided.is_paid()).map(|provided| provided.amount).sum();
    let received: i64 = rows.paid().map(|transaction| transaction.amount_cents).sum();
    faults.unless(
        received == provided,
        format_args!("{provided} ct at the provider, {received} ct in the store"),
    );
    paid_things_have_money(rows, faults);
    one_charge_for_each_period(rows, faults);
    for incident in &rows.incidents {
        let is_impossible = IMPOSSIBLE.contains(&incident.kind.as_str())
            || (incident.kind == "job-fails" && incident.resolved_at.is_none());
        faults.unless(!is_impossible, format_args!("an incident {}: {}", incident.kind, incident.detail));
    }
}

fn delivered_once(rows: &Rows, provided: &Provided, transaction: &Transaction, faults: &mut Faults) {
    let Transaction { id, amount_cents, status, .. } = transaction;
    let paid_for = &provided.reference;
    faults
        .unless(status == "COMPLETED", format_args!("{id} of {paid_for} is paid, and {status} in the store"));
    faults.unless(
        *amount_cents == provided.amount,
        format_args!("{id}: {amount_cents} ct is not what was paid"),
    );
    if provided.amount == 0 {
        return;
    }
    let deliveries = rows.events.iter().filter(|event| {
        event.transaction_id.as_deref() == Some(id) && DELIVERIES.contains(&event.kind.as_str())
    });
    let (deliveries, planned) = (deliveries.count(), rows.planned(id));
    let delivered = match (transaction.order_id, transaction.subscription_payment_id) {
        (Some(order), _) if deliveries == 1 => {
            let lines = rows.lines.iter().filter(|line| {
                line.order_id == order
                    && rows
                        .library
                        .iter()
                        .any(|entry| entry.order_id == Some(order) && entry.book_id == line.book_id)
            });
            lines.map(|line| line.price_cents).sum()
        }
        (_, Some(_)) if deliveries == 1 => provided.amount,
        _ => 0,
    };
    faults.unless(
        deliveries <= 1 && delivered + planned == provided.amount,
        format_args!(
            "{id} of {paid_for}: {} ct paid, {deliveries} deliveries of {delivered} ct, {planned} ct planned to refund",
            provided.amount,
        ),
    );
    let has_incident = rows.incidents.iter().any(|incident| incident.transaction_id.as_deref() == Some(id));
    faults.unless(planned == 0 || has_incident, format_args!("{id}: a planned refund without an incident"));
}

/// A paid order or payment of more than 0 has a paid transaction, and a paid month has its billing period.
fn paid_things_have_money(rows: &Rows, faults: &mut Faults) {
    for order in rows.orders.iter().filter(|order| order.status == "paid" && order.total_cents > 0) {
        let paid = rows.paid().filter(|transaction| transaction.order_id == Some(order.id)).count();
        faults.unless(paid > 0, format_args!("order {} is paid without money", order.number));
    }
    for payment in rows.payments.iter().filter(|payment| payment.status == "paid") {
        let paid: Vec<&Transaction> =
            rows.paid().filter(|paid| paid.subscription_payment_id == Some(payment.id)).collect();
        let number = &payment.number;
        faults.unless(
            payment.amount_cents == 0 || !paid.is_empty(),
            format_args!("payment {number} ({}) is paid without money", payment.purpose),
        );
        if !matches!(payment.purpose.as_str(), "join" | "renewal") {
            continue;
        }
        let is_refunded = !paid.is_empty() && paid.iter().all(|paid| rows.planned(&paid.id) > 0);
        let periods = rows.periods.iter().filter(|period| period.payment_id == Some(payment.id)).count();
        let wanted = usize::from(!is_refunded);
        faults.unless(
            periods == wanted || (payment.amount_cents == 0 && periods <= 1),
            format_args!("payment {number} ({}) has {periods} periods instead of {wanted}", payment.purpose),
        );
    }
}

/// No month is charged twice and no upgrade, not even with a planned refund; periods do not overlap.
fn one_charge_for_each_period(rows: &Rows, faults: &mut Faults) {
    let mut charges = HashMap::new();
    for transaction in rows.paid().filter(|transaction| transaction.amount_cents > 0) {
        let Some(payment) = transaction.subscription_payment_id.map(|id| rows.payment(id)) else { continue };
        if let Some(start) = payment.period_start {
            charges
                .entry((payment.user_id, payment.purpose.as_str(), start))
                .or_insert_with(Vec::new)
                .push(transaction);
        }
    }
    for ((user, purpose, start), transactions) in charges {
        let ids: Vec<&str> = transactions.iter().map(|transaction| transaction.id.as_str()).collect();
        faults.unless(ids.len() == 1, format_args!("{purpose} of {user} from {start} is charged by {ids:?}"));
    }
    let mut ends = HashMap::new();
    for period in &rows.periods {
        let end = ends.insert(period.user_id, period.ends_at);
        let overlaps = end.is_some_and(|end| end > period.starts_at);
        let (user, start) = (period.user_id, period.starts_at);
        faults
            .unless(!overlaps, format_args!("the {} period of {user} from {start} overlaps", period.source));
    }
}

/// No renewal is charged after a stop was answered with success, and a stop lasts until the subscriber restarts.
pub fn check_stops(rows: &Rows, record: &Record, faults: &mut Faults) {
    for promise in record.promises() {
        let crate::record::Promise::Stopped(stop) = promise else { continue };
        let Some(&user) = rows.users.get(&stop.email) else { continue };
        let restarts: Vec<_> = rows
            .events
            .iter()
            .filter(|event| event.user_id == Some(user) && RESTARTS.contains(&event.kind.as_str()))
            .map(|event| event.at)
            .filter(|at| *at >= stop.sent_at)
            .collect();
        let email = &stop.email;
        faults.unless(
            !restarts.is_empty() || !rows.renewing.contains(&user),
            format_args!("{email} has stopped, and the subscription renews"),
        );
        for charge in record.charges().iter().filter(|charge| charge.arrived > stop.answered) {
            let transaction = rows.transactions.iter().find(|known| known.id == charge.transaction);
            let payment =
                transaction.and_then(|known| known.subscription_payment_id).map(|id| rows.payment(id));
            let is_renewal =
                payment.is_some_and(|payment| payment.user_id == user && payment.purpose == "renewal");
            let has_restarted = restarts.iter().any(|at| *at <= charge.arrived_at);
            let id = &charge.transaction;
            faults.unless(
                !is_renewal || has_restarted,
                format_args!("{email} has stopped, and {id} is charged for a renewal"),
            );
        }
    }
}
