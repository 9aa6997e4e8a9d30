//! Counts the values that one document shares with each earlier document. Pure.

use super::lists::Chunks;
use super::tally::Tally;
use crate::document::Overlap;

/// Lists with this average length are worth sorting.
const LONG: usize = 8;

/// Counts partners, and reuses its memory.
#[derive(Debug)]
pub(super) struct Partners {
    tally: Tally,
    counts: Vec<u64>,
}

impl Partners {
    pub(super) fn new() -> Self {
        Self { tally: Tally::new(), counts: Vec::new() }
    }

    /// Returns the earlier documents in the upper half, and the number of these lists that contain them in the lower
    /// half, ascending. `later` is the document of the lists, and the least number of values it has. Some documents
    /// that cannot reach the floor are left out.
    ///
    /// Long lists come last. A document that is in none of the lists before cannot be in more lists than are left. If
    /// that is too few for the floor, it need not be counted. So pages that share only a template cost nothing if the
    /// template is too small a part of them.
    pub(super) fn count(
        &mut self,
        (later, size): (u32, u32),
        numbers: &mut [u32],
        lists: &Chunks,
        floor: f64,
    ) -> &[u64] {
        let length = |&number: &u32| lists.list(number).documents.len();
        if LONG * numbers.len() < numbers.iter().map(length).sum() {
            numbers.sort_unstable_by_key(length);
        }
        for (at, &number) in numbers.iter().enumerate() {
            let list = lists.list(number);
            let most = Overlap { shared: (numbers.len() - at) as u32, left: list.smallest, right: size };
            let earlier = list.documents.iter().take_while(|&&earlier| earlier < later);
            if most.reaches(floor) {
                earlier.for_each(|&earlier| self.tally.add(earlier));
            } else if !self.tally.is_empty() {
                earlier.for_each(|&earlier| self.tally.add_again(earlier));
            }
        }
        self.tally.take(&mut self.counts);
        &self.counts
    }
}
