//! Counts how many texts of a match agree. A renamed match of a thousand tokens in which two names differ is as good as
//! a literal copy, and only these numbers show it.

use std::ops::Range;

use chaffinch_detect::Match;
use chaffinch_normalize::{MarkKind, mark_kind};

use crate::literal::differing_ignored;
use crate::values::{Agreement, Reading};

/// Returns the token ranges of both files that are equal token by token: the whole match or, if it is rewritten, its
/// exact pieces.
pub(crate) fn exact_parts(found: &Match) -> impl Iterator<Item = [Range<usize>; 2]> {
    let range = |tokens: &Range<u32>| tokens.start as usize..tokens.end as usize;
    let whole = found.pieces.is_empty().then(|| [range(&found.left.tokens), range(&found.right.tokens)]);
    let exact = found.pieces.iter().filter(|piece| piece.exact);
    whole.into_iter().chain(exact.map(move |piece| [range(&piece.left), range(&piece.right)]))
}

/// Returns how many texts of a match agree, by the hashes of the texts.
pub(crate) fn agreement(found: &Match, left: &[Reading<'_>], right: &[Reading<'_>]) -> Option<Agreement> {
    let sides = [left[found.left.file as usize], right[found.right.file as usize]];
    let [left, right] = sides.map(|side| side.stream);
    let mut agreement = Agreement::default();
    let (mut names, mut literals) = (Differing::default(), Differing::default());
    for [here, there] in exact_parts(found) {
        let texts = left.texts.get(here.clone())?.iter().zip(right.texts.get(there.clone())?);
        agreement.differing_ignored += differing_ignored(sides, [here.start, there.start], here.len());
        for (&value, (&ours, &theirs)) in left.values[here].iter().zip(texts) {
            agreement.tokens += 1;
            agreement.identical += u32::from(ours == theirs);
            if ours == theirs {
                continue;
            }
            match mark_kind(value) {
                Some(MarkKind::Name) => names.add(ours, theirs),
                Some(MarkKind::String | MarkKind::Number) => literals.add(ours, theirs),
                // Types such as `int` and `long` differ, too, and count only in the share.
                Some(MarkKind::Comment) | None => {}
            }
        }
    }
    (agreement.differing_names, agreement.differing_literals) = (names.count(), literals.count());
    (agreement.tokens > 0).then_some(agreement)
}

/// The texts that differ, by side.
#[derive(Default)]
struct Differing([Vec<u32>; 2]);

impl Differing {
    fn add(&mut self, ours: u32, theirs: u32) {
        self.0[0].push(ours);
        self.0[1].push(theirs);
    }

    /// Returns the number of different texts on the side that has more of them.
    fn count(self) -> u32 {
        let distinct = self.0.map(|mut texts| {
            texts.sort_unstable();
            texts.dedup();
            texts.len() as u32
        });
        distinct[0].max(distinct[1])
    }
}
