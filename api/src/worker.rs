//! The work that runs in the background of a server.

use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{change_feed, jobs, ops, state::AppState};

/// Starts the background work. It ends when `stop` is cancelled.
pub fn start(state: &AppState, tasks: &TaskTracker, stop: &CancellationToken) {
    tasks.spawn(stop.clone().run_until_cancelled_owned(change_feed::follow(state.clone())));
    tasks.spawn(stop.clone().run_until_cancelled_owned(ops::keep_metrics_small(state.clone())));
    tasks.spawn(jobs::run(state.clone(), stop.clone()));
}
