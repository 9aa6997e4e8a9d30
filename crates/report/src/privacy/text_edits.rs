//! Replacements in a text, and the new place of every other byte.

use std::ops::Range;

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
    pub(crate) fn new_offset(&self, at: u32) -> u32 {
        let next = self.0.partition_point(|edit| edit.before.start < at);
        match next.checked_sub(1).and_then(|last| self.0.get(last)) {
            None => at,
            Some(edit) => edit.end_after + at.saturating_sub(edit.before.end),
        }
    }

    /// Returns the new places of both ends of a range.
    pub(crate) fn new_range(&self, start: u32, end: u32) -> (u32, u32) {
        (self.new_offset(start), self.new_offset(end))
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
