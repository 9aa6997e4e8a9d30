//! Finds evidence on both sides of a match that two authors would hardly write independently: the same comments,
//! unusual strings and numbers, rare names, oddly typed lines, unusual spellings. Also counts how many texts of a match agree, and which names one
//! side has in place of another.
//!
//! Matches compare structure, and the task often determines structure. An identical comment, or the same misspelling,
//! is more convincing. A false claim is worse here than a missing one. So a text is listed only if it is long and
//! specific enough (`distinctive`), if almost no other group in the batch has it (`rarity`), and if both sides have it
//! inside the match or directly at its edge (`list`). Evidence never changes a rank.
//!
//! The analysis does not contain texts, so callers pass them in. Each is read once for counting, and those of listed
//! pairs once more for the few rare texts. Memory is proportional to the distinct words of the batch.
//!
//! A name is evidence only if the program declares it (`names`), it is long, and something else of the match was
//! renamed. If all names agree, the type of the match says so ([`Literal`]). A rare name may come from
//! the text of the task, which is not in the batch.

mod agreement;
mod distinctive;
mod list;
mod names;
mod rarity;
mod spelling;
mod typing;
mod values;

use chaffinch_detect::Analysis;
use chaffinch_submission::Reading;

pub use values::{
    Agreement, Evidence, EvidenceKind, LOOKED_AT, Literal, MAX_EVIDENCE, MAX_RENAMES, MatchEvidence,
    NAME_QUOTED, PairEvidence, QUOTED, Rename, Renames,
};

/// Returns the evidence on every pair of `analysis`, those with reference answers last. `submissions` are the files of the submissions it was made of, in
/// the same order, and `numbers` their numbers in the report, where the side with the smaller number is the left one.
/// `handed_out` is the starter code (boilerplate); nothing in it is unusual text.
pub fn find<'a>(
    analysis: &Analysis,
    submissions: &[Vec<Reading<'a>>],
    numbers: &[u32],
    handed_out: &[Reading<'_>],
) -> Vec<PairEvidence<'a>> {
    let rare = rarity::RareTexts::count(&analysis.counts, submissions, handed_out);
    list::of_pairs(analysis, submissions, numbers, &rare)
}

#[cfg(test)]
mod tests;
