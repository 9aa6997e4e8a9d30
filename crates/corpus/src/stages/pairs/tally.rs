//! Counts how often each document occurs, in a table with open addressing. The table grows only as needed, so that it
//! fits into the processor's cache. Pure.

/// A slot that is not used. No document has this number.
const FREE: u64 = u64::MAX;

/// Documents and their counts.
#[derive(Debug)]
pub(super) struct Tally {
    /// A document in the upper half, its count in the lower.
    slots: Vec<u64>,
    /// Slots in use, in the order they were taken.
    taken: Vec<u32>,
    shift: u32,
}

impl Tally {
    pub(super) fn new() -> Self {
        Self::with_bits(10)
    }

    fn with_bits(bits: u32) -> Self {
        Self { slots: vec![FREE; 1 << bits], taken: Vec::new(), shift: 32 - bits }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }

    /// Increases the count of a document that was counted before. Ignores other documents.
    #[inline]
    pub(super) fn add_again(&mut self, document: u32) {
        let mask = self.slots.len() - 1;
        let mut at = self.place(document);
        while self.slots[at] != FREE {
            if self.slots[at] >> 32 == u64::from(document) {
                self.slots[at] += 1;
                return;
            }
            at = (at + 1) & mask;
        }
    }

    /// Returns the slot for a document by Fibonacci hashing, which separates the neighbouring numbers that documents of
    /// one site have.
    #[inline]
    fn place(&self, document: u32) -> usize {
        (document.wrapping_mul(0x9e37_79b9) >> self.shift) as usize
    }

    /// Increases the count of a document.
    #[inline]
    pub(super) fn add(&mut self, document: u32) {
        let mask = self.slots.len() - 1;
        let mut at = self.place(document);
        loop {
            let slot = &mut self.slots[at];
            if *slot >> 32 == u64::from(document) {
                *slot += 1;
                return;
            }
            if *slot == FREE {
                *slot = u64::from(document) << 32 | 1;
                self.taken.push(at as u32);
                if self.slots.len() < 2 * self.taken.len() {
                    self.grow();
                }
                return;
            }
            at = (at + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self) {
        let mut larger = Self::with_bits(self.slots.len().ilog2() + 1);
        let mask = larger.slots.len() - 1;
        for &at in &self.taken {
            let slot = self.slots[at as usize];
            let mut at = larger.place((slot >> 32) as u32);
            while larger.slots[at] != FREE {
                at = (at + 1) & mask;
            }
            larger.slots[at] = slot;
            larger.taken.push(at as u32);
        }
        *self = larger;
    }

    /// Fills `into` with documents in the upper half and counts in the lower half, ascending, and empties the table.
    pub(super) fn take(&mut self, into: &mut Vec<u64>) {
        into.clear();
        for &at in &self.taken {
            into.push(std::mem::replace(&mut self.slots[at as usize], FREE));
        }
        self.taken.clear();
        into.sort_unstable();
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counts_as_a_map_does_again_and_again(
            rounds in proptest::collection::vec(proptest::collection::vec(0u32..5000, 0..3000), 1..4),
        ) {
            let (mut tally, mut found) = (Tally::new(), Vec::new());
            for round in rounds {
                let mut slow = BTreeMap::<u32, u32>::new();
                for document in round {
                    tally.add(document);
                    *slow.entry(document).or_default() += 1;
                }
                for document in 0..10 {
                    tally.add_again(document);
                    slow.entry(document).and_modify(|count| *count += 1);
                }
                tally.take(&mut found);
                let slow: Vec<u64> =
                    slow.into_iter().map(|(document, count)| u64::from(document) << 32 | u64::from(count)).collect();
                prop_assert_eq!(&found, &slow);
            }
        }
    }
}
