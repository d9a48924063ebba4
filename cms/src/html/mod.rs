//! The HTML of documents: cleaned when it is saved, rendered when it is shown.

mod clean;
mod nesting;
mod raw_text;
mod references;
mod remove_images;
mod render;

pub use clean::{clean_html, clean_plain_html, plain_text};
pub use references::{HtmlReferences, Target, find_references, is_blank};
pub use remove_images::remove_images;
pub use render::{LinkResolver, ReaderImage, render};
