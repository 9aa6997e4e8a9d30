//! What an upload may contain: the limits, the counters that enforce them, and the reasons for a refusal.

mod budget;
mod refusal;
mod values;

pub(crate) use budget::{Budget, Fenced, Metered};
pub(crate) use refusal::Trouble;
pub use refusal::{Flaw, Refusal};
pub use values::{DICTIONARY, LISTING, Limits, PATHS, RATIO_FLOOR, SHARE};
