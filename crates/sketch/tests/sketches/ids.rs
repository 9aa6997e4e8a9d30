//! Ids under different keys.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use chaffinch_sketch::{IdHash, Key, Parameters, Sample, Sketcher};

use crate::oracle::SplitMix64;

const ONE: NonZeroUsize = NonZeroUsize::MIN;

/// Returns a sketcher that keeps everything, so its values are the set of ids.
fn all_ids(hash: IdHash, bits: u32, key: &Key) -> Sketcher {
    let sample = Sample::Modulus(std::num::NonZeroU64::MIN);
    let parameters = Parameters { shingle: ONE, hash, bits, key: key.id(), sample, ..Parameters::STANDARD };
    Sketcher::new(parameters, key).expect("possible parameters")
}

fn words(n: usize) -> Vec<u64> {
    let mut generator = SplitMix64(31);
    (0..n).map(|_| generator.next()).collect()
}

/// Different keys give unrelated ids.
#[test]
fn keys_decide_ids() {
    let words = words(300);
    for hash in [IdHash::Mixed, IdHash::Rabin] {
        let ids = |seed| -> BTreeSet<u64> {
            all_ids(hash, 40, &Key::from_seed(seed)).sketch(&words).values().iter().copied().collect()
        };
        assert!(ids(1).is_disjoint(&ids(2)));
    }
}
