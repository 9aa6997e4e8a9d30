//! Report format 1 as plain values: everything that is shown is made from them.

mod evidence;
mod ids;
mod pair;
mod reference;
mod report;
mod settings;
mod submission;
mod summary;

pub use evidence::*;
pub(crate) use ids::{CODE_LENGTHS, bits_of, codes_of};
pub use ids::{PairId, PairIdError, SubmissionId, SubmissionIdError, WrittenId};
pub use pair::*;
pub use reference::*;
pub use report::*;
pub use settings::*;
pub use submission::*;
pub use summary::*;
