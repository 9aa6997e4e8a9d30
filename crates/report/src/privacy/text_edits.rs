//! Replacements in a text, the new place of every other byte, and the offsets of a report at these places.

use std::ops::Range;

use crate::model::{File, Match, Region};

/// Replaced ranges of a text: ascending, disjoint, without line ends, so that line numbers stay.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Edits(Vec<Edit>);

#[derive(Debug, Clone, PartialEq, Eq)]
struct Edit {
    /// Replaced bytes of the old text.
    before: Range<u32>,
    /// End of the replacement in the new text.
    end_after: u32,
}

impl Edits {
    /// Replaces ranges of a text. They must be ascending and disjoint.
    pub(crate) fn apply<'r>(
        text: &str,
        replacements: impl IntoIterator<Item = (Range<usize>, &'r str)>,
    ) -> (String, Self) {
        let mut after = String::with_capacity(text.len());
        let mut edits = Vec::new();
        let mut copied = 0;
        for (range, replacement) in replacements {
            after.push_str(&text[copied..range.start]);
            after.push_str(replacement);
            copied = range.end;
            edits.push(Edit {
                before: range.start as u32..range.end as u32,
                end_after: u32::try_from(after.len()).unwrap_or(u32::MAX),
            });
        }
        after.push_str(&text[copied..]);
        (after, Self(edits))
    }

    /// Returns the new place of a boundary between bytes. A boundary inside a replaced range moves to its end, so that
    /// disjoint and ascending ranges stay so.
    fn new_offset(&self, at: u32) -> u32 {
        let next = self.0.partition_point(|edit| edit.before.start < at);
        match next.checked_sub(1).and_then(|last| self.0.get(last)) {
            None => at,
            Some(edit) => edit.end_after + at.saturating_sub(edit.before.end),
        }
    }

    /// Returns the new places of both ends of a range.
    fn new_range(&self, start: u32, end: u32) -> (u32, u32) {
        (self.new_offset(start), self.new_offset(end))
    }
}

/// Returns all regions of a match, with their submissions.
pub(super) fn regions(found: &mut Match, left: u32, right: u32) -> impl Iterator<Item = (u32, &mut Region)> {
    let lefts = std::iter::once(&mut found.left).chain(&mut found.left_further);
    let rights = std::iter::once(&mut found.right).chain(&mut found.right_further);
    lefts.map(move |region| (left, region)).chain(rights.map(move |region| (right, region)))
}

pub(super) fn move_region(region: &mut Region, edits: &Edits) {
    (region.start_byte, region.end_byte) = edits.new_range(region.start_byte, region.end_byte);
}

/// Moves the parts of a match: its pieces, and the comments that only one side has.
pub(super) fn move_parts(found: &mut Match, left: Option<&Edits>, right: Option<&Edits>) {
    let new_range = |edits: Option<&Edits>, (start, end): (u32, u32)| {
        edits.map_or((start, end), |edits| edits.new_range(start, end))
    };
    for piece in &mut found.pieces {
        (piece.left, piece.right) = (new_range(left, piece.left), new_range(right, piece.right));
    }
    found.left_differing_comments.iter_mut().for_each(|comment| *comment = new_range(left, *comment));
    found.right_differing_comments.iter_mut().for_each(|comment| *comment = new_range(right, *comment));
}

pub(super) fn move_file(file: &mut File, edits: &Edits) {
    file.bytes = edits.new_offset(file.bytes);
    for (start, end, _) in &mut file.masked {
        (*start, *end) = edits.new_range(*start, *end);
    }
    file.masked.retain(|(start, end, _)| start < end);
    for (start, end, _) in &mut file.handed_in_before {
        (*start, *end) = edits.new_range(*start, *end);
    }
    file.handed_in_before.retain(|(start, end, _)| start < end);
    for start in file.cells.iter_mut().flatten() {
        *start = edits.new_offset(*start);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::Edits;

    #[test]
    fn boundaries_go_with_their_text() {
        let (after, edits) = Edits::apply("ada = ada + 1", [(0..3, "Person7"), (6..9, "")]);
        assert_eq!(after, "Person7 =  + 1");
        let new_offset: Vec<u32> = (0..14).map(|at| edits.new_offset(at)).collect();
        assert_eq!(new_offset, [0, 7, 7, 7, 8, 9, 10, 10, 10, 10, 11, 12, 13, 14]);
    }

    proptest! {
        #[test]
        fn text_that_is_not_replaced_is_found_again(
            pieces in prop::collection::vec(("[a-c\n]{0,4}", "[x-z]{1,3}", "[P-R]{0,5}"), 0..8),
            last in "[a-c]{0,3}",
        ) {
            let mut text = String::new();
            let mut replacements = Vec::new();
            for (kept, replaced, replacement) in &pieces {
                text.push_str(kept);
                let start = text.len();
                text.push_str(replaced);
                replacements.push((start..text.len(), replacement.as_str()));
            }
            text.push_str(&last);
            let (after, edits) = Edits::apply(&text, replacements);
            let mut before = 0;
            for at in 0..text.len() {
                let (start, end) = edits.new_range(at as u32, at as u32 + 1);
                prop_assert!(before <= start && start <= end);
                before = end;
                if !text[at..=at].contains(['x', 'y', 'z']) {
                    prop_assert_eq!(&text[at..=at], &after[start as usize..end as usize]);
                }
            }
        }
    }
}
