//! Short ids: how many are left of n shingles, and what that does to resemblance.

use std::num::NonZeroUsize;

use chaffinch_sketch::{IdHash, Key, Overlap, Parameters, Sample, Sketcher};

use crate::algorithms::short_ids::{expected_ids, resemblance_error};
use crate::random::SplitMix64;

const ONE: NonZeroUsize = NonZeroUsize::MIN;

/// Everything is kept: the set of ids.
fn all_ids(hash: IdHash, bits: u32, key: &Key) -> Sketcher {
    let sample = Sample::Modulus(std::num::NonZeroU64::MIN);
    let parameters = Parameters { shingle: ONE, hash, bits, key: key.id(), sample, ..Parameters::STANDARD };
    Sketcher::new(parameters, key).expect("possible parameters")
}

fn words(n: usize) -> Vec<u64> {
    let mut generator = SplitMix64::seeded(31);
    (0..n).map(|_| generator.next()).collect()
}

#[test]
fn as_many_ids_as_expected() {
    let (words, trials) = (words(1000), 100);
    for hash in [IdHash::Mixed, IdHash::Rabin] {
        for bits in [12, 16] {
            let left: usize = (0..trials)
                .map(|seed| all_ids(hash, bits, &Key::from_seed(seed)).sketch(&words).values().len())
                .sum();
            let mean = left as f64 / trials as f64;
            let expected = expected_ids(1000, bits);
            // The number of ids varies less than that of colliding pairs, which is about Poisson.
            let tolerance = 4.0 * ((1000.0 - expected) / trials as f64).sqrt();
            assert!((mean - expected).abs() < tolerance, "{hash:?}, {bits} bits: {mean} of {expected}");
        }
    }
    let by_definition = 4096.0 * (1.0 - (1.0 - 1.0 / 4096_f64).powi(1000));
    assert!((expected_ids(1000, 12) - by_definition).abs() < 1e-9);
    assert!((expected_ids(1_000_000, 64) - 1_000_000.0).abs() < 1e-6, "next to none collide");
}

#[test]
fn resemblance_of_ids_is_within_its_bound() {
    let words = words(600);
    let truth = 200.0 / 600.0;
    for hash in [IdHash::Mixed, IdHash::Rabin] {
        for seed in 0..100 {
            let mut sketcher = all_ids(hash, 22, &Key::from_seed(seed));
            let (left, right) = (sketcher.sketch(&words[..400]), sketcher.sketch(&words[200..]));
            let measured =
                Overlap::of(left.values(), right.values()).resemblance().expect("not empty").value();
            assert!((measured - truth).abs() < resemblance_error(600, 22));
        }
    }
}
