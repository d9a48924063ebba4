//! The kinds of documents (spec §3): one file each, with the body and its rules.

mod announcement;
mod page;
mod section;
mod slider;
mod slider_rule;

pub use announcement::{ANNOUNCEMENT, AnnouncementBody};
pub use page::PageBody;
pub use section::SectionBody;
pub use slider::SliderBody;
pub use slider_rule::{SliderRule, SliderRuleKind};
