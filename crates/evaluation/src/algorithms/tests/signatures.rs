//! Signatures estimate what they say, without bias, over keys with fixed seeds; what they refuse.

use std::f64::consts::PI;
use std::num::NonZeroUsize;

use chaffinch_sketch::sketch::{Malformed, Parameter, ParameterError};
use chaffinch_sketch::{Estimate, Key, Mismatch, Parameters};
use proptest::collection::btree_set;
use proptest::prelude::*;

use crate::random::SplitMix64;
use chaffinch_sketch::signature::{Signature, SignatureKind, SignatureParameters, Signer, Unweighted};

pub(crate) const KINDS: [SignatureKind; 3] =
    [SignatureKind::Functions, SignatureKind::OnePermutation, SignatureKind::SimHash];

pub(crate) fn parameters(kind: SignatureKind, length: usize, key: &Key) -> SignatureParameters {
    let of = Parameters { bits: 60, key: key.id(), ..Parameters::STANDARD };
    SignatureParameters { of, kind, length: NonZeroUsize::new(length).expect("not zero") }
}

pub(crate) fn signer(kind: SignatureKind, length: usize, key: &Key) -> Signer {
    Signer::new(parameters(kind, length, key), key).expect("possible parameters")
}

/// Ids of 60 bits.
pub(crate) fn ids(n: usize) -> Vec<u64> {
    let mut generator = SplitMix64::seeded(41);
    (0..n).map(|_| generator.next() >> 4).collect()
}

/// Means over keys of how much two signatures agree, with the deviation of such a mean from the truth in standard
/// deviations of independent components.
fn assert_mean(length: usize, truth: f64, agreement: impl Fn(&Key) -> Estimate, what: &str) {
    let trials = 300;
    let known: Vec<f64> = (0..trials).filter_map(|seed| agreement(&Key::from_seed(seed)).value()).collect();
    assert_eq!(known.len() as u64, trials, "{what}");
    let mean = known.iter().sum::<f64>() / trials as f64;
    let deviation = (truth * (1.0 - truth) / (length as f64 * trials as f64)).sqrt();
    assert!((mean - truth).abs() < 4.5 * deviation, "{what}: {mean} of {truth}");
    // Nor are single ones further off than independent components may be.
    let variance = known.iter().map(|value| (value - truth).powi(2)).sum::<f64>() / trials as f64;
    assert!(variance < 2.0 * truth * (1.0 - truth) / length as f64, "{what}: variance {variance}");
}

#[test]
fn minima_estimate_resemblance() {
    for kind in [SignatureKind::Functions, SignatureKind::OnePermutation] {
        for (shared, own) in [(150, 50), (20, 80)] {
            let all = ids(shared + 2 * own);
            let (left, right) = (&all[..shared + own], &all[own..]);
            let truth = shared as f64 / (shared + 2 * own) as f64;
            let agreement = |key: &Key| {
                let signer = signer(kind, 64, key);
                signer.sign(left).resemblance(&signer.sign(right)).expect("made alike")
            };
            assert_mean(64, truth, agreement, &format!("{kind:?} at {truth}"));
        }
    }
}

/// Fewer ids than parts: most are filled from others, and still agree as often as they should, on average.
#[test]
fn filled_parts_are_unbiased() {
    let all = ids(12);
    let trials = 2000;
    let agreed: f64 = (0..trials)
        .map(|seed| {
            let signer = signer(SignatureKind::OnePermutation, 64, &Key::from_seed(seed));
            let estimate = signer.sign(&all[..9]).resemblance(&signer.sign(&all[3..]));
            estimate.expect("made alike").value().expect("neither is empty")
        })
        .sum();
    // Parts filled from one giver stand and fall together: a sample is worth some twelve ids, not 64 parts.
    let deviation = (0.25_f64 / 10.0 / trials as f64).sqrt();
    assert!((agreed / trials as f64 - 0.5).abs() < 4.5 * deviation, "{}", agreed / trials as f64);
}

/// Weighted vectors at known angles.
#[test]
fn sim_hash_estimates_the_angle() {
    let features = ids(40);
    let vector = |weights: &[i32]| -> Vec<(u64, i32)> {
        features.iter().copied().zip(weights.iter().copied()).collect()
    };
    let weights: Vec<i32> = (1..=20).collect();
    let with = |more: &[i32]| [&weights[..], more].concat();
    let cases = [
        (vector(&[1]), vector(&[1, 1]), PI / 4.0),
        (vector(&[5]), vector(&[0, 3]), PI / 2.0),
        (vector(&[3, 4]), vector(&[4, 3]), (24.0_f64 / 25.0).acos()),
        (vector(&[2, 1]), vector(&[-2, 1]), (-3.0_f64 / 5.0).acos()),
        (vector(&with(&[0])), vector(&with(&[40])), (2870.0_f64 / (2870.0 + 1600.0)).sqrt().acos()),
    ];
    for (left, right, angle) in cases {
        let agreement = |key: &Key| {
            let signer = signer(SignatureKind::SimHash, 64, key);
            let (left, right) = (signer.sign_weighted(&left), signer.sign_weighted(&right));
            let (left, right) = (left.expect("SimHash"), right.expect("SimHash"));
            left.agreement(&right).expect("made alike")
        };
        assert_mean(64, 1.0 - angle / PI, agreement, &format!("angle {angle}"));
    }
}

proptest! {
    /// Order and repetition of ids do not matter to minima; order does not to a `SimHash`, and weights are multiplicities.
    #[test]
    fn signatures_are_of_sets(ids in btree_set(0_u64..1 << 60, 1..30), length in 1_usize..150) {
        let ascending: Vec<u64> = ids.iter().copied().collect();
        let twice: Vec<u64> = ids.iter().rev().chain(&ids).copied().collect();
        for kind in KINDS {
            let signer = signer(kind, length, &Key::PUBLIC);
            prop_assert_eq!(signer.sign(&ascending), signer.sign(&twice));
        }
        let signer = signer(SignatureKind::SimHash, length, &Key::PUBLIC);
        let weighted: Vec<(u64, i32)> = ascending.iter().map(|id| (*id, 2)).collect();
        prop_assert_eq!(signer.sign_weighted(&weighted), Ok(signer.sign(&twice)));
    }

    /// The agreement counted over words is the one counted over components; with itself it is whole.
    #[test]
    fn agreement_is_the_share_of_equal_components(length in 1_usize..200, n in 1_usize..40) {
        let all = ids(n + 5);
        for kind in KINDS {
            let signer = signer(kind, length, &Key::PUBLIC);
            let (left, right) = (signer.sign(&all[..n]), signer.sign(&all[5..]));
            let components = |signature: &Signature| -> Vec<u64> {
                let bits = |word: &u64| (0..64).map(|bit| word >> bit & 1).collect::<Vec<_>>();
                match kind {
                    SignatureKind::SimHash => signature.words().iter().flat_map(bits).take(length).collect(),
                    _ => signature.words().to_vec(),
                }
            };
            let (left_components, right_components) = (components(&left), components(&right));
            prop_assert_eq!(left_components.len(), length);
            let equal = left_components.iter().zip(&right_components).filter(|(l, r)| l == r).count() as u64;
            prop_assert_eq!(left.agreement(&right), Ok(Estimate::new(equal, length as u64)));
            prop_assert_eq!(left.agreement(&left).map(Estimate::value), Ok(Some(1.0)));
        }
    }
}

/// The minima by their definition, with functions that only 128-bit arithmetic knows.
#[test]
fn each_component_is_a_minimum() {
    let all = ids(50);
    let signer = signer(SignatureKind::Functions, 16, &Key::from_seed(2));
    let singles: Vec<Signature> = all.iter().map(|id| signer.sign(&[*id])).collect();
    let whole = signer.sign(&all);
    for (at, minimum) in whole.words().iter().enumerate() {
        assert_eq!(singles.iter().map(|single| single.words()[at]).min(), Some(*minimum));
    }
    // A function is one to one.
    let mut values: Vec<u64> = singles.iter().map(|single| single.words()[0]).collect();
    values.sort_unstable();
    values.dedup();
    assert_eq!(values.len(), all.len());
}

#[test]
fn nothing_is_known_of_nothing() {
    for kind in KINDS {
        let signer = signer(kind, 70, &Key::PUBLIC);
        let (empty, full) = (signer.sign(&[]), signer.sign(&ids(5)));
        for (left, right) in [(&empty, &empty), (&empty, &full), (&full, &empty)] {
            assert_eq!(left.agreement(right), Ok(Estimate::Unknown));
        }
    }
}

#[test]
fn different_signatures_do_not_compare() {
    let ids = ids(10);
    let signed = |kind, length, key: &Key| signer(kind, length, key).sign(&ids);
    let minima = signed(SignatureKind::Functions, 64, &Key::PUBLIC);
    let kind = Err(Mismatch::Parameter(Parameter::Kind));
    assert_eq!(minima.agreement(&signed(SignatureKind::OnePermutation, 64, &Key::PUBLIC)), kind);
    assert_eq!(minima.agreement(&signed(SignatureKind::Functions, 65, &Key::PUBLIC)), kind);
    let other_key = signed(SignatureKind::Functions, 64, &Key::from_seed(1));
    assert_eq!(minima.agreement(&other_key), Err(Mismatch::Parameter(Parameter::Key)));
    let sides = signed(SignatureKind::SimHash, 64, &Key::PUBLIC);
    assert_eq!(sides.resemblance(&sides), Err(Mismatch::NoResemblance));
    assert_eq!(sides.angle(&sides), Ok(Some(0.0)));
    assert_eq!(minima.angle(&minima), Err(Mismatch::NoAngle));
    let refused = signer(SignatureKind::Functions, 64, &Key::PUBLIC).sign_weighted(&[(1, 1)]);
    assert_eq!(refused, Err(Unweighted));
}

#[test]
fn ids_above_the_prime_are_refused() {
    let parameters = SignatureParameters {
        of: Parameters::STANDARD,
        ..parameters(SignatureKind::Functions, 9, &Key::PUBLIC)
    };
    let refused = Signer::new(parameters, &Key::PUBLIC).expect_err("64 bits");
    assert_eq!(refused, ParameterError::Bits { bits: 64, least: 8, most: 60 });
    let one = SignatureParameters { kind: SignatureKind::OnePermutation, ..parameters };
    assert!(Signer::new(one, &Key::PUBLIC).is_ok());
    assert!(Signer::new(one, &Key::from_seed(1)).is_err());
}

/// What is stored comes back, text and words; what no signature holds is refused.
#[test]
fn stored_signatures_come_back() {
    for kind in KINDS {
        let key = Key::from_seed(3);
        let parameters = parameters(kind, 70, &key);
        assert_eq!(parameters.to_string().parse(), Ok(parameters));
        let signer = signer(kind, 70, &key);
        for signature in [signer.sign(&ids(9)), signer.sign(&[])] {
            let words = signature.words().to_vec();
            assert_eq!(Signature::from_parts(parameters, words.clone()), Ok(signature));
            let longer = [words, vec![1]].concat();
            assert_eq!(Signature::from_parts(parameters, longer), Err(Malformed::Value));
        }
    }
    let sides = parameters(SignatureKind::SimHash, 70, &Key::PUBLIC);
    assert!(Signature::from_parts(sides, vec![u64::MAX, 0b11_1111]).is_ok());
    assert_eq!(Signature::from_parts(sides, vec![0, 0b100_0000]), Err(Malformed::Value));
    let text = sides.to_string();
    assert!(text.ends_with(" sample=mod:25 signature=simhash:70"), "{text}");
    for bad in [text.replace("simhash", "md5"), text.replace(":70", ":0"), text.replace("mod:25", "mod:0")] {
        assert!(bad.parse::<SignatureParameters>().is_err(), "{bad}");
    }
}
