//! The stored inverted index, which maps fingerprints to documents and positions, in sorted runs of packed blocks.
//!
//! A table with a row and a B-tree entry for each posting takes 84 bytes per posting, and writing one dirties a page.
//! Here, 64 neighbouring postings are packed into a block (7 bytes per posting with their keys), and documents that
//! were added together form a sorted run. A look-up reads, in each run, the one block that may contain a fingerprint.
//!
//! - To store a document, [`pack`] its fingerprints. [`unpack`] reads them. The index can be rebuilt from them.
//! - To store many documents, a [`RunBuilder`] makes the blocks of a run. It needs no database, and no document numbers
//!   but its own.
//! - To find stored documents that share fingerprints with others, use [`candidates()`]. [`shared`] returns the
//!   positions.
//! - To reduce the number of runs, [`plan()`] selects the runs to merge, and [`compact()`] merges them.
//! - To verify the index, use [`check()`]. [`rebuild()`] makes it again from the stored documents.
//!
//! A run never changes, so readers need no locks. A deleted document needs no tombstone, as look-ups ignore documents
//! that do not exist. Fingerprints in more documents than a limit carry little information and cost the most, so
//! look-ups ignore them and compaction drops them.
//!
//! **Not done here**: SQL and transactions (`storage` moves the bytes), choosing the fingerprints of a document
//! (callers pass them), and verifying a candidate (callers compare it token by token).
//!
//! The asynchronous functions wait only for the storage. Between two waits they compute for some milliseconds, on all
//! cores where that helps.
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

mod block;
mod candidates;
mod compact;
mod document;
mod error;
mod fingerprint;
mod packing;
mod repair;
mod run;

pub use candidates::{Candidate, Candidates, Question, Read, candidates};
pub use compact::{compact, plan};
pub use document::{DocumentSet, pack, unpack};
pub use error::{Damage, IndexError};
pub use fingerprint::{BITS, Fingerprint, Selection, SharedFingerprint, shared};
pub use repair::{Health, Rebuilt, check, damaged_documents, rebuild};
pub use run::{RunBuilder, SortedBlocks, Written};

#[cfg(test)]
mod tests;
