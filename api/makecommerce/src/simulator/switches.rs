//! Switches that make the simulator misbehave, for one transaction or for all.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::{Json, extract::State};
use heliriiul_db::Cents;
use serde::{Deserialize, Serialize};

use super::error::{SimulatorError, SimulatorResult};

/// How the simulator misbehaves. A restart of the process turns everything off.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Switches {
    /// Each notification is sent again this many times.
    pub duplicate: u8,
    /// A notification of an earlier state follows the last one.
    pub reordered: bool,
    /// Notifications are delayed by this time.
    pub late_millis: u64,
    /// No notification is sent.
    pub silent: bool,
    /// Messages have a wrong MAC.
    pub wrong_mac: bool,
    /// Messages name another shop.
    pub other_shop: bool,
    /// Messages and the API report this amount.
    pub amount: Option<Cents>,
    /// This many API calls do their work and return 500.
    pub errors: u8,
    /// This many API calls do their work and never respond.
    pub hangs: u8,
    /// This many API calls return 500 and do nothing.
    pub lost: u8,
    /// This many API calls return 429 and do nothing.
    pub rate_limited: u8,
    /// API calls do their work and respond after this time.
    pub slow_millis: u64,
    /// Limits the five switches above to one kind of call.
    pub only: Option<Call>,
    /// This many charges of saved cards are declined.
    pub declines: u8,
    /// Cards entered from now on give tokens that can be charged once.
    pub single_use: bool,
    /// Cards entered from now on have expired.
    pub expired_card: bool,
    /// Transactions of 0.00 are refused, when they are created and when a card is entered.
    pub refuse_zero: bool,
    /// After the card is verified, the shop must make the charge.
    pub leave_pending: bool,
    /// This many refunds are refused since the payment is still being processed.
    pub processing: u8,
    /// Refunds end as FAILED.
    pub refunds_fail: bool,
    /// Refunds stay CREATED until they are read with this switch off.
    pub refunds_wait: bool,
}

impl Switches {
    fn apply_to(&self, call: Call) -> bool {
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

/// A fault of an API call that has done its work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    Error,
    Hang,
}

/// The switches of each transaction, and under `None` those of all others.
#[derive(Clone, Default)]
pub struct Switchboard(Arc<Mutex<HashMap<Option<String>, Switches>>>);

impl Switchboard {
    /// The switches that apply to a transaction.
    pub fn of(&self, transaction_id: &str) -> Switches {
        self.with(transaction_id, |switches| switches.clone())
    }

    /// Counts an API call before its work; fails when a switch rejects the call.
    pub fn admit(&self, transaction_id: &str, call: Call) -> SimulatorResult<()> {
        self.with(transaction_id, |switches| {
            if switches.apply_to(call) && count_down(&mut switches.lost) {
                return Err(SimulatorError::INTERNAL);
            }
            if switches.apply_to(call) && count_down(&mut switches.rate_limited) {
                return Err(SimulatorError::TOO_MANY);
            }
            Ok(())
        })
    }

    /// How much later than usual an API call responds.
    pub fn delay(&self, transaction_id: &str, call: Call) -> Duration {
        self.with(transaction_id, |switches| {
            Duration::from_millis(if switches.apply_to(call) { switches.slow_millis } else { 0 })
        })
    }

    /// Counts an API call after its work; returns the fault that a switch asks for.
    pub fn next_fault(&self, transaction_id: &str, call: Call) -> Option<Fault> {
        self.with(transaction_id, |switches| {
            if switches.apply_to(call) && count_down(&mut switches.errors) {
                return Some(Fault::Error);
            }
            (switches.apply_to(call) && count_down(&mut switches.hangs)).then_some(Fault::Hang)
        })
    }

    /// Whether a counted switch of a transaction was on; counts it down.
    pub fn take(&self, transaction_id: &str, switch: fn(&mut Switches) -> &mut u8) -> bool {
        self.with(transaction_id, |switches| count_down(switch(switches)))
    }

    fn with<T>(&self, transaction_id: &str, act: impl FnOnce(&mut Switches) -> T) -> T {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let own = Some(transaction_id.to_owned());
        let key = if all.contains_key(&own) { own } else { None };
        act(all.entry(key).or_default())
    }
}

/// Whether anything was left to count.
fn count_down(left: &mut u8) -> bool {
    let counted = *left > 0;
    *left = left.saturating_sub(1);
    counted
}

#[derive(Deserialize)]
pub struct SetSwitches {
    /// Missing: all transactions without switches of their own.
    transaction: Option<String>,
    #[serde(flatten)]
    switches: Switches,
}

/// `POST /_sandbox/makecommerce/switches`: a switch that is left out is off.
pub async fn set_switches(
    State(switchboard): State<Switchboard>,
    Json(body): Json<SetSwitches>,
) -> Json<Switches> {
    let mut all = switchboard.0.lock().unwrap_or_else(PoisonError::into_inner);
    all.insert(body.transaction, body.switches.clone());
    Json(body.switches)
}
