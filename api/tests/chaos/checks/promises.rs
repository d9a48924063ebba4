//! What was answered with success is there.

use std::collections::HashMap;

use heliriiul::token::token_hash;

use super::{Faults, rows::Rows};
use crate::record::Promise;

pub fn check(rows: &Rows, promises: &[Promise], faults: &mut Faults) {
    let mut upgrades: HashMap<&str, usize> = HashMap::new();
    for promise in promises {
        let holds = match promise {
            Promise::Registered { email } => rows.users.contains_key(email),
            Promise::Ordered { order, transaction } => {
                let is_known = |id: &String| rows.transactions.iter().any(|known| known.id == *id);
                rows.orders.iter().any(|known| known.id.to_string() == *order)
                    && transaction.as_ref().is_none_or(is_known)
            }
            Promise::OrderPaid { order } => {
                rows.orders.iter().any(|known| known.id.to_string() == *order && known.status == "paid")
            }
            Promise::Completed { transaction } => rows.paid().any(|known| known.id == *transaction),
            Promise::Upgraded { email } => {
                *upgrades.entry(email).or_default() += 1;
                true
            }
            Promise::GiftCard { email, code } => {
                let hash = token_hash(code);
                let card = rows.gift_cards.iter().find(|card| card.code_hash == hash);
                card.is_some_and(|card| {
                    card.activated_by.is_some() && card.activated_by == rows.users.get(email).copied()
                })
            }
            Promise::Discount { email, code } => {
                let code = rows.codes.iter().find(|known| known.code == *code).map(|known| known.id);
                rows.activated_codes.iter().any(|activated| {
                    Some(activated.discount_id) == code && Some(&activated.user_id) == rows.users.get(email)
                })
            }
            Promise::Stopped(stop) => {
                let user = rows.users.get(&stop.email).copied();
                rows.events.iter().any(|event| event.user_id == user && event.kind == "subscription-stopped")
            }
        };
        faults.unless(holds, format_args!("answered with success, and not there: {promise:?}"));
    }
    for (email, answered) in upgrades {
        let user = rows.users.get(email).copied();
        let made =
            rows.events.iter().filter(|event| event.user_id == user && event.kind == "subscription-upgraded");
        let made = made.count();
        faults.unless(answered <= made, format_args!("{email}: {answered} upgrades answered, {made} made"));
    }
}
