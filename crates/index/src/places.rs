//! Finds the positions of fingerprints that two documents share. Pure.

use crate::Fingerprint;

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

    use proptest::prelude::*;

    use super::*;

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
