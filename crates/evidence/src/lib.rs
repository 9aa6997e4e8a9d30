//! What both sides of a match hold that an unrelated author would hardly have written the same: comments, unusual
//! strings and numbers, unusual spellings.
//!
//! Matches are about structure, and structure is what a task asks for. A comment word for word the same, or the same
//! slip of the pen, is what convinces a reader. So false claims cost more than silence here: something is listed only
//! if it says enough (`distinctive`), if next to nobody else in the batch has it (`rarity`), and if both sides really
//! hold it inside the match or directly at its edge (`list`). It never changes a rank.
//!
//! Texts come in beside the analysis, which has none. Each is read once for counting; those of listed pairs once
//! more, for the few things that turned out to be rare. Memory is in proportion to the distinct words of the batch.
//!
//! Deliberately absent: ordinary names. Whether they agree is what [`chaffinch_detect::Literal`] says, and a rare
//! name may come from the task's text, which is not in the batch.

mod distinctive;
mod list;
mod rarity;
mod spelling;
mod values;

#[cfg(test)]
mod tests;

use chaffinch_detect::Analysis;

pub use values::{Evidence, EvidenceKind, LOOKED_AT, MAX_EVIDENCE, QUOTED, Reading};

/// The evidence on every match of `analysis`: by pair, then by match, most telling first. `submissions` are the files
/// of those it was made of, in the same order; `handed_out` is the boilerplate, nothing of which is evidence.
pub fn find(
    analysis: &Analysis,
    submissions: &[Vec<Reading<'_>>],
    handed_out: &[Reading<'_>],
) -> Vec<Vec<Vec<Evidence>>> {
    let rare = rarity::RareTexts::count(&analysis.counts, submissions, handed_out);
    list::of_pairs(analysis, submissions, &rare)
}
