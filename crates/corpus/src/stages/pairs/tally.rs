//! How often each document was named: a table with open addressing that stays as small as what it holds, so that it lies in
//! the processor's cache. Pure.

/// A document no corpus has.
const FREE: u64 = u64::MAX;

/// Documents and counts.
#[derive(Debug)]
pub(super) struct Tally {
    /// A document in the upper half, its count in the lower.
    slots: Vec<u64>,
    /// Places taken, in the order they were.
    taken: Vec<u32>,
    shift: u32,
}

impl Tally {
    pub(super) fn new() -> Self {
        Self::of(10)
    }

    fn of(bits: u32) -> Self {
        Self { slots: vec![FREE; 1 << bits], taken: Vec::new(), shift: 32 - bits }
    }

    /// Whether nothing was counted.
    pub(super) fn is_empty(&self) -> bool {
        self.taken.is_empty()
    }

    /// Counts a document once more, if it was counted before.
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

    /// Fibonacci hashing: neighbours, which documents of one site are, come to lie apart.
    #[inline]
    fn place(&self, document: u32) -> usize {
        (document.wrapping_mul(0x9e37_79b9) >> self.shift) as usize
    }

    /// Counts a document once more.
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
        let mut larger = Self::of(self.slots.len().ilog2() + 1);
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

    /// Fills `into` with documents in the upper half and counts in the lower, ascending, and begins anew.
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
