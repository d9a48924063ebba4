//! Previews: a signed address shows the store as if a draft were published. It needs no login and is valid for a day.

mod context;
mod load;
mod token;

pub use context::{PreviewContext, current, is_expired, marked_until, with_context};
pub use load::load;
pub use token::{PARAMETER, PREVIEW_LIFETIME, Preview, Previews};
