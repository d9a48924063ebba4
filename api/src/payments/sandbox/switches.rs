//! Faults to order: how the simulator misbehaves, for one transaction or for all.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use axum::Extension;
use serde::{Deserialize, Serialize};

use crate::{extract::Json, money::Cents};

/// How the simulator misbehaves. Forgotten with the process.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Switches {
    /// Each notification is sent this many times more.
    pub duplicate: u8,
    /// A notification of the state before follows the last one.
    pub reordered: bool,
    /// Notifications wait this long.
    pub late_millis: u64,
    /// No notification is sent.
    pub silent: bool,
    /// Messages carry a MAC that does not fit.
    pub wrong_mac: bool,
    /// Messages name another shop.
    pub other_shop: bool,
    /// Messages and the API tell this amount.
    pub amount: Option<Cents>,
    /// So many calls to the API do their work and answer 500.
    pub errors: u8,
    /// So many calls to the API do their work and never answer.
    pub hangs: u8,
    /// So many calls to the API answer 500 and do nothing.
    pub lost: u8,
    /// So many calls to the API answer 429 and do nothing.
    pub rate_limited: u8,
    /// The four above are met by such calls alone.
    pub only: Option<Call>,
    /// So many charges of kept cards are declined.
    pub declines: u8,
    /// Cards shown from now on give tokens that can be charged once.
    pub single_use: bool,
    /// Cards shown from now on have run out.
    pub expired_card: bool,
    /// Transactions of 0.00 are refused, at their making and when a card is shown.
    pub refuse_zero: bool,
    /// A verified card leaves its payment to the shop.
    pub leave_pending: bool,
    /// So many refunds are told that the payment is still being processed.
    pub processing: u8,
    /// Refunds end as FAILED.
    pub refunds_fail: bool,
    /// Refunds stay CREATED; asked about with this off again, they end.
    pub refunds_wait: bool,
}

impl Switches {
    fn meets(&self, call: Call) -> bool {
        self.only.is_none_or(|only| only == call)
    }
}

/// A kind of call to the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Call {
    Create,
    Get,
    Charge,
    Refund,
}

/// A call to the API that goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Error,
    Hang,
}

/// A call to the API that is turned away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refused {
    Lost,
    TooFast,
}

/// The switches of each transaction, and under `None` those of all others.
#[derive(Clone, Default)]
pub struct Switchboard(Arc<Mutex<HashMap<Option<String>, Switches>>>);

impl Switchboard {
    pub fn of(&self, transaction_id: &str) -> Switches {
        self.with(transaction_id, |switches| switches.clone())
    }

    /// Counts a call to the API; the fault that it meets.
    pub fn next_fault(&self, transaction_id: &str, call: Call) -> Option<Fault> {
        self.with(transaction_id, |switches| {
            switches.meets(call).then_some(())?;
            let (left, fault) = if switches.errors > 0 {
                (&mut switches.errors, Fault::Error)
            } else {
                (&mut switches.hangs, Fault::Hang)
            };
            *left = left.checked_sub(1)?;
            Some(fault)
        })
    }

    /// Counts a call to the API that may be turned away before any work; whether it is, and how.
    pub fn turned_away(&self, transaction_id: &str, call: Call) -> Option<Refused> {
        self.with(transaction_id, |switches| {
            switches.meets(call).then_some(())?;
            let (left, refused) = if switches.lost > 0 {
                (&mut switches.lost, Refused::Lost)
            } else {
                (&mut switches.rate_limited, Refused::TooFast)
            };
            *left = left.checked_sub(1)?;
            Some(refused)
        })
    }

    /// Counts a charge; whether the bank declines it.
    pub fn declines(&self, transaction_id: &str) -> bool {
        self.with(transaction_id, |switches| count_down(&mut switches.declines))
    }

    /// Counts a refund; whether it comes too early.
    pub fn is_processing(&self, transaction_id: &str) -> bool {
        self.with(transaction_id, |switches| count_down(&mut switches.processing))
    }

    fn with<T>(&self, transaction_id: &str, act: impl FnOnce(&mut Switches) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = Some(transaction_id.to_owned());
        let key = if all.contains_key(&own) { own } else { None };
        act(all.entry(key).or_default())
    }
}

fn count_down(left: &mut u8) -> bool {
    let counted = *left > 0;
    *left = left.saturating_sub(1);
    counted
}

#[derive(Deserialize)]
pub struct SetSwitches {
    /// Missing: for all transactions that have none of their own.
    transaction: Option<String>,
    #[serde(flatten)]
    switches: Switches,
}

/// `POST /_sandbox/makecommerce/switches`: what is left out is off.
pub async fn set_switches(
    Extension(board): Extension<Switchboard>,
    Json(body): Json<SetSwitches>,
) -> Json<Switches> {
    let mut all = board.0.lock().unwrap_or_else(PoisonError::into_inner);
    all.insert(body.transaction, body.switches.clone());
    Json(body.switches)
}
