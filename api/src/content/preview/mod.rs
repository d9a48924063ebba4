//! Previews: signed addresses under which anybody who has them sees the store, for a day, as if a draft were published.

mod context;
mod load;
mod token;

pub use context::{PreviewContext, current, is_expired, marked_until, with_context};
pub use load::load;
pub use token::{PARAMETER, PREVIEW_LIFETIME, Preview, Previews};
