//! The change feed: how far this node has followed it, and the follower that refreshes what is in memory.

mod follower;
mod progress;

pub use self::{
    follower::{catch_up, follow, load},
    progress::ChangeFeed,
};
