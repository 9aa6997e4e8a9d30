//! An author who knows which shingles a sketch keeps can change only those. A secret key, and sampling a stored set
//! again, resist this.

use std::num::{NonZeroU64, NonZeroUsize};

use chaffinch_sketch::sketch::NotResampled;
use chaffinch_sketch::{Estimate, Key, Mismatch, Overlap, Parameters, Sample, Shingler, Sketch, Sketcher};

use crate::oracle::SplitMix64;

const SHINGLE: NonZeroUsize = NonZeroUsize::new(5).expect("not zero");

fn m(number: u64) -> NonZeroU64 {
    NonZeroU64::new(number).expect("not zero")
}

fn modulus(number: u64, key: &Key) -> Sketcher {
    let sample = Sample::Modulus(m(number));
    Sketcher::new(Parameters { shingle: SHINGLE, sample, key: key.id(), ..Parameters::STANDARD }, key)
        .expect("possible parameters")
}

/// Returns a document, and a copy in which one word of every shingle that `MOD_m` keeps with the public key was
/// changed, until none of the original's is left.
fn document_and_evading_copy(public_modulus: u64) -> (Vec<u64>, Vec<u64>) {
    let mut generator = SplitMix64(23);
    let document: Vec<u64> = (0..20_000).map(|_| generator.next()).collect();
    let mut copy = document.clone();
    let mut shingler = Shingler::new(SHINGLE);
    let mut at = 0;
    shingler.feed(&document, |id| {
        if id % public_modulus == 0 {
            copy[at + 2] = generator.next();
        }
        at += 1;
    });
    (document, copy)
}

fn truth(document: &[u64], copy: &[u64]) -> f64 {
    let mut all = modulus(1, &Key::PUBLIC);
    let overlap = Overlap::of(all.sketch(document).values(), all.sketch(copy).values());
    overlap.resemblance().expect("not empty").value()
}

#[test]
fn a_secret_key_resists() {
    let (document, copy) = document_and_evading_copy(50);
    let truth = truth(&document, &copy);
    assert!(truth > 0.75, "the copy is still one: {truth}");
    let estimate = |key: &Key| {
        let mut sketcher = modulus(50, key);
        sketcher.sketch(&document).resemblance(&sketcher.sketch(&copy)).expect("made alike")
    };
    assert_eq!(estimate(&Key::PUBLIC).value(), Some(0.0), "the public sketch is evaded");
    for seed in 0..20 {
        let secret = estimate(&Key::from_seed(seed));
        assert!(secret.interval(0.9999).contains(truth), "{secret:?} of {truth}");
    }
}

/// One in ten values of a stored `MOD_5` was evaded. Every comparison uses another part of the stored set, and
/// estimates the resemblance of the whole set.
#[test]
fn sampling_again_resists() {
    let (document, copy) = document_and_evading_copy(50);
    let mut stored = modulus(5, &Key::PUBLIC);
    let (document, copy) = (stored.sketch(&document), stored.sketch(&copy));
    let all = document.resemblance(&copy).expect("made alike").value().expect("many values");
    assert!(all > 0.7, "{all}");
    for seed in 0..20 {
        for sample in [Sample::Modulus(m(10)), Sample::Minimum(n(200))] {
            let key = Key::from_seed(seed);
            let again = |sketch: &Sketch| sketch.resample(sample, &key).expect("a stored sample");
            let estimate = again(&document).resemblance(&again(&copy)).expect("made alike");
            assert!(estimate.sample() < document.values().len() as u64 / 5);
            assert!(estimate.interval(0.9999).contains(all), "{sample}: {estimate:?} of {all}");
        }
    }
}

fn n(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("not zero")
}

/// Over many keys, samples taken again estimate the result of the stored sets without bias.
#[test]
fn sampling_again_is_unbiased() {
    let mut generator = SplitMix64(29);
    let words: Vec<u64> = (0..2000).map(|_| generator.next()).collect();
    let mut stored = modulus(2, &Key::PUBLIC);
    let (left, right) = (stored.sketch(&words[..1500]), stored.sketch(&words[500..]));
    let expected = left.resemblance(&right).expect("made alike").value().expect("many values");
    let contained = left.containment_in(&right).expect("made alike").value().expect("many values");
    for sample in [Sample::Modulus(m(10)), Sample::Minimum(n(100))] {
        let trials = 400;
        let (mut sum, mut sum_contained) = (0.0, 0.0);
        for seed in 0..trials {
            let key = Key::from_seed(seed);
            let again = |sketch: &Sketch| sketch.resample(sample, &key).expect("a stored sample");
            let (left, right) = (again(&left), again(&right));
            sum += left.resemblance(&right).expect("made alike").value().expect("many values");
            match left.containment_in(&right) {
                Ok(estimate) => sum_contained += estimate.value().expect("many values"),
                Err(refused) => assert_eq!(refused, Mismatch::NoContainment),
            }
        }
        // The standard deviation of one estimate is below 0.05.
        let tolerance = 4.0 * 0.05 / (trials as f64).sqrt();
        assert!((sum / trials as f64 - expected).abs() < tolerance, "{sample}");
        assert!(sum_contained == 0.0 || (sum_contained / trials as f64 - contained).abs() < tolerance);
    }
}

#[test]
fn what_cannot_be_sampled_again_is_refused() {
    let key = Key::from_seed(1);
    let words: Vec<u64> = (1..=1000).collect();
    let sketch = |sample| {
        let parameters = Parameters { shingle: SHINGLE, sample, ..Parameters::STANDARD };
        Sketcher::new(parameters, &Key::PUBLIC).expect("possible parameters").sketch(&words)
    };
    let modulus = sketch(Sample::Modulus(m(2)));
    let again = modulus.resample(Sample::Modulus(m(2)), &key).expect("a stored sample");
    assert_eq!(again.resample(Sample::Modulus(m(2)), &key), Err(NotResampled::Source));
    assert_eq!(
        sketch(Sample::Minimum(n(9))).resample(Sample::Modulus(m(2)), &key),
        Err(NotResampled::Source)
    );
    assert_eq!(modulus.resample(Sample::Ladder(n(9)), &key), Err(NotResampled::Target));
    let ladder = sketch(Sample::Ladder(n(9)));
    assert_eq!(ladder.resample(Sample::Minimum(n(9)), &key), Err(NotResampled::Target));
    assert!(ladder.resample(Sample::Modulus(m(2)), &key).is_ok());
    // It can be compared neither with its source, nor with a sample taken with another key.
    assert!(matches!(again.resemblance(&modulus), Err(Mismatch::Parameter(_))));
    let other = modulus.resample(Sample::Modulus(m(2)), &Key::from_seed(2)).expect("a stored sample");
    assert!(matches!(again.resemblance(&other), Err(Mismatch::Parameter(_))));
    assert_eq!(again.resemblance(&again).map(Estimate::value), Ok(Some(1.0)));
}
