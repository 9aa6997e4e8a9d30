//! Which fingerprints of a document are looked up: all, or fewer for a quicker and rougher answer. Pure.

use crate::Fingerprint;

/// Which fingerprints to look up.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Selection {
    /// Only those that winnowing with this window would keep. An index made with window w answers questions of
    /// every window w' >= w: the minimum of a large window is the minimum of a small one within it.
    pub window: Option<u32>,
    /// Only this many of the smallest values.
    pub smallest: Option<usize>,
}

impl Selection {
    /// Values to look up; ascending, distinct. `fingerprints` are by position.
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

/// Values that are the smallest of some window of so many positions.
///
/// A window with no smaller value in it fits between the nearest smaller values on both sides, or it does not.
/// How many positions follow the last fingerprint is not known: windows may reach past the end, which keeps a few
/// values more than winnowing would, never fewer.
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
            // Equal values are looked up as one, whichever of them a window holds.
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
    /// Where it was seen last.
    position: u32,
    /// Behind the nearest smaller value before it: where its first window may begin.
    from: u32,
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

            // Nothing but minima, of windows that may reach past the end.
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
}
