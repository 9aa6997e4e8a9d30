//! Corpora in the stored index: archives that keep of each document only its sketch.

mod add;
pub(crate) mod marks;
mod resembling;
mod similar;
#[cfg(test)]
mod tests;

pub use add::{AddedSketches, SketchedDocument, add_sketched};
pub(crate) use similar::UNKNOWN_OUTDATED;
pub use similar::{CorporaOfKind, SimilarDocument, SimilarDocuments, UNKNOWN_OTHER_KIND};
