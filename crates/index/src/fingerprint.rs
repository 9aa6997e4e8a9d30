//! Fingerprints as the index stores them (48 bits of a hash, and a position): which ones of a document are looked up, and
//! which ones two documents share. Pure.

/// Number of bits in a fingerprint. Among 200 million random fingerprints, another one has the same 48 bits with a
/// probability below 10^-6. Candidates are compared token by token anyway, so a collision costs time, but does not
/// change a result.
pub const BITS: u32 = 48;

/// A fingerprint with its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    /// Position in tokens, from the beginning of the document.
    pub position: u32,
    /// The value, below 2^48.
    pub value: u64,
}

impl Fingerprint {
    /// Creates a fingerprint from a well mixed 64-bit hash. It takes the upper bits, so order is kept and a minimum
    /// stays a minimum.
    pub const fn of_hash(hash: u64, position: u32) -> Self {
        Self { position, value: hash >> (u64::BITS - BITS) }
    }
}

/// Which fingerprints are looked up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Selection {
    /// Look up only those that winnowing with this window would keep. An index made with window w supports every window
    /// w' >= w: the minimum of a large window is also the minimum of a small one in it.
    pub window: Option<u32>,
    /// Look up only this many of the smallest values.
    pub smallest: Option<usize>,
}

impl Selection {
    /// Returns the values to look up; ascending, distinct. `fingerprints` are sorted by position.
    pub fn of(&self, fingerprints: &[Fingerprint]) -> Vec<u64> {
        let mut values = match self.window {
            Some(window) => minima(fingerprints, window),
            None => fingerprints.iter().map(|fingerprint| fingerprint.value).collect(),
        };
        values.sort_unstable();
        values.dedup();
        values.truncate(self.smallest.unwrap_or(usize::MAX));
        values
    }
}

/// Returns values that are the smallest of some window of this many positions.
///
/// A value is kept if a window without a smaller value fits between the nearest smaller values on both sides. The
/// number of positions after the last fingerprint is not known, so windows may extend past the end. This keeps a few
/// more values than winnowing would, but never fewer.
fn minima(fingerprints: &[Fingerprint], window: u32) -> Vec<u64> {
    let mut kept = Vec::new();
    let mut open: Vec<Open> = Vec::new();
    for &Fingerprint { position, value } in fingerprints {
        while let Some(larger) = open.pop_if(|last| value < last.value) {
            if window <= position - larger.from {
                kept.push(larger.value);
            }
        }
        match open.last_mut() {
            // Equal values are looked up once, so it does not matter which of them a window contains.
            Some(equal) if equal.value == value => equal.position = position,
            smaller => {
                let from = smaller.map_or(0, |smaller| smaller.position.saturating_add(1));
                open.push(Open { value, position, from });
            }
        }
    }
    kept.extend(open.into_iter().map(|open| open.value));
    kept
}

/// A value with no smaller one after it so far.
struct Open {
    value: u64,
    /// Its last position.
    position: u32,
    /// The position after the nearest smaller value before it, where its first window may begin.
    from: u32,
}

/// A fingerprint that two documents share.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SharedFingerprint {
    /// The value of the fingerprint.
    pub value: u64,
    /// Its positions in the first document, ascending.
    pub here: Vec<u32>,
    /// Its positions in the second document, ascending.
    pub there: Vec<u32>,
}

/// Returns the fingerprints that two documents share, by value, including frequent ones. [`crate::unpack`] returns the
/// fingerprints of a stored document.
///
/// Positions are returned for each side, not as pairs: a unit that both documents repeat a thousand times gives two
/// thousand positions, not a million pairs.
pub fn shared(here: &[Fingerprint], there: &[Fingerprint]) -> Vec<SharedFingerprint> {
    let by_value = |fingerprints: &[Fingerprint]| {
        let mut pairs: Vec<_> = fingerprints.iter().map(|f| (f.value, f.position)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    };
    let (here, there) = (by_value(here), by_value(there));
    let mut others = there.chunk_by(|left, right| left.0 == right.0).peekable();
    let mut shared = Vec::new();
    for list in here.chunk_by(|left, right| left.0 == right.0) {
        let value = list[0].0;
        while others.next_if(|other| other[0].0 < value).is_some() {}
        if let Some(other) = others.next_if(|other| other[0].0 == value) {
            let positions = |list: &[(u64, u32)]| list.iter().map(|pair| pair.1).collect();
            shared.push(SharedFingerprint { value, here: positions(list), there: positions(other) });
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use chaffinch_fingerprint::{winnow, winnow_robust};
    use proptest::prelude::*;

    use super::*;

    fn stored(hashes: &[u64], window: usize) -> Vec<Fingerprint> {
        let mut kept = Vec::new();
        winnow_robust(hashes, window, &mut kept);
        kept.into_iter().map(|kept| Fingerprint { position: kept.position, value: kept.hash }).collect()
    }

    proptest! {
        #[test]
        fn keeps_what_the_larger_window_keeps(
            hashes in proptest::collection::vec(0_u64..50, 1..120),
            window in 1_usize..8,
            more in 0_usize..20,
        ) {
            let larger = window + more;
            let fingerprints = stored(&hashes, window);
            let values = Selection { window: Some(larger as u32), smallest: None }.of(&fingerprints);

            let mut exact = Vec::new();
            winnow(&hashes, larger, &mut exact);
            prop_assert!(exact.iter().all(|exact| values.binary_search(&exact.hash).is_ok()));

            // All values are minima, of windows that may extend past the end.
            let minima: BTreeSet<u64> = (0..hashes.len())
                .filter_map(|begin| {
                    let inside = |f: &&Fingerprint| (begin..begin + larger).contains(&(f.position as usize));
                    fingerprints.iter().filter(inside).map(|f| f.value).min()
                })
                .collect();
            prop_assert_eq!(&values, &minima.into_iter().collect::<Vec<_>>());

            let some = Selection { window: Some(larger as u32), smallest: Some(3) }.of(&fingerprints);
            prop_assert_eq!(&some[..], &values[..values.len().min(3)]);
        }
    }

    #[test]
    fn a_larger_window_asks_less() {
        let hashes: Vec<u64> = (0..4000).map(chaffinch_fingerprint::rehash).collect();
        let fingerprints = stored(&hashes, 10);
        let asked = |window| Selection { window, smallest: None }.of(&fingerprints).len() as f64;
        assert_eq!(asked(Some(10)) as usize, asked(None) as usize);
        // The density of winnowing is 2 / (w + 1).
        assert!((asked(Some(43)) / asked(None) - 11.0 / 44.0).abs() < 0.03);
    }

    proptest! {
        #[test]
        fn finds_all_pairs_of_equal_values(
            here in proptest::collection::vec((0_u32..50, 0_u64..20), 0..30),
            there in proptest::collection::vec((0_u32..50, 0_u64..20), 0..30),
        ) {
            let of = |pairs: &[(u32, u64)]| -> Vec<Fingerprint> {
                pairs.iter().map(|&(position, value)| Fingerprint { position, value }).collect()
            };
            let slow: BTreeSet<_> = here
                .iter()
                .flat_map(|h| there.iter().filter(|t| h.1 == t.1).map(|t| (h.1, h.0, t.0)))
                .collect();
            let fast: Vec<_> = shared(&of(&here), &of(&there))
                .iter()
                .flat_map(|s| s.here.iter().flat_map(move |&h| s.there.iter().map(move |&t| (s.value, h, t))))
                .collect();
            prop_assert_eq!(fast, slow.into_iter().collect::<Vec<_>>());
        }
    }
}
