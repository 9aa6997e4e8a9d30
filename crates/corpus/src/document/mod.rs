//! Values that describe a document, and what two documents have in common. No I/O here.

mod fold;
mod link_kind;
mod overlap;
mod record;
pub(crate) mod sizes;

pub use fold::Fold;
pub(crate) use fold::likeness;
pub use link_kind::LinkKind;
pub(crate) use link_kind::pair_kind;
pub use overlap::{Measure, Overlap, Policy};
pub(crate) use record::{ALL_COMMON, Sequence};
pub use record::{Document, NO_DATE, State};
pub(crate) use sizes::Sizes;
pub use sizes::{MAX_UNIT, Size};
