//! The earlier documents that one document shares values with, and how many. Pure.

use super::lists::Chunks;
use super::tally::Tally;
use crate::document::Overlap;

/// Lists this long on average are worth bringing into order.
const LONG: usize = 8;

/// Counts partners, and keeps the memory it needs for that.
#[derive(Debug)]
pub(super) struct Partners {
    tally: Tally,
    counts: Vec<u64>,
}

impl Partners {
    pub(super) fn new() -> Self {
        Self { tally: Tally::new(), counts: Vec::new() }
    }

    /// Earlier documents in the upper half with the number of these lists they stand in, ascending. `later` is the
    /// document whose lists they are, and how many values it has at the least. Some that cannot reach the floor are left out.
    ///
    /// Long lists come last, for a document that was in none of the others cannot be in more than those that are left:
    /// where that is too little for the floor, it need not be counted. So pages of a template, which share nothing else,
    /// cost nothing where the template is too small a part of them.
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
