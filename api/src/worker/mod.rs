//! The work that runs in the background of a server.

mod cleanup;
pub mod cli;
mod runner;

use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use self::runner::run_due;
use crate::{change_feed, state::AppState};

/// Starts the background work. It ends when `stop` is cancelled.
pub fn start(app: &AppState, tasks: &TaskTracker, stop: &CancellationToken) {
    tasks.spawn(stop.clone().run_until_cancelled_owned(change_feed::run(app.clone())));
    tasks.spawn(stop.clone().run_until_cancelled_owned(app.metrics.clone().drain_samples()));
    tasks.spawn(runner::run(app.clone(), stop.clone()));
}
