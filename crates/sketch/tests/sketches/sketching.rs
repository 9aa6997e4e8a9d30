//! A sketch has the values of its definition, for any document and any chunks.

use std::collections::BTreeSet;
use std::num::{NonZeroU64, NonZeroUsize};

use chaffinch_sketch::{
    Estimate, IdHash, Key, Levels, Parameters, Sample, Shingler, Shingling, Sketch, Sketcher, cut_word, label,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::oracle::{SplitMix64, bag, tokens};

const SHINGLE: NonZeroUsize = NonZeroUsize::new(3).expect("not zero");

fn sampled(sample: Sample, shingling: Shingling) -> Parameters {
    Parameters { shingle: SHINGLE, shingling, sample, ..Parameters::STANDARD }
}

fn samples(s: usize, m: u64) -> [Sample; 6] {
    let s = NonZeroUsize::new(s).expect("not zero");
    let m = NonZeroU64::new(m).expect("not zero");
    let eightfold = m.saturating_mul(NonZeroU64::new(8).expect("not zero"));
    [
        Sample::Minimum(s),
        Sample::Modulus(m),
        Sample::MinimumOfModulus(s, m),
        Sample::Ladder(s),
        Sample::LadderTo(s, m),
        Sample::LadderTo(s, eightfold),
    ]
}

/// Returns all ids of the document, l bits of each, with the public key.
fn all_ids(document: &[u64], shingling: Shingling, bits: u32) -> BTreeSet<u64> {
    let mut bag = bag(document, SHINGLE.get());
    let mut ids = Vec::new();
    match shingling {
        Shingling::Labelled => label(&mut bag, |id| ids.push(id)),
        Shingling::Set => ids = bag,
    }
    ids.into_iter().map(|id| id >> (64 - bits)).collect()
}

/// Returns the sample by its definition, and the level of the ladder.
fn by_definition(ids: &BTreeSet<u64>, sample: Sample) -> (u32, Vec<u64>) {
    let multiples = |m: u64| ids.iter().copied().filter(move |id| id.is_multiple_of(m));
    match sample {
        Sample::Minimum(s) => (0, multiples(1).take(s.get()).collect()),
        Sample::Modulus(m) => (0, multiples(m.get()).collect()),
        Sample::MinimumOfModulus(s, m) => (0, multiples(m.get()).take(s.get()).collect()),
        Sample::Ladder(unit) => {
            let mut level = 0;
            while ids.len() >= unit.get() << (level + 1) {
                level += 1;
            }
            (level, multiples(1 << level).collect())
        }
        Sample::LadderTo(unit, m) => {
            let mut moduli = vec![m.get()];
            while moduli.len() < 4 && moduli[0] % 2 == 0 {
                moduli.insert(0, moduli[0] / 2);
            }
            let is_enough = |&level: &usize| unit.get() <= multiples(moduli[level]).count();
            let level = (0..moduli.len()).rev().find(is_enough).unwrap_or(0);
            (level as u32, multiples(moduli[level]).collect())
        }
    }
}

fn documents() -> impl Strategy<Value = Vec<u16>> {
    prop_oneof![vec(0_u16..4, 0..300), vec(0_u16..1000, 0..300)]
}

proptest! {
    #[test]
    fn sketches_are_their_definitions(
        document in documents(), s in 1_usize..40, m in 1_u64..30, bits in 8_u32..=64, cut in 0_usize..300, labelled: bool,
    ) {
        let document = tokens(&document);
        let (first, rest) = document.split_at(cut.min(document.len()));
        let shingling = if labelled { Shingling::Labelled } else { Shingling::Set };
        let ids = all_ids(&document, shingling, bits);
        for sample in samples(s, m) {
            let parameters = Parameters { bits, ..sampled(sample, shingling) };
            let mut sketcher = Sketcher::new(parameters, &Key::PUBLIC).expect("possible");
            // A document before this one must not affect the result.
            sketcher.sketch(&[5, 4, 3, 2, 1]);
            sketcher.feed(first);
            sketcher.feed(rest);
            let sketch = sketcher.finish();
            let (level, values) = by_definition(&ids, sample);
            prop_assert_eq!((sketch.level(), sketch.values()), (level, &values[..]), "{}", sample);
            prop_assert_eq!(Sketch::from_parts(parameters, level, values), Ok(sketch));
        }
    }

    #[test]
    fn estimates_are_their_definitions(left in documents(), right in documents(), s in 1_usize..40, m in 1_u64..9) {
        let [left, right] = [&left, &right].map(|document| tokens(document));
        for sample in samples(s, m) {
            let mut sketcher = Sketcher::new(sampled(sample, Shingling::Set), &Key::PUBLIC).expect("possible");
            let (a, b) = (sketcher.sketch(&left), sketcher.sketch(&right));
            let finest = Levels::for_sample(sample).map_or(1, |levels| levels.finest().get());
            let modulus = finest << a.level().max(b.level());
            let set = |sketch: &Sketch| -> BTreeSet<u64> {
                sketch.values().iter().copied().filter(|id| id % modulus == 0).collect()
            };
            let (a_set, b_set) = (set(&a), set(&b));
            // Minima are not multiples of a number.
            let smallest = matches!(sample, Sample::Minimum(_) | Sample::MinimumOfModulus(..));
            let union: Vec<_> = a_set.union(&b_set).copied().take(if smallest { s } else { usize::MAX }).collect();
            let shared = union.iter().filter(|id| a_set.contains(id) && b_set.contains(id)).count() as u64;
            prop_assert_eq!(a.resemblance(&b), Ok(Estimate::new(shared, union.len() as u64)));
            if !smallest {
                prop_assert_eq!(a.containment_in(&b), Ok(Estimate::new(shared, a_set.len() as u64)));
            }
        }
    }

    /// Ready-made features are sampled in the same way as shingles.
    #[test]
    fn features_are_ids(document in documents(), labelled: bool) {
        let document = tokens(&document);
        let shingling = if labelled { Shingling::Labelled } else { Shingling::Set };
        for sample in samples(10, 3) {
            let mut sketcher = Sketcher::new(sampled(sample, shingling), &Key::PUBLIC).expect("possible");
            let features = sketcher.sketch_features(&bag(&document, SHINGLE.get()));
            prop_assert_eq!(features, sketcher.sketch(&document));
        }
    }
}

proptest! {
    /// A document's level can be computed from its values, and anyone who has all of its values can put it on its
    /// level.
    #[test]
    fn a_rung_shows_in_the_values(document in documents(), unit in 1_usize..40, m in 1_u64..70) {
        let unit = NonZeroUsize::new(unit).expect("not zero");
        let sample = Sample::LadderTo(unit, NonZeroU64::new(m).expect("not zero"));
        let levels = Levels::for_sample(sample).expect("it has");
        let document = tokens(&document);
        let sketch_of = |sample| {
            Sketcher::new(sampled(sample, Shingling::Set), &Key::PUBLIC).expect("possible").sketch(&document)
        };
        let sketch = sketch_of(sample);
        prop_assert_eq!(levels.level(sketch.values()), sketch.level());
        let mut values = sketch_of(Sample::Modulus(levels.finest())).values().to_vec();
        let highest = |value: u64| (0..=levels.top()).rev().find(|level| value.is_multiple_of(levels.finest().get() << level));
        prop_assert!(values.iter().all(|&value| Some(levels.highest(value)) == highest(value)));
        levels.reduce(&mut values);
        prop_assert_eq!(&values[..], sketch.values());
        let other = Sketch::from_parts(*sketch.parameters(), sketch.level() + 1, values);
        prop_assert!(other.is_err(), "it stands on its own level only");
    }
}

/// A document that repeats itself is as short as the text it repeats.
#[test]
fn repetition_climbs_no_ladder() {
    let once: Vec<u64> = (0..150).map(|at| chaffinch_fingerprint::rehash(at % 147)).collect();
    let (unit, m) = (NonZeroUsize::new(64).expect("not zero"), NonZeroU64::new(8).expect("not zero"));
    let parameters = sampled(Sample::LadderTo(unit, m), Shingling::Set);
    let mut sketcher = Sketcher::new(parameters, &Key::PUBLIC).expect("possible");
    let sketch = sketcher.sketch(&once);
    assert!(sketch.level() < 3);
    for _ in 0..100 {
        sketcher.feed(&once[..147]);
    }
    sketcher.feed(&once[..3]);
    assert_eq!(sketcher.finish(), sketch);
}

/// A ladder examines its ids after 16 units. A document that ends there, fed at once or word by word, loses nothing.
#[test]
fn a_document_as_long_as_the_buffer_of_a_ladder_loses_nothing() {
    let unit = NonZeroUsize::new(5).expect("not zero");
    let sample = Sample::LadderTo(unit, NonZeroU64::new(8).expect("not zero"));
    let mut sketcher = Sketcher::new(sampled(sample, Shingling::Set), &Key::PUBLIC).expect("possible");
    for shingles in (75..90).chain(150..170) {
        for different in [u64::MAX, 40, 3] {
            let ids: Vec<u64> =
                (0..shingles).map(|at| chaffinch_fingerprint::rehash(at % different)).collect();
            let (level, values) = by_definition(&ids.iter().copied().collect(), sample);
            let features = sketcher.sketch_features(&ids);
            assert_eq!((features.level(), features.values()), (level, &values[..]), "{shingles} {different}");
            let whole = sketcher.sketch(&ids);
            ids.chunks(1).for_each(|word| sketcher.feed(word));
            assert_eq!(sketcher.finish(), whole);
        }
    }
}

/// Documents long enough that buffers are sorted during streaming, with and without repetition.
#[test]
fn long_documents_are_sketched_in_bounded_buffers() {
    let mut generator = SplitMix64(3);
    let document: Vec<u64> =
        (0..200_000).map(|at| if at % 3 == 0 { 1 } else { generator.next() % 50_000 }).collect();
    let ids = all_ids(&document, Shingling::Set, 64);
    for sample in samples(100, 2) {
        let mut sketcher = Sketcher::new(sampled(sample, Shingling::Set), &Key::PUBLIC).expect("possible");
        for chunk in document.chunks(1000) {
            sketcher.feed(chunk);
        }
        let sketch = sketcher.finish();
        let (level, values) = by_definition(&ids, sample);
        assert_eq!((sketch.level(), sketch.values()), (level, &values[..]), "{sample}");
    }
}

/// A document with more shingles than the ladder counts exactly. The sample is correct, and does not depend on their
/// order.
#[test]
fn the_ladder_of_a_huge_document() {
    let mut generator = SplitMix64(47);
    let ids: Vec<u64> = (0..400_000).map(|_| generator.next()).collect();
    let unit = NonZeroUsize::new(100).expect("not zero");
    let mut sketcher =
        Sketcher::new(sampled(Sample::Ladder(unit), Shingling::Set), &Key::PUBLIC).expect("possible");
    let sketch = sketcher.sketch_features(&ids);
    // The level is 11, as 100 * 2^11 <= 400,000 < 100 * 2^12.
    let expected: BTreeSet<u64> = ids.iter().copied().filter(|id| id.is_multiple_of(1 << 11)).collect();
    assert_eq!(sketch.level(), 11);
    assert!(sketch.values().iter().eq(&expected));
    let backwards: Vec<u64> = ids.into_iter().rev().collect();
    assert_eq!(sketcher.sketch_features(&backwards), sketch);
}

/// An empty sample gives an unknown estimate, neither 0 nor 1.
#[test]
fn empty_samples_are_unknown() {
    for sample in samples(10, 25) {
        let mut sketcher = Sketcher::new(sampled(sample, Shingling::Set), &Key::PUBLIC).expect("possible");
        let (empty, full) =
            (sketcher.sketch(&[1, 2]), sketcher.sketch(&tokens(&(0..900).collect::<Vec<_>>())));
        assert_eq!(empty.resemblance(&empty), Ok(Estimate::Unknown), "{sample}");
        if !matches!(sample, Sample::Minimum(_) | Sample::MinimumOfModulus(..)) {
            assert_eq!(empty.containment_in(&full), Ok(Estimate::Unknown), "{sample}");
            assert_eq!(full.containment_in(&empty).map(Estimate::value), Ok(Some(0.0)), "{sample}");
        }
    }
    assert_eq!(Estimate::Unknown.interval(0.95), Estimate::new(0, 0).interval(0.5));
}

/// Rabin fingerprints are sampled in the same way. If they are labelled, every occurrence counts.
#[test]
fn rabin_fingerprints_are_sampled_alike() {
    let mut pieces = Vec::new();
    "a rose is a rose is a rose".split(' ').for_each(|word| cut_word(word.as_bytes(), &mut pieces));
    let key = Key::from_seed(5);
    let parameters = Parameters {
        hash: IdHash::Rabin,
        bits: 40,
        key: key.id(),
        ..sampled(Sample::Modulus(NonZeroU64::MIN), Shingling::Set)
    };
    let mut ids = BTreeSet::new();
    Shingler::rabin(SHINGLE, 40, &key).feed(&pieces, |id| {
        ids.insert(id);
    });
    let set = Sketcher::new(parameters, &key).expect("possible").sketch(&pieces);
    assert_eq!(ids.len(), 3);
    assert!(set.values().iter().eq(&ids));
    let labelled = Parameters { shingling: Shingling::Labelled, ..parameters };
    let labelled = Sketcher::new(labelled, &key).expect("possible").sketch(&pieces);
    assert_eq!(labelled.values().len(), 6);
    assert!(labelled.values().iter().all(|id| id >> 40 == 0));
}

/// Stored sketches depend on these values.
#[test]
fn pinned_sketches() {
    let document = tokens(&(0..40).collect::<Vec<_>>());
    let key = Key::new([7; 32]);
    assert_eq!(key.id().to_string(), "e118f91f4209e2c0");
    let smallest = |parameters: Parameters, key: &Key| {
        let parameters = Parameters { key: key.id(), ..parameters };
        Sketcher::new(parameters, key).expect("possible").sketch(&document).values().to_vec()
    };
    let two = Sample::Minimum(NonZeroUsize::new(2).expect("not zero"));
    assert_eq!(
        smallest(sampled(two, Shingling::Set), &Key::PUBLIC),
        [30_567_093_606_293_073, 262_443_009_306_440_798]
    );
    assert_eq!(
        smallest(sampled(two, Shingling::Labelled), &Key::PUBLIC),
        [9_238_180_070_885_952, 48_348_510_358_325_156]
    );
    assert_eq!(
        smallest(sampled(two, Shingling::Set), &key),
        [1_504_955_403_340_418_463, 1_596_317_465_307_947_661]
    );
    let rabin = Parameters { hash: IdHash::Rabin, bits: 40, ..sampled(two, Shingling::Set) };
    assert_eq!(smallest(rabin, &key), [7_123_915_513, 46_984_608_371]);
}
