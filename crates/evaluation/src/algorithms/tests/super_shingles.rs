//! Super shingles find what resembles, and have the weaknesses the paper states.

use std::num::{NonZeroU64, NonZeroUsize};

use chaffinch_fingerprint::hash_kgram;
use chaffinch_sketch::sketch::Parameter;
use chaffinch_sketch::{Key, Mismatch, Parameters, Sample, Sketcher};

use crate::algorithms::super_shingles::SuperShingles;
use crate::random::SplitMix64;

fn n(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("not zero")
}

fn words(n: usize) -> Vec<u64> {
    let mut generator = SplitMix64::seeded(37);
    (0..n).map(|_| generator.next()).collect()
}

fn super_shingles(document: &[u64], size: usize) -> SuperShingles {
    let sketch =
        Sketcher::new(Parameters::STANDARD, &Key::PUBLIC).expect("possible parameters").sketch(document);
    SuperShingles::of(&sketch, n(size))
}

#[test]
fn they_are_the_shingles_of_the_sorted_sketch() {
    let sketch =
        Sketcher::new(Parameters::STANDARD, &Key::PUBLIC).expect("possible parameters").sketch(&words(1000));
    let mut expected: Vec<u64> = sketch.values().windows(4).map(hash_kgram).collect();
    expected.sort_unstable();
    assert!(!expected.is_empty());
    assert_eq!(SuperShingles::of(&sketch, n(4)).hashes(), expected);
}

#[test]
fn one_in_common_means_resemblance() {
    let document = words(3000);
    let mut edited = document.clone();
    edited[1500] = 1;
    let (other, edited) = (super_shingles(&words(6000)[3000..], 4), super_shingles(&edited, 4));
    let document = super_shingles(&document, 4);
    assert_eq!(document.resemble(&edited), Ok(true));
    assert_eq!(document.resemble(&other), Ok(false));
}

#[test]
fn short_documents_are_missed_and_containment_does_not_show() {
    // A copy of a document with fewer sampled shingles than stand in a super shingle.
    let short = super_shingles(&words(60), 4);
    assert_eq!((short.hashes().len(), short.resemble(&short)), (0, Ok(false)));
    // A document within one of thirty times its size.
    let words = words(30_000);
    let (part, whole) = (super_shingles(&words[..1000], 4), super_shingles(&words, 4));
    assert!(!part.hashes().is_empty());
    assert_eq!(part.resemble(&whole), Ok(false));
}

#[test]
fn different_ones_do_not_compare() {
    let document = words(1000);
    let four = super_shingles(&document, 4);
    assert_eq!(four.resemble(&super_shingles(&document, 5)), Err(Mismatch::Parameter(Parameter::Shingle)));
    let made = |sample, words: &[u64]| {
        let parameters = Parameters { sample, ..Parameters::STANDARD };
        let sketch = Sketcher::new(parameters, &Key::PUBLIC).expect("possible parameters").sketch(words);
        SuperShingles::of(&sketch, n(4))
    };
    let seven = made(Sample::Modulus(NonZeroU64::new(7).expect("not zero")), &document);
    assert_eq!(four.resemble(&seven), Err(Mismatch::Parameter(Parameter::Sample)));
    let ladder = Sample::Ladder(n(50));
    let levels = made(ladder, &document).resemble(&made(ladder, &document[..100]));
    assert_eq!(levels, Err(Mismatch::Parameter(Parameter::Sample)));
}
