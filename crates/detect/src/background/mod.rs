//! What is common outside the class: passages that several submissions elsewhere (to other tasks, in other courses) have.
//!
//! Code that many people take from the same place, such as a fast reader of input or a tutorial's list class, is rare in
//! one class and yet no evidence: it is taken as a whole, so its length says nothing. Passages that are common
//! elsewhere are therefore masked (`masks`), like starter code. They are found by the fingerprints of the stored index
//! (`features::selective`), so the same rules hold for a folder (`corpus`) and for what a service has stored. Only counts
//! and positions arrive here; names and texts never do.

mod common;
mod corpus;
mod passages;

pub use common::{Background, FileFingerprints, common_elsewhere};
