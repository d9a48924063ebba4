//! What must hold after a run: the provider's money against the store's rows, and the answers with success.

mod money;
mod numbers;
mod promises;
mod rows;

use std::fmt::Display;

use heliriiul_db::Db;

use self::rows::Rows;
use crate::actors::World;

/// What the checks have found.
pub struct Found {
    pub faults: Vec<String>,
    pub transactions: usize,
    pub paid: usize,
    pub incidents: usize,
}

/// The faults so far.
#[derive(Default)]
pub struct Faults(Vec<String>);

impl Faults {
    fn unless(&mut self, holds: bool, fault: impl Display) {
        if !holds {
            self.0.push(fault.to_string());
        }
    }
}

pub async fn run(world: &World, db: &Db) -> Found {
    let rows = Rows::read(db, &world.provider.db).await;
    let mut faults = Faults::default();
    money::check(&rows, &mut faults);
    money::check_stops(&rows, &world.record, &mut faults);
    numbers::check(&rows, &mut faults);
    promises::check(&rows, &world.record.promises(), &mut faults);
    Found {
        faults: faults.0,
        transactions: rows.provided.len(),
        paid: rows.provided.values().filter(|provided| provided.is_paid() && provided.amount > 0).count(),
        incidents: rows.incidents.len(),
    }
}
