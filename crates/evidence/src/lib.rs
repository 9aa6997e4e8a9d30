//! Finds evidence on both sides of a match that two authors would hardly write independently: the same comments,
//! unusual strings and numbers, unusual spellings.
//!
//! Matches compare structure, and the task often determines structure. An identical comment, or the same misspelling,
//! is more convincing. A false claim is worse here than a missing one. So a text is listed only if it is long and
//! specific enough (`distinctive`), if almost no other group in the batch has it (`rarity`), and if both sides have it
//! inside the match or directly at its edge (`list`). Evidence never changes a rank.
//!
//! The analysis does not contain texts, so callers pass them in. Each is read once for counting, and those of listed
//! pairs once more for the few rare texts. Memory is proportional to the distinct words of the batch.
//!
//! Ordinary names are not evidence here. [`chaffinch_detect::Literal`] says whether they agree, and a rare name may
//! come from the text of the task, which is not in the batch.

mod distinctive;
mod list;
mod rarity;
mod spelling;
mod values;

#[cfg(test)]
mod tests;

use chaffinch_detect::Analysis;

pub use values::{Evidence, EvidenceKind, LOOKED_AT, MAX_EVIDENCE, QUOTED, Reading};

/// Returns the evidence on every match of `analysis`: by pair, then by match, strongest first. `submissions` are the
/// files of the submissions it was made of, in the same order. `handed_out` is the starter code (boilerplate); nothing
/// in it is evidence.
pub fn find(
    analysis: &Analysis,
    submissions: &[Vec<Reading<'_>>],
    handed_out: &[Reading<'_>],
) -> Vec<Vec<Vec<Evidence>>> {
    let rare = rarity::RareTexts::count(&analysis.counts, submissions, handed_out);
    list::of_pairs(analysis, submissions, &rare)
}
