//! Receipt numbers without gaps, codes and gift cards used once, and the library of the paid orders.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::{Faults, rows::Rows};

pub fn check(rows: &Rows, faults: &mut Faults) {
    receipts(rows, faults);
    library(rows, faults);
    codes(rows, faults);
    gift_cards(rows, faults);
}

fn receipts(rows: &Rows, faults: &mut Faults) {
    let orders = rows.orders.iter().filter_map(|order| order.receipt_number);
    let payments = rows.payments.iter().filter_map(|payment| payment.receipt_number);
    let numbers: Vec<i64> = orders.chain(payments).collect();
    let different: BTreeSet<i64> = numbers.iter().copied().collect();
    faults.unless(different.len() == numbers.len(), "a receipt number is given twice");
    let wanted: BTreeSet<i64> = (1..=rows.last_receipt).collect();
    faults.unless(different == wanted, format_args!("receipts {different:?} up to {}", rows.last_receipt));
    let emails = rows.receipt_emails;
    faults.unless(
        emails == rows.last_receipt,
        format_args!("{emails} emails for {} receipts", rows.last_receipt),
    );
}

fn library(rows: &Rows, faults: &mut Faults) {
    let paid = rows.lines.iter().map(|line| (line, rows.order(line.order_id)));
    let bought: HashSet<_> = paid
        .filter(|(_, order)| order.status == "paid")
        .map(|(line, order)| (order.user_id, line.book_id))
        .collect();
    let library: HashSet<_> = rows.library.iter().map(|entry| (entry.user_id, entry.book_id)).collect();
    for (user, book) in bought.symmetric_difference(&library) {
        faults.unless(false, format_args!("{book} of {user} is either paid or in the library, not both"));
    }
}

fn codes(rows: &Rows, faults: &mut Faults) {
    let late: usize = rows.incidents.iter().filter(|incident| incident.kind == "late-payment").count();
    let mut over = 0;
    for code in &rows.codes {
        let name = &code.code;
        let of_orders = rows.code_uses.iter().filter(|id| **id == code.id).count();
        let activated: Vec<_> =
            rows.activated_codes.iter().filter(|activated| activated.discount_id == code.id).collect();
        let of_payments: i64 =
            activated.iter().map(|activated| activated.payments + i64::from(activated.reserved)).sum();
        let used = i64::try_from(of_orders).unwrap() + of_payments;
        faults.unless(used == code.uses, format_args!("{name} counts {} uses and has {used}", code.uses));
        let orders = rows.orders.iter().filter(|order| order.status == "paid");
        let payments = rows.payments.iter().filter(|payment| payment.status == "paid");
        let paid = orders.filter(|order| order.discount_id == Some(code.id)).count()
            + payments.filter(|payment| payment.discount_id == Some(code.id)).count();
        let most = code.max_uses.map_or(usize::MAX, |most| usize::try_from(most).unwrap());
        over += paid.saturating_sub(most);
    }
    // A payment that comes late is delivered at its price, as an incident.
    faults.unless(over <= late, format_args!("codes have {over} uses too many and {late} incidents"));
}

fn gift_cards(rows: &Rows, faults: &mut Faults) {
    let mut months = HashMap::new();
    for period in &rows.periods {
        if let Some(card) = period.gift_card_id {
            months.entry((card, period.user_id)).and_modify(|months| *months += 1).or_insert(1_i64);
        }
    }
    for card in &rows.gift_cards {
        let given: Vec<_> = months.iter().filter(|((id, _), _)| *id == card.id).collect();
        let holds = match card.activated_by {
            Some(user) => {
                matches!(given[..], [(&(_, owner), &months)] if owner == user && months == card.months)
            }
            None => given.is_empty(),
        };
        let id = card.id;
        faults.unless(holds, format_args!("gift card {id} of {:?} has given {given:?}", card.activated_by));
    }
}
