//! The work that runs in the background of a server.

mod cleanup;
pub mod cli;
mod runner;

use std::time::Duration;

use tokio_util::{sync::CancellationToken, task::TaskTracker};

pub use self::runner::run_due;
use crate::{change_feed, state::AppState};

/// How often the seconds of sound that were sent are written. A node that dies loses so much.
const FLUSH_SERVED_SOUND: Duration = Duration::from_secs(20);

/// Starts the background work. It ends when `stop` is cancelled.
pub fn start(app: &AppState, tasks: &TaskTracker, stop: &CancellationToken) {
    tasks.spawn(stop.clone().run_until_cancelled_owned(change_feed::run(app.clone())));
    tasks.spawn(stop.clone().run_until_cancelled_owned(app.metrics.clone().drain_samples()));
    tasks.spawn(stop.clone().run_until_cancelled_owned(flush_served_sound(app.clone())));
    tasks.spawn(runner::run(app.clone(), stop.clone()));
}

async fn flush_served_sound(app: AppState) {
    loop {
        tokio::time::sleep(FLUSH_SERVED_SOUND).await;
        if let Err(error) = app.served_sound.flush(&app.db, &app.clock).await {
            tracing::warn!(%error, "the sound that was sent cannot be recorded now");
        }
    }
}
