//! Banding finds pairs as often as its formula says.

use std::num::NonZeroUsize;

use chaffinch_sketch::{Key, Mismatch};
use proptest::prelude::*;

use super::signatures::{KINDS, ids, parameters, signer};
use crate::algorithms::banding::{BandedIndex, Bands};
use chaffinch_sketch::signature::SignatureKind;

fn n(number: usize) -> NonZeroUsize {
    NonZeroUsize::new(number).expect("not zero")
}

#[test]
fn the_s_curve() {
    let bands = Bands { bands: n(20), rows: n(5) };
    // The textbook's: 1 - (1 - s^5)^20.
    for (share, probability) in [(0.2, 0.006), (0.4, 0.186), (0.5, 0.470), (0.6, 0.802), (0.8, 0.9996)] {
        assert!((bands.collision_probability(share) - probability).abs() < 5e-4, "{share}");
    }
    assert!(bands.collision_probability(0.0) <= 0.0 && bands.collision_probability(1.0) >= 1.0);
}

proptest! {
    /// The widest bands that find what they must: one row more finds too little.
    #[test]
    fn bands_by_threshold(length in 1_usize..300, threshold in 0.05_f64..1.0, recall in 0.5_f64..0.999) {
        let found = Bands::for_threshold(n(length), threshold, recall);
        let probability = |rows: usize| {
            Bands { bands: n(length / rows), rows: n(rows) }.collision_probability(threshold)
        };
        match found {
            Ok(bands) => {
                let rows = bands.rows.get();
                prop_assert!(bands.bands.get() * rows <= length && length < (bands.bands.get() + 1) * rows);
                prop_assert!(probability(rows) >= recall);
                prop_assert!((rows + 1..=length).all(|more| probability(more) < recall));
            }
            Err(refused) => {
                prop_assert_eq!(refused.length.get(), length);
                prop_assert!((1..=length).all(|rows| probability(rows) < recall));
            }
        }
    }
}

/// Pairs become candidates as often as the formula says, over keys.
#[test]
fn pairs_collide_as_often_as_they_should() {
    let all = ids(200);
    let (left, right) = (&all[..140], &all[60..]);
    let bands = Bands { bands: n(8), rows: n(3) };
    let expected = bands.collision_probability(0.4);
    for kind in [SignatureKind::Functions, SignatureKind::OnePermutation] {
        let trials = 400;
        let found = (0..trials)
            .filter(|seed| {
                let key = Key::from_seed(*seed);
                let signer = signer(kind, 24, &key);
                let mut index = BandedIndex::new(bands, parameters(kind, 24, &key));
                index.insert(7, &signer.sign(left)).expect("made alike");
                index.candidates(&signer.sign(right)).expect("made alike") == [7]
            })
            .count();
        let deviation = (expected * (1.0 - expected) / trials as f64).sqrt();
        assert!(
            (found as f64 / trials as f64 - expected).abs() < 4.5 * deviation,
            "{kind:?}: {found} of {trials}"
        );
    }
}

/// Candidates are those that agree in a whole band, each once.
#[test]
fn candidates_agree_in_a_band() {
    let all = ids(400);
    for kind in KINDS {
        let signer = signer(kind, 64, &Key::PUBLIC);
        let bands = Bands { bands: n(16), rows: n(4) };
        let mut index = BandedIndex::new(bands, parameters(kind, 64, &Key::PUBLIC));
        let signatures: Vec<_> = (0..20).map(|i| signer.sign(&all[i * 10..i * 10 + 200])).collect();
        for (number, signature) in (0..).zip(&signatures) {
            index.insert(number, signature).expect("made alike");
        }
        let component = |signature: &chaffinch_sketch::signature::Signature, at: usize| match kind {
            SignatureKind::SimHash => signature.words()[0] >> at & 1,
            _ => signature.words()[at],
        };
        for asked in &signatures {
            let expected: Vec<u32> = (0..)
                .zip(&signatures)
                .filter(|(_, other)| {
                    (0..16).any(|band| {
                        (0..4).all(|row| component(asked, band * 4 + row) == component(other, band * 4 + row))
                    })
                })
                .map(|(number, _)| number)
                .collect();
            assert_eq!(index.candidates(asked), Ok(expected), "{kind:?}");
        }
        let empty = signer.sign(&[]);
        index.insert(99, &empty).expect("made alike");
        assert_eq!(index.candidates(&empty), Ok(vec![]));
    }
}

#[test]
fn other_signatures_are_refused() {
    let mut index = BandedIndex::new(
        Bands { bands: n(4), rows: n(4) },
        parameters(SignatureKind::OnePermutation, 16, &Key::PUBLIC),
    );
    let other = signer(SignatureKind::Functions, 16, &Key::PUBLIC).sign(&ids(9));
    assert!(matches!(index.insert(1, &other), Err(Mismatch::Parameter(_))));
    assert!(matches!(index.candidates(&other), Err(Mismatch::Parameter(_))));
}
