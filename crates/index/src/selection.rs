//! Selects the fingerprints of a document to look up: all of them, or fewer for a faster and less accurate result.
//! Pure.

use crate::Fingerprint;

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
}
