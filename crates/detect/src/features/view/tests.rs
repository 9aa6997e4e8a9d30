//! Tests.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::index::numbering::{Distinct, Occurrence, number_all};

impl View {
    /// Creates a view from every occurrence of a feature in each submission, in any order.
    pub(crate) fn intern(found: &[Vec<Occurrence>], rarity: Rarity) -> Self {
        let read = |known: &mut Distinct, at: usize| {
            let distinct = found[at].iter().copied().filter(|&(hash, _)| known.is_new(hash)).collect();
            known.forget();
            ([distinct], ())
        };
        let ([numbered], _) = number_all(found.len(), read);
        Self::new(numbered, Vec::new(), None, rarity, None)
    }
}

proptest! {
    #[test]
    fn two_share_the_bits_of_what_both_have(
        lists in prop::collection::vec(prop::collection::vec(0..30_u64, 0..40), 2..8),
    ) {
        let found: Vec<Vec<Occurrence>> = lists
            .iter()
            .map(|list| list.iter().map(|&hash| (hash << 58, 1.0 + hash as f32)).collect())
            .collect();
        let view = View::intern(&found, Rarity::Counted);
        let sets: Vec<BTreeSet<u64>> = lists.iter().map(|list| list.iter().copied().collect()).collect();
        let bits = |hash: &u64| {
            let document_frequencies = sets.iter().filter(|set| set.contains(hash)).count().saturating_sub(2);
            let idf_bits = ((sets.len() as f64 - 1.0) / (document_frequencies as f64 + 0.5)).log2() as f32;
            f64::from(idf_bits * (1.0 + *hash as f32))
        };
        let mut own = vec![0.0; view.features()];
        let evidence = view.shared(0, 1..sets.len() as u32, &view.bits, &mut own);
        for (set, evidence) in sets[1..].iter().zip(evidence) {
            let all = |hashes: &mut dyn Iterator<Item = &u64>| hashes.map(bits).sum::<f64>();
            let shared = all(&mut sets[0].intersection(set));
            prop_assert!((evidence.shared - shared).abs() < 1e-6);
            prop_assert!((evidence.left - all(&mut sets[0].iter())).abs() < 1e-6);
            prop_assert!((evidence.right - all(&mut set.iter())).abs() < 1e-6);
        }
        prop_assert!(own.iter().all(|&own| own == 0.0));
    }
}

/// Returns the bits of a feature of weight 1 that this many of a class have.
fn bits(rarity: Rarity, document_frequencies: usize, of: usize) -> f32 {
    let found: Vec<Vec<Occurrence>> = (0..of)
        .map(|submission| if submission < document_frequencies { vec![(7, 1.0)] } else { Vec::new() })
        .collect();
    View::intern(&found, rarity).bits.each[0]
}

#[test]
fn what_is_rarer_than_a_class_can_tell_counts_the_same_in_any_class() {
    assert!(bits(Rarity::Counted, 2, 20) < bits(Rarity::Counted, 2, 60));
    for of in [200, 2000] {
        assert!((f64::from(bits(Rarity::Counted, 2, of)) - MAX_BITS).abs() < 1e-6, "{of}");
    }
}

#[test]
fn a_flat_feature_keeps_its_bits_until_nearly_all_have_it() {
    assert!((bits(Rarity::Flat(2.0), 54, 70) - 2.0).abs() < 1e-6);
    assert!(bits(Rarity::Flat(2.0), 70, 70) < 0.2);
}
