//! A set of document numbers, stored as ranges, as many documents form few ranges. Pure.

use std::ops::Range;

/// A set of documents.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DocumentSet {
    /// Ascending and not empty, with at least one number between two of them.
    ranges: Vec<Range<u64>>,
}

impl DocumentSet {
    /// Returns whether the set contains a document.
    pub fn contains(&self, document: u64) -> bool {
        let after = self.ranges.partition_point(|range| range.start <= document);
        after.checked_sub(1).is_some_and(|at| document < self.ranges[at].end)
    }

    /// Returns the documents as ascending ranges that are not empty.
    pub fn ranges(&self) -> impl Iterator<Item = Range<u64>> {
        self.ranges.iter().cloned()
    }

    /// Returns the number of documents in the set.
    pub fn len(&self) -> u64 {
        self.ranges.iter().map(|range| range.end - range.start).sum()
    }

    /// Returns whether the set contains no documents.
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }
}

impl FromIterator<Range<u64>> for DocumentSet {
    /// Creates a set from ranges in any order. They may touch and overlap.
    fn from_iter<I: IntoIterator<Item = Range<u64>>>(ranges: I) -> Self {
        let mut sorted: Vec<_> = ranges.into_iter().filter(|range| !range.is_empty()).collect();
        sorted.sort_unstable_by_key(|range| range.start);
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for range in sorted {
            match ranges.last_mut() {
                Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
                _ => ranges.push(range),
            }
        }
        Self { ranges }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::DocumentSet;

    proptest! {
        #[test]
        fn holds_what_the_ranges_hold(ranges in proptest::collection::vec((0_u64..60, 0_u64..9), 0..9)) {
            let ranges: Vec<_> = ranges.into_iter().map(|(start, length)| start..start + length).collect();
            let slow: BTreeSet<u64> = ranges.iter().cloned().flatten().collect();
            let set: DocumentSet = ranges.into_iter().collect();
            prop_assert_eq!(set.len(), slow.len() as u64);
            prop_assert_eq!(set.is_empty(), slow.is_empty());
            prop_assert!((0..80).all(|document| set.contains(document) == slow.contains(&document)));
        }
    }
}
