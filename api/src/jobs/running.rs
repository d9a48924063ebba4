//! Counts the jobs that run in this process.

use tokio::sync::watch;

pub struct RunningJobs(watch::Sender<usize>);

impl Default for RunningJobs {
    fn default() -> Self {
        Self(watch::Sender::new(0))
    }
}

/// Counts as one running job until it is dropped.
pub struct RunningJob(watch::Sender<usize>);

impl RunningJobs {
    pub fn begin(&self) -> RunningJob {
        self.0.send_modify(|count| *count += 1);
        RunningJob(self.0.clone())
    }

    /// Waits until no job runs. Returns whether it had to wait.
    pub async fn wait_for_none(&self) -> bool {
        let mut count = self.0.subscribe();
        if *count.borrow_and_update() == 0 {
            return false;
        }
        // The sender lives as long as `self`, so this cannot fail.
        let _ = count.wait_for(|count| *count == 0).await;
        true
    }
}

impl Drop for RunningJob {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
