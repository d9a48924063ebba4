//! Durable background work: the queue, and the count of the jobs that run in this process. The `worker` runs them.

mod queue;
mod running;

pub use self::{
    queue::{
        Job, JobKind, claim, delete_finished, enqueue, enqueue_recurring, finish, give_back, retry, retry_one,
    },
    running::RunningJobs,
};
