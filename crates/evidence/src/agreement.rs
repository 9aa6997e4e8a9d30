//! Compares the texts of a match, which only matching calls equal: how many agree, how literally the sides agree, and which
//! comments only one side has. A renamed match of a thousand tokens in which two names differ is as good as a literal
//! copy, and only these numbers show it. Matching ignores modifiers, annotations, signs in prose and comments, so equal
//! tokens need not be equal code.
//!
//! The table of renames of a pair says which name one side has in place of which name of the other side, and how
//! consistently. A copier who renames replaces every `node` by the same `person`. Two authors who worked alone do not.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use chaffinch_detect::{Match, Region, SeededMap, SeededSet};
use chaffinch_normalize::{MarkKind, mark_kind, written};
use chaffinch_submission::{Reading, Span};

use crate::distinctive::{cut, folded_comment};
use crate::values::{Agreement, Literal, MAX_RENAMES, NAME_QUOTED, Rename, Renames};

/// The files of both sides of a pair.
pub(crate) type Files<'f, 'a> = [&'f [Reading<'a>]; 2];

/// Returns the files of both regions of a match.
fn files_of<'a>(found: &Match, [left, right]: Files<'_, 'a>) -> [Reading<'a>; 2] {
    [left[found.left.file as usize], right[found.right.file as usize]]
}

/// Returns the token ranges of both files that are equal token by token: the whole match or, if it is rewritten, its
/// exact pieces.
pub(crate) fn exact_parts(found: &Match) -> impl Iterator<Item = [Range<usize>; 2]> {
    let range = |tokens: &Range<u32>| tokens.start as usize..tokens.end as usize;
    let whole = found.pieces.is_empty().then(|| [range(&found.left.tokens), range(&found.right.tokens)]);
    let exact = found.pieces.iter().filter(|piece| piece.exact);
    whole.into_iter().chain(exact.map(move |piece| [range(&piece.left), range(&piece.right)]))
}

/// Returns how many texts of a match agree, by the hashes of the texts.
pub(crate) fn agreement(found: &Match, files: Files<'_, '_>) -> Option<Agreement> {
    let sides = files_of(found, files);
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
pub(crate) fn literal(found: &Match, files: Files<'_, '_>, agreement: Option<Agreement>) -> Option<Literal> {
    if !found.pieces.is_empty() {
        return Some(Literal::Rewritten);
    }
    let agreement = agreement?;
    let [left, right] = files_of(found, files);
    Some(if text_of(&found.left, left)? == text_of(&found.right, right)? {
        Literal::SameCharacters
    } else if agreement.is_complete() {
        Literal::SameTokens
    } else {
        Literal::Renamed
    })
}

/// Returns the text from the first to the last token of a region; `None` if it was not kept.
fn text_of<'a>(region: &Region, reading: Reading<'a>) -> Option<&'a str> {
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
fn longer_middle(left: &[Cow<'_, str>], right: &[Cow<'_, str>]) -> u32 {
    let common = left.iter().zip(right).take_while(|(left, right)| left == right).count();
    let (left, right) = (&left[common..], &right[common..]);
    let common = left.iter().rev().zip(right.iter().rev()).take_while(|(left, right)| left == right).count();
    (left.len().max(right.len()) - common) as u32
}

/// Returns the comments of either region that the other region does not have, in the order of the text. Layout,
/// capitals and comment signs are ignored. Where a text was not kept, no comment of the other side is known to be equal.
/// Matches ignore comments, so a page must not show a comment as matched just because the code around it is.
pub(crate) fn differing_comments(found: &Match, files: Files<'_, '_>) -> [Vec<Span>; 2] {
    let [left, right] = files_of(found, files);
    let sides = [(left, within(&found.left, left)), (right, within(&found.right, right))];
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

/// Returns the comments between the first and the last token of a region.
fn within<'a>(region: &Region, reading: Reading<'a>) -> &'a [Span] {
    let (spans, comments) = (&reading.stream.spans, &reading.stream.comments);
    let start = spans[region.tokens.start as usize].start;
    let end = spans[region.tokens.end as usize - 1].end;
    let first = comments.partition_point(|comment| comment.start < start);
    let count = comments[first..].partition_point(|comment| comment.start < end);
    &comments[first..first + count]
}

/// A name, the name on the other side, and the number of places that have both.
type Aligned<'a> = (&'a str, &'a str, u32);

/// Returns the names that differ where the matches are equal token by token, as seen from the left side or, if the pair
/// is `turned`, from the right side. Returns `None` if a text was not kept.
pub(crate) fn renames<'a>(matches: &[Match], files: Files<'_, 'a>, turned: bool) -> Option<Renames<'a>> {
    // Counted by the hashes of the names, of which a pair has many more places than different ones.
    let mut places: SeededMap<(u32, u32), Aligned<'a>> = SeededMap::default();
    // Where the language does not tell capitals from small letters, a name has several spellings and one hash.
    let mut spellings: SeededMap<u32, &'a str> = SeededMap::default();
    for found in matches {
        let [left, right] = files_of(found, files);
        if left.text.is_empty() || right.text.is_empty() {
            return None;
        }
        let (ours, theirs) = (&left.stream.texts, &right.stream.texts);
        for [here, there] in exact_parts(found) {
            let texts = ours.get(here.clone())?.iter().zip(theirs.get(there.clone())?);
            for ((at, opposite), (&our, &their)) in here.zip(there).zip(texts) {
                if mark_kind(left.stream.values[at]) == Some(MarkKind::Name) {
                    let names = || {
                        let mut name = |hash, text| *spellings.entry(hash).or_insert(text);
                        let ours = name(our, left.at(left.stream.spans[at]));
                        (ours, name(their, right.at(right.stream.spans[opposite])), 0)
                    };
                    places.entry((our, their)).or_insert_with(names).2 += 1;
                }
            }
        }
    }
    let seen =
        |(left, right, count): Aligned<'a>| if turned { (right, left, count) } else { (left, right, count) };
    Some(table(places.into_values().map(seen).collect()))
}

/// Returns the table of one side.
fn table<'a>(mut aligned: Vec<Aligned<'a>>) -> Renames<'a> {
    // Of equally frequent names, the same name comes first: it claims nothing. Then the order of the alphabet decides.
    aligned.sort_unstable_by_key(|&(name, other, count)| (name, Reverse(count), name != other, other));
    let mut renamed: Vec<(&[Aligned<'a>], u32)> = aligned
        .chunk_by(|one, next| one.0 == next.0)
        .filter(|same| same[0].0 != same[0].1)
        .map(|same| (same, same.iter().map(|aligned| aligned.2).sum()))
        .collect();
    renamed.sort_by_key(|&(same, places)| (Reverse(places), same[0].0));
    let row = |&(same, places): &(&[Aligned<'a>], u32)| {
        let (name, other, consistent) = same[0];
        let [name, other] = [name, other].map(|name| cut(name.into(), NAME_QUOTED));
        Rename { name, other, places, consistent }
    };
    Renames { listed: renamed.iter().take(MAX_RENAMES).map(row).collect(), count: renamed.len() as u32 }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn row<'a>(name: &'a str, other: &'a str, places: u32, consistent: u32) -> Rename<'a> {
        Rename { name: name.into(), other: other.into(), places, consistent }
    }

    #[test]
    fn a_name_is_renamed_to_its_most_frequent_counterpart() {
        let aligned =
            vec![("node", "person", 41), ("node", "p", 2), ("i", "i", 7), ("i", "j", 6), ("a", "b", 9)];
        let table = table(aligned);
        assert_eq!(table.listed, [row("node", "person", 43, 41), row("a", "b", 9, 9)]);
        assert_eq!(table.count, 2);
    }

    #[test]
    fn a_long_table_says_how_many_names_it_has() {
        let names: Vec<String> = (0..130).map(|at| format!("name{at}")).collect();
        let table = table(names.iter().map(|name| (name.as_str(), "x", 1)).collect());
        assert_eq!((table.listed.len(), table.count), (MAX_RENAMES, 130));
    }

    proptest! {
        #[test]
        fn tables_are_those_of_a_slow_count(
            places in prop::collection::vec(("[ab]{1,2}", "[ab]{1,2}"), 0..60),
        ) {
            let mut counts: BTreeMap<(&str, &str), u32> = BTreeMap::new();
            for (name, other) in &places {
                *counts.entry((name, other)).or_default() += 1;
            }
            let table = table(counts.iter().map(|(&(name, other), &count)| (name, other, count)).collect());
            let mut names: Vec<&str> = places.iter().map(|(name, _)| name.as_str()).collect();
            names.sort_unstable();
            names.dedup();
            let mut expected = Vec::new();
            for name in names {
                let of_name: Vec<&str> =
                    places.iter().filter(|place| place.0 == name).map(|place| place.1.as_str()).collect();
                let count = |other: &str| of_name.iter().filter(|one| **one == other).count() as u32;
                let most = of_name.iter().map(|other| count(other)).max().unwrap();
                if count(name) < most {
                    let other = of_name.iter().filter(|other| count(other) == most).min().unwrap();
                    expected.push(row(name, other, of_name.len() as u32, most));
                }
            }
            expected.sort_by_key(|row| (Reverse(row.places), row.name.clone()));
            prop_assert_eq!(table.listed, expected);
        }
    }
}
