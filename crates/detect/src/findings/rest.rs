//! What is left of the members of a group beside the passages that they have in common.
//!
//! Programs that were written into the same code are alike as versions of one program are. But beside that code, they are
//! no more alike than other programs of the task, while of versions nothing is left, or what was reordered or padded.

use chaffinch_submission::TokenizedSubmission;
use rayon::prelude::*;

use crate::BOILERPLATE_RUN;
use crate::Mask;
use crate::features::passages::{each_unmasked, forms_of};
use crate::index::distinct;
use crate::index::kgrams::streams_of;
use crate::index::numbering::{Distinct, Numbered};
use crate::masks::Masks;
use crate::masks::windows::{each_window, frequent_windows, windows_of};

/// Share of the members that have a passage that is common to the group.
const COMMON: f64 = 0.8;

/// Tokens of the shortest piece that is left. A function is longer, and a statement is shorter.
const MIN_PIECE: usize = 24;

/// Finds the passages that most members have, and returns what else each member has: the number of tokens that count, and
/// the forms of their statements.
pub(super) fn rest(
    submissions: &[TokenizedSubmission],
    masks: &Masks,
    forms: &Numbered,
    members: &[u32],
) -> Vec<(u32, Vec<u32>)> {
    let window = BOILERPLATE_RUN as usize;
    let mut units = vec![None; submissions.len()];
    for &member in members {
        units[member as usize] = Some(member);
    }
    let limit = (COMMON * members.len() as f64).ceil() as usize;
    let common = frequent_windows(&units, limit, |at| windows_of(&submissions[at], window));
    members
        .par_iter()
        .map(|&member| {
            let at = member as usize;
            let mut mask = masks[at].clone();
            each_window(&submissions[at], window, |first, hash| {
                if common.binary_search(&hash).is_ok() {
                    mask[first..first + window].fill(Some(Mask::Given));
                }
            });
            // What hides a copy is scattered: a statement here and there.
            for piece in mask.chunk_by_mut(|one, next| one.is_some() == next.is_some()) {
                if piece[0].is_none() && piece.len() < MIN_PIECE {
                    piece.fill(Some(Mask::Given));
                }
            }
            let (mut known, mut left) = (Distinct::default(), Vec::new());
            // Forms are numbered by the mask with which they were read.
            each_unmasked(&streams_of(&submissions[at]), &masks[at], forms_of, |start, end, hash, _| {
                let form = forms.lists[at][known.number(hash) as usize];
                if mask[start..end].iter().all(Option::is_none) {
                    left.push(form);
                }
            });
            (mask.iter().filter(|token| token.is_none()).count() as u32, distinct(left))
        })
        .collect()
}
