//! Compares two texts line by line, and two lines or two sides of a match word by word.
//!
//! Equal lines are found first. Between them, lines of one shape (equal except for names and numbers) are paired. The
//! remaining lines are paired in order. imara-diff limits its own work on hostile input. The words that differ inside
//! matches are found when a page is made, because a report keeps only which tokens agree.

use std::ops::Range;

use chaffinch_report::{Match, Pair, Side, Sources};
use imara_diff::{Algorithm, Diff, InternedInput, Interner};

use super::{Layer, Passage};

/// Indexes of lines that are shown next to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pairing {
    /// Equal lines.
    Same(usize, usize),
    /// Different lines at the same place.
    Changed(usize, usize),
    /// A line on the left side only.
    Left(usize),
    /// A line on the right side only.
    Right(usize),
}

/// Returns every line of both sides once, in order.
pub(crate) fn lines(left: &[&str], right: &[&str]) -> Vec<Pairing> {
    let mut rows = Vec::with_capacity(left.len().max(right.len()));
    for piece in pieces(left.iter(), right.iter()) {
        match piece {
            Piece::Same(left, right) => rows.extend(left.zip(right).map(|(l, r)| Pairing::Same(l, r))),
            Piece::Differs(l, r) => pair_by_shape(left, right, l, r, &mut rows),
        }
    }
    rows
}

fn pair_by_shape(left: &[&str], right: &[&str], l: Range<usize>, r: Range<usize>, rows: &mut Vec<Pairing>) {
    let shapes = |lines: &[&str]| -> Vec<String> { lines.iter().map(|line| shape(line)).collect() };
    let (left, right) = (shapes(&left[l.clone()]), shapes(&right[r.clone()]));
    for piece in pieces(left.iter(), right.iter()) {
        let moved = |range: Range<usize>, by: usize| range.start + by..range.end + by;
        match piece {
            Piece::Same(left, right) => {
                let pairs = moved(left, l.start).zip(moved(right, r.start));
                rows.extend(pairs.map(|(left, right)| Pairing::Changed(left, right)));
            }
            Piece::Differs(left, right) => {
                let (mut left, mut right) = (moved(left, l.start), moved(right, r.start));
                let both = left.len().min(right.len());
                let pairs = left.by_ref().take(both).zip(right.by_ref().take(both));
                rows.extend(pairs.map(|(left, right)| Pairing::Changed(left, right)));
                rows.extend(left.map(Pairing::Left));
                rows.extend(right.map(Pairing::Right));
            }
        }
    }
}

/// Returns a line without its names, numbers and blanks.
fn shape(line: &str) -> String {
    words(line)
        .filter(|word| !word.trim().is_empty())
        .map(|word| if word.starts_with(is_word) { "w" } else { word })
        .collect()
}

/// Returns the bytes of two lines that the other does not have: ascending, disjoint.
pub(crate) fn differing_ranges(left: &str, right: &str) -> [Vec<Range<usize>>; 2] {
    let ends = |text: &str| -> Vec<usize> {
        let mut at = 0;
        std::iter::once(0)
            .chain(words(text).map(|word| {
                at += word.len();
                at
            }))
            .collect()
    };
    let (left_ends, right_ends) = (ends(left), ends(right));
    let mut differing_ranges = [Vec::new(), Vec::new()];
    for piece in pieces(words(left), words(right)) {
        let Piece::Differs(l, r) = piece else { continue };
        for (side, (range, ends)) in [(l, &left_ends), (r, &right_ends)].into_iter().enumerate() {
            if !range.is_empty() {
                differing_ranges[side].push(ends[range.start]..ends[range.end]);
            }
        }
    }
    differing_ranges
}

/// Splits a text into names and numbers, sequences of blanks, and single other characters.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let end = match first {
            _ if is_word(first) => rest.find(|next| !is_word(next)),
            _ if first.is_whitespace() => rest.find(|next: char| !next.is_whitespace()),
            _ => Some(first.len_utf8()),
        };
        let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
        rest = behind;
        Some(word)
    })
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

/// Returns which indexes two sequences have in common, and which not, in order.
enum Piece {
    Same(Range<usize>, Range<usize>),
    Differs(Range<usize>, Range<usize>),
}

fn pieces<T: Eq + std::hash::Hash>(
    left: impl Iterator<Item = T>,
    right: impl Iterator<Item = T>,
) -> Vec<Piece> {
    let mut input =
        InternedInput { before: Vec::new(), after: Vec::new(), interner: Interner::new(left.size_hint().0) };
    input.update_before(left);
    input.update_after(right);
    let ends = (input.before.len(), input.after.len());
    let mut pieces = Vec::new();
    let (mut l, mut r) = (0, 0);
    for hunk in Diff::compute(Algorithm::Histogram, &input).hunks() {
        let before = hunk.before.start as usize..hunk.before.end as usize;
        let after = hunk.after.start as usize..hunk.after.end as usize;
        pieces.push(Piece::Same(l..before.start, r..after.start));
        (l, r) = (before.end, after.end);
        pieces.push(Piece::Differs(before, after));
    }
    pieces.push(Piece::Same(l..ends.0, r..ends.1));
    pieces
}

/// Bytes of both sides that are compared word by word. It takes about 10 ms. Later matches have no marks.
const MAX_COMPARED_BYTES: usize = 1 << 20;

/// Words of a match that differ, by side: bytes of the text, ascending, disjoint.
pub(crate) type DifferingWords = [Vec<(u32, u32)>; 2];

/// Returns the words that differ in each match of a pair, in the order of the matches.
pub(crate) fn differing_words(pair: &Pair, sources: &Sources) -> Vec<DifferingWords> {
    let mut room = MAX_COMPARED_BYTES;
    let matches = pair.matches.as_deref().unwrap_or_default();
    matches.iter().map(|found| words_of(pair, found, sources, &mut room).unwrap_or_default()).collect()
}

/// Returns `None` if only comments and layout may differ, if everything does because the languages differ, or if texts are missing.
fn words_of(pair: &Pair, found: &Match, sources: &Sources, room: &mut usize) -> Option<DifferingWords> {
    if matches!(Layer::from_literal(found.literal.as_deref()), Layer::Identical | Layer::Translated) {
        return None;
    }
    let [left, right] = Side::BOTH.map(|side| {
        sources.text(side.of(pair.id), side.region(found).file).map(chaffinch_report::FileText::as_str)
    });
    let texts = [left?, right?];
    // All of a renamed match, and the statements of a rewritten one that agree.
    let parts: Vec<[(u32, u32); 2]> = if found.pieces.is_empty() {
        vec![Side::BOTH.map(|side| (side.region(found).start_byte, side.region(found).end_byte))]
    } else {
        found.pieces.iter().map(|piece| [piece.left, piece.right]).collect()
    };
    let mut words = DifferingWords::default();
    for part in parts {
        let [left, right] = [0, 1].map(|side| texts[side].get(part[side].0 as usize..part[side].1 as usize));
        let (left, right) = (left?, right?);
        *room = room.checked_sub(left.len() + right.len())?;
        for (side, ranges) in differing_ranges(left, right).into_iter().enumerate() {
            let text = [left, right][side];
            let start = part[side].0;
            let shown = ranges.into_iter().filter(|range| !text[range.clone()].trim().is_empty());
            words[side].extend(shown.map(|range| (start + range.start as u32, start + range.end as u32)));
        }
    }
    for side in &mut words {
        side.sort_unstable();
        // A statement may agree with several statements of the other side.
        let mut reached = 0;
        side.retain(|word| {
            let fits = reached <= word.0;
            reached = reached.max(word.1);
            fits
        });
    }
    Some(words)
}

/// Returns the words that lie outside the comments of a passage. A comment that differs is not painted at all.
pub(crate) fn outside_comments(passage: &Passage, words: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let in_comment = |word: &(u32, u32)| {
        let next = passage.own_comments.partition_point(|comment| comment.1 <= word.0);
        passage.own_comments.get(next).is_some_and(|comment| comment.0 < word.1)
    };
    words.iter().copied().filter(|word| !in_comment(word)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_line_stands_once_and_in_order(
            left in proptest::collection::vec("[ab]{0,2}|x=[0-9]", 0..12),
            right in proptest::collection::vec("[ab]{0,2}|x=[0-9]", 0..12),
        ) {
            let left: Vec<&str> = left.iter().map(String::as_str).collect();
            let right: Vec<&str> = right.iter().map(String::as_str).collect();
            let rows = lines(&left, &right);
            let (mut lefts, mut rights) = (Vec::new(), Vec::new());
            for row in rows {
                let (l, r) = match row {
                    Pairing::Same(l, r) => {
                        prop_assert_eq!(left[l], right[r]);
                        (Some(l), Some(r))
                    }
                    Pairing::Changed(l, r) => (Some(l), Some(r)),
                    Pairing::Left(l) => (Some(l), None),
                    Pairing::Right(r) => (None, Some(r)),
                };
                lefts.extend(l);
                rights.extend(r);
            }
            prop_assert!(lefts.into_iter().eq(0..left.len()));
            prop_assert!(rights.into_iter().eq(0..right.len()));
        }

        /// Two lines are equal without their differing bytes.
        #[test]
        fn lines_without_their_differing_bytes_are_equal(left in "[ab +é]{0,12}", right in "[ab +é]{0,12}") {
            let [l, r] = differing_ranges(&left, &right);
            let without = |text: &str, ranges: &[Range<usize>]| {
                let mut rest = text.to_owned();
                for range in ranges.iter().rev() {
                    rest.replace_range(range.clone(), "");
                }
                rest
            };
            prop_assert_eq!(without(&left, &l), without(&right, &r));
        }
    }

    #[test]
    fn a_renamed_line_stands_next_to_its_twin() {
        let left = ["int a = 1;", "while (a) {", "    a = f(a);", "}"];
        let right = ["int zahl = 1;", "log();", "while (zahl) {", "    zahl = f(zahl);", "}"];
        let expected = [
            Pairing::Changed(0, 0),
            Pairing::Right(1),
            Pairing::Changed(1, 2),
            Pairing::Changed(2, 3),
            Pairing::Same(3, 4),
        ];
        assert_eq!(lines(&left, &right), expected);
        let [l, r] = differing_ranges("int a = 1;", "int zahl = 1;");
        assert!(l.into_iter().eq(std::iter::once(4..5)) && r.into_iter().eq(std::iter::once(4..8)));
    }
}
