//! The words that differ inside matches. They are found from the texts when a page is made, because a report keeps only
//! which tokens agree.

use chaffinch_report::{Match, Pair, Side, Sources};

use super::diff::differing_ranges;
use super::{Layer, Passage};

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
