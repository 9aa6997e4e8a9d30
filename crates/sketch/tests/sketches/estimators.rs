//! Estimators are unbiased and within their error bounds. Simulated over keys, with fixed seeds.

use std::num::{NonZeroU64, NonZeroUsize};

use chaffinch_sketch::{Estimate, IdHash, Key, Parameters, Sample, Sketch, Sketcher, accuracy};

use crate::oracle::SplitMix64;

const TRIALS: u64 = 400;

/// How many standard deviations a mean of fixed seeds may be away.
const SIGMAS: f64 = 4.0;

/// Returns two documents of words that occur once each, with this many words in both and in only one.
fn documents(shared: usize, left: usize, right: usize) -> (Vec<u64>, Vec<u64>) {
    let mut generator = SplitMix64(17);
    let words: Vec<u64> = (0..shared + left + right).map(|_| generator.next()).collect();
    let (common, own) = words.split_at(shared);
    let (of_left, of_right) = own.split_at(left);
    ([common, of_left].concat(), [common, of_right].concat())
}

fn n(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("not zero")
}

fn m(number: u64) -> NonZeroU64 {
    NonZeroU64::new(number).expect("not zero")
}

/// Returns the results of `ask` for the two documents with many keys. Shingles are single words, so the sizes of sets
/// are known.
fn estimates(
    parameters: Parameters,
    (left, right): &(Vec<u64>, Vec<u64>),
    ask: impl Fn(&Sketch, &Sketch) -> Estimate,
) -> Vec<Estimate> {
    let trial = |seed| {
        let key = Key::from_seed(seed);
        let parameters = Parameters { shingle: n(1), key: key.id(), ..parameters };
        let mut sketcher = Sketcher::new(parameters, &key).expect("possible parameters");
        ask(&sketcher.sketch(left), &sketcher.sketch(right))
    };
    (0..TRIALS).map(trial).collect()
}

fn resemblance(left: &Sketch, right: &Sketch) -> Estimate {
    left.resemblance(right).expect("made alike")
}

fn containment(left: &Sketch, right: &Sketch) -> Estimate {
    left.containment_in(right).expect("made alike")
}

/// Checks that the mean of the known estimates is the true value. Intervals of 95 % must contain it at least as often,
/// and so must the paper's accuracy at the sample size of each estimate.
fn assert_sound(estimates: &[Estimate], truth: f64, what: &str) {
    let known: Vec<f64> = estimates.iter().filter_map(|estimate| estimate.value()).collect();
    let trials = known.len() as f64;
    let mean = known.iter().sum::<f64>() / trials;
    let variance = known.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (trials - 1.0);
    let off = (mean - truth).abs() / (variance / trials).sqrt();
    assert!(off < SIGMAS, "{what}: mean {mean} of {truth}, {off} standard deviations off");

    let covered = estimates.iter().filter(|estimate| estimate.interval(0.95).contains(truth)).count() as f64;
    let least = 0.95 - SIGMAS * (0.95 * 0.05 / TRIALS as f64).sqrt();
    assert!(covered / TRIALS as f64 >= least, "{what}: {covered} of {TRIALS} intervals contain the truth");

    for error in [0.03, 0.1] {
        let within = known.iter().filter(|value| (**value - truth).abs() <= error + 1e-9).count() as f64;
        let expected: f64 = estimates
            .iter()
            .filter(|estimate| **estimate != Estimate::Unknown)
            .map(|estimate| accuracy(estimate.sample(), truth, error))
            .sum();
        let slack = SIGMAS * (trials / 4.0).sqrt();
        assert!(within >= expected - slack, "{what}: {within} within {error}, {expected} expected");
    }
}

fn sampled(sample: Sample, hash: IdHash) -> Parameters {
    let bits = if hash == IdHash::Rabin { 40 } else { 64 };
    Parameters { sample, hash, bits, ..Parameters::STANDARD }
}

#[test]
fn resemblance_is_estimated_without_bias() {
    let samples = [
        Sample::Minimum(n(100)),
        Sample::Modulus(m(25)),
        Sample::MinimumOfModulus(n(50), m(4)),
        Sample::Ladder(n(50)),
        Sample::LadderTo(n(64), m(8)),
    ];
    for (shared, left, right) in [(600, 200, 400), (100, 300, 400), (760, 20, 20)] {
        let pair = documents(shared, left, right);
        let truth = shared as f64 / (shared + left + right) as f64;
        for sample in samples {
            let found = estimates(sampled(sample, IdHash::Mixed), &pair, resemblance);
            assert_sound(&found, truth, &format!("{sample} at {truth}"));
        }
    }
}

/// A random linear map is not a uniformly random permutation, but it is random enough on texts.
#[test]
fn rabin_fingerprints_estimate_resemblance() {
    let pair = documents(300, 100, 200);
    for sample in [Sample::Minimum(n(50)), Sample::Modulus(m(25))] {
        let found = estimates(sampled(sample, IdHash::Rabin), &pair, resemblance);
        assert_sound(&found, 0.5, &format!("Rabin, {sample}"));
    }
}

#[test]
fn containment_is_estimated_without_bias() {
    for (shared, left, right) in [(300, 100, 600), (90, 10, 1500), (100, 0, 300)] {
        let pair = documents(shared, left, right);
        let truth = shared as f64 / (shared + left) as f64;
        for sample in [Sample::Modulus(m(10)), Sample::Ladder(n(50)), Sample::LadderTo(n(64), m(16))] {
            let found = estimates(sampled(sample, IdHash::Mixed), &pair, containment);
            if left > 0 {
                assert_sound(&found, truth, &format!("{sample} at {truth}"));
            } else {
                assert!(found.iter().all(|estimate| estimate.value().is_none_or(|value| value >= 1.0)));
            }
        }
    }
}

/// If samples are often empty, the others are still unbiased, and the empty ones are unknown.
#[test]
fn scarce_samples_are_unbiased_given_that_there_is_one() {
    let pair = documents(20, 10, 20);
    let found = estimates(sampled(Sample::Modulus(m(50)), IdHash::Mixed), &pair, resemblance);
    let unknown = found.iter().filter(|estimate| **estimate == Estimate::Unknown).count();
    // A share of (49/50)^50 of them.
    assert!((100..190).contains(&unknown), "{unknown}");
    assert_sound(&found, 0.4, "scarce");
}

/// "Under 50 % is estimated over 90 % with probability below 0.1 %", for 100 samples.
#[test]
fn no_resemblance_under_a_half_passes_for_nine_tenths() {
    let pair = documents(500, 250, 260);
    let found = estimates(sampled(Sample::Minimum(n(100)), IdHash::Mixed), &pair, resemblance);
    assert!(found.iter().all(|estimate| estimate.sample() == 100 && estimate.value() < Some(0.9)));
}

/// A document of `unit * 2^i` to `unit * 2^(i+1)` shingles keeps about `unit` to twice as many values, whatever its
/// size.
#[test]
fn the_ladder_bounds_a_sketch_from_both_sides() {
    let parameters = Parameters { shingle: n(1), sample: Sample::Ladder(n(100)), ..Parameters::STANDARD };
    let mut sketcher = Sketcher::new(parameters, &Key::PUBLIC).expect("possible parameters");
    for size in [0, 1, 99, 100, 199, 200, 399, 400, 1000, 10_000, 51_199, 51_200, 100_000] {
        let (document, _) = documents(size, 0, 0);
        let sketch = sketcher.sketch(&document);
        let (level, kept) = (sketch.level(), sketch.values().len());
        if size < 200 {
            assert_eq!((level, kept), (0, size));
        } else {
            assert!(100 << level <= size && size < 200 << level);
            let expected = (size >> level) as f64;
            assert!((kept as f64 - expected).abs() < 5.0 * expected.sqrt(), "{kept} of {expected}");
        }
    }
}

/// Exact intervals: values outside are unlikely on either side, and more samples make intervals narrower.
#[test]
fn intervals_of_clopper_and_pearson() {
    let interval = Estimate::new(81, 263).interval(0.95);
    // The results of their method in statistics packages.
    assert!((interval.low - 0.2527).abs() < 1e-4 && (interval.high - 0.3676).abs() < 1e-4, "{interval:?}");
    let (none, all) = (Estimate::new(0, 10).interval(0.95), Estimate::new(10, 10).interval(0.95));
    // The high end is 1 - 0.025^(1/10).
    assert!(none.contains(0.0) && (none.high - 0.308_497).abs() < 1e-6);
    assert!(all.contains(1.0) && (all.low - 0.691_503).abs() < 1e-6);
    let wide = Estimate::new(5, 10).interval(0.95);
    let narrow = Estimate::new(50_000, 100_000).interval(0.95);
    assert!(wide.low < narrow.low && narrow.high < wide.high && narrow.high - narrow.low < 0.01);
}
