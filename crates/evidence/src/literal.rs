//! Decides how literally the two sides of a match agree, from their texts. Matching compares normalized tokens and
//! ignores modifiers, annotations and signs in prose, so equal tokens need not be equal code.

use std::ops::Range;

use chaffinch_detect::{Match, Region};
use chaffinch_normalize::written;

use crate::values::{Agreement, Literal, Reading};

/// Returns how literally the sides of a match agree; `None` if texts were not kept.
pub(crate) fn literal(
    found: &Match,
    left: &[Reading<'_>],
    right: &[Reading<'_>],
    agreement: Option<&Agreement>,
) -> Option<Literal> {
    if !found.pieces.is_empty() {
        return Some(Literal::Rewritten);
    }
    let agreement = agreement?;
    let texts = [text_of(&found.left, left)?, text_of(&found.right, right)?];
    Some(match texts {
        [left, right] if left == right => Literal::SameCharacters,
        _ if agreement.is_complete() => Literal::SameTokens,
        _ => Literal::Renamed,
    })
}

/// Returns the text from the first to the last token of a region; `None` if it was not kept.
fn text_of<'a>(region: &Region, files: &[Reading<'a>]) -> Option<&'a str> {
    let reading = files[region.file as usize];
    let tokens = reading.stream.spans.get(region.tokens.start as usize..region.tokens.end as usize)?;
    reading.text.get(tokens.first()?.start as usize..tokens.last()?.end as usize)
}

/// Returns how many words and signs that matching ignores one side has and the other does not have in the same place,
/// counted on the side that has more of them there. `starts` are the first tokens of both sides.
pub(crate) fn differing_ignored(sides: [Reading<'_>; 2], starts: [usize; 2], tokens: usize) -> u32 {
    let spans = [0, 1].map(|side: usize| &sides[side].stream.spans[starts[side]..starts[side] + tokens]);
    let texts = [0, 1].map(|side: usize| &sides[side].stream.texts[starts[side]..starts[side] + tokens]);
    let equal = |parts: &[Range<u32>; 2]| {
        let text = |side: usize| sides[side].text.get(parts[side].start as usize..parts[side].end as usize);
        text(0) == text(1)
    };
    let differing = |parts: [Range<u32>; 2]| {
        if equal(&parts) {
            return 0;
        }
        let [left, right] =
            [0, 1].map(|side: usize| written(sides[side].stream, sides[side].text, parts[side].clone()));
        longer_middle(&left, &right)
    };
    if tokens == 0 || equal(&spans.map(|spans| spans[0].start..spans[tokens - 1].end)) {
        return 0;
    }
    // A token may consist of several words with comments between them (`unsigned long`).
    let inside = (0..tokens)
        .filter(|&at| texts[0][at] == texts[1][at])
        .map(|at| differing(spans.map(|spans| spans[at].start..spans[at].end)));
    let between = (1..tokens).map(|at| differing(spans.map(|spans| spans[at - 1].end..spans[at].start)));
    inside.chain(between).sum()
}

/// Returns the length of what is left of the longer list without the beginning and the end that both have.
fn longer_middle(left: &[&str], right: &[&str]) -> u32 {
    let common = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let (left, right) = (&left[common..], &right[common..]);
    let common = left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count();
    (left.len().max(right.len()) - common) as u32
}
