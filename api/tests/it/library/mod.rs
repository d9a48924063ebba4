//! The library, listening and media.

pub mod adding;
pub mod listening;
pub mod media;
pub mod positions;
