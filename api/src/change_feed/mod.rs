//! The change feed of this node: the last applied change, and the follower that refreshes snapshots, index and cached
//! pages.

mod follower;
mod progress;

pub use self::{
    follower::{catch_up, follow, load},
    progress::ChangeFeed,
};
