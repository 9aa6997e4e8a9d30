//! What the authors of a class, or others, have handed in elsewhere: to other tasks, in other years. Only what somebody
//! named is looked at.
//!
//! - Passages that several people elsewhere have (`common`). Code that many take from the same place, such as a fast
//!   reader of input or a tutorial's list class, is rare in one class and yet no evidence: it is taken as a whole, so its
//!   length says nothing. It is masked (`masks`), like starter code.
//! - Passages that an author has in own earlier work (`own`).
//!
//! Both are found by the fingerprints of the stored index (`features::selective`), so the same rules hold for a folder and
//! for what a service has stored. People are numbers here.

mod common;
mod own;
mod passages;
mod places;

pub use common::{CommonElsewhere, CommonPassages, SourceCounts, common_elsewhere};

pub use own::{OwnPassage, OwnWork, own_passages};
pub(crate) use passages::union;
pub use places::{Compared, FileFingerprints, Other};

/// What of the compared submissions was handed in elsewhere, too.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Background {
    /// What is common there. It is ignored.
    pub common: CommonPassages,
    /// What the authors handed in before. It is ignored where both sides of a pair have it so.
    pub own: OwnWork,
}
