//! The stored inverted index: fingerprint -> document and position, in sorted runs of packed blocks.
//!
//! A table with a row and a B-tree entry for each posting costs 84 bytes a posting and dirties a page for each one
//! written. Here neighbouring postings are packed into blocks of 64 (7 bytes a posting with their keys), what came
//! in together is one sorted run, and a look-up fetches the one block of each run that may hold a fingerprint.
//!
//! - *Here is a document: what is kept of it?* [`pack`] its fingerprints, [`unpack`] them: the truth.
//! - *Here are many documents: what is written beside them?* A [`RunBuilder`] makes the blocks of a run. It needs no
//!   database and no document numbers but its own.
//! - *Which stored documents share something with these?* [`candidates()`]. *Where?* [`shared`].
//! - *There are many runs now.* [`plan()`] names those to merge, [`compact()`] merges them.
//! - *Is it in order?* [`check()`] says so; [`rebuild()`] makes it again from the truth.
//!
//! A run is never changed, so readers need no locks; a document that is gone is its own tombstone. Fingerprints in
//! more documents than a limit say nothing and cost most: look-ups pass over them and compaction drops them.
//!
//! **Deliberately absent**: SQL and transactions (`storage` moves the bytes), which fingerprints a document has
//! (callers say), and the truth about a candidate (callers compare it token by token).
//!
//! The asynchronous functions wait for the storage only; between two waits they compute for some milliseconds, on
//! all cores where that helps.
//!
//! ```
//! use chaffinch_index::{Fingerprint, RunBuilder, pack, unpack};
//!
//! let fingerprints = [Fingerprint::of_hash(0xffff_0000_1111_2222, 3), Fingerprint::of_hash(7 << 16, 9)];
//! assert_eq!(unpack(&pack(&fingerprints))?, fingerprints);
//!
//! let mut run = RunBuilder::default();
//! run.add(0, &fingerprints);
//! run.add(1, &fingerprints[..1]);
//! let run = run.build();
//! assert_eq!((run.postings, run.blocks[0].first), (3, 7));
//! # Ok::<(), chaffinch_index::Damage>(())
//! ```

mod bits;
mod block;
mod candidates;
mod check;
mod compact;
mod document;
mod documents;
mod error;
mod fingerprint;
mod frame;
mod places;
mod plan;
mod rebuild;
mod run;
mod selection;
#[cfg(test)]
mod tests;
mod writer;

pub use candidates::{Candidate, Candidates, Question, Read, candidates};
pub use check::{Health, check};
pub use compact::compact;
pub use document::{pack, unpack};
pub use documents::DocumentSet;
pub use error::{Damage, IndexError};
pub use fingerprint::{BITS, Fingerprint};
pub use places::{SharedFingerprint, shared};
pub use plan::plan;
pub use rebuild::{Rebuilt, rebuild};
pub use run::{RunBuilder, SortedBlocks};
pub use selection::Selection;
pub use writer::Written;
