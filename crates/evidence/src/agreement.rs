//! Compares the texts of a match, which only matching calls equal: how many agree, how literally the sides agree, and which
//! comments only one side has. A renamed match of a thousand tokens in which two names differ is as good as a literal
//! copy, and only these numbers show it. Matching ignores modifiers, annotations, signs in prose and comments, so equal
//! tokens need not be equal code.

use std::ops::Range;

use chaffinch_detect::{Match, Region, SeededSet};
use chaffinch_normalize::{MarkKind, mark_kind, written};
use chaffinch_submission::{Reading, Span};

use crate::distinctive::folded_comment;
use crate::values::{Agreement, Literal};

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
    // The texts that differ, by side.
    let (mut names, mut literals) = (<[SeededSet<u32>; 2]>::default(), <[SeededSet<u32>; 2]>::default());
    for [here, there] in exact_parts(found) {
        let texts = left.texts.get(here.clone())?.iter().zip(right.texts.get(there.clone())?);
        agreement.differing_ignored += differing_ignored(sides, [here.start, there.start], here.len());
        for (&value, (&ours, &theirs)) in left.values[here].iter().zip(texts) {
            agreement.tokens += 1;
            agreement.identical += u32::from(ours == theirs);
            if ours == theirs {
                continue;
            }
            let differing = match mark_kind(value) {
                Some(MarkKind::Name) => &mut names,
                Some(MarkKind::String | MarkKind::Number) => &mut literals,
                // Types such as `int` and `long` differ, too, and count only in the share.
                Some(MarkKind::Comment) | None => continue,
            };
            differing[0].insert(ours);
            differing[1].insert(theirs);
        }
    }
    [agreement.differing_names, agreement.differing_literals] =
        [names, literals].map(|[ours, theirs]| ours.len().max(theirs.len()) as u32);
    (agreement.tokens > 0).then_some(agreement)
}

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

/// Returns the comments of either region that the other region does not have, in the order of the text. Layout,
/// capitals and comment signs are ignored. Where a text was not kept, no comment of the other side is known to be equal.
/// Matches ignore comments, so a page must not show a comment as matched just because the code around it is.
pub(crate) fn differing_comments(
    found: &Match,
    left: &[Reading<'_>],
    right: &[Reading<'_>],
) -> [Vec<Span>; 2] {
    let sides = [within(&found.left, left), within(&found.right, right)];
    if sides.iter().any(|(_, comments)| comments.is_empty()) {
        return sides.map(|(_, comments)| comments.to_vec());
    }
    let folded = sides.map(|(reading, comments)| -> Vec<String> {
        comments.iter().map(|&comment| folded_comment(reading.at(comment))).collect()
    });
    let known = folded.clone().map(|mut folded| {
        folded.sort_unstable();
        folded
    });
    [0, 1].map(|side: usize| {
        let others = &known[1 - side];
        let comments = sides[side].1.iter().zip(&folded[side]);
        comments.filter(|(_, folded)| others.binary_search(folded).is_err()).map(|(&span, _)| span).collect()
    })
}

/// Returns the file of a region and the comments between its first and its last token.
fn within<'a>(region: &Region, files: &[Reading<'a>]) -> (Reading<'a>, &'a [Span]) {
    let reading = files[region.file as usize];
    let (spans, comments) = (&reading.stream.spans, &reading.stream.comments);
    let start = spans[region.tokens.start as usize].start;
    let end = spans[region.tokens.end as usize - 1].end;
    let first = comments.partition_point(|comment| comment.start < start);
    let count = comments[first..].partition_point(|comment| comment.start < end);
    (reading, &comments[first..first + count])
}
