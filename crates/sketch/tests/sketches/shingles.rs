//! Shinglings and exact measures: definitions, the metric, and cases without transitivity.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use chaffinch_sketch::{Overlap, Shingler, Shingling, label};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::oracle::{bag, shingling, tokens};

fn documents() -> impl Strategy<Value = Vec<u16>> {
    prop_oneof![vec(0_u16..3, 0..60), vec(0_u16..1000, 0..60)]
}

/// Returns the ids of a document that is divided into these chunks.
fn fed(document: &[u64], w: usize, cuts: &[usize]) -> Vec<u64> {
    let mut shingler = Shingler::new(NonZeroUsize::new(w).expect("at least 1"));
    // A document before this one must not affect the result.
    shingler.feed(&[1, 2, 3, 4, 5], |_| ());
    shingler.reset();
    let (mut ids, mut rest) = (Vec::new(), document);
    for cut in cuts {
        let (chunk, behind) = rest.split_at((*cut).min(rest.len()));
        shingler.feed(chunk, |id| ids.push(id));
        rest = behind;
    }
    shingler.feed(rest, |id| ids.push(id));
    ids
}

/// Returns the sorted ids of the shingling.
fn ids(document: &[u64], w: usize, option: Shingling) -> Vec<u64> {
    let mut bag = bag(document, w);
    let mut ids = Vec::new();
    match option {
        Shingling::Labelled => label(&mut bag, |id| ids.push(id)),
        Shingling::Set => ids = bag,
    }
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn distance(left: &[u64], right: &[u64]) -> f64 {
    1.0 - Overlap::of(left, right).resemblance().map_or(1.0, chaffinch_sketch::Share::value)
}

proptest! {
    #[test]
    fn any_chunks_give_the_windows(document in documents(), w in 1_usize..12, cuts in vec(0_usize..20, 0..6)) {
        let document = tokens(&document);
        prop_assert_eq!(fed(&document, w, &cuts), bag(&document, w));
    }

    /// Ids correspond to shingles one to one, including labels, so counts of ids are counts of shingles.
    #[test]
    fn measures_are_their_definitions(left in documents(), right in documents(), w in 1_usize..6) {
        let (left, right) = (tokens(&left), tokens(&right));
        for option in [Shingling::Labelled, Shingling::Set] {
            let (a, b) = (shingling(&left, w, option), shingling(&right, w, option));
            let overlap = Overlap::of(&ids(&left, w, option), &ids(&right, w, option));
            let shared = a.intersection(&b).count() as u64;
            prop_assert_eq!(overlap, Overlap { shared, left: a.len() as u64, right: b.len() as u64 });
            let resemblance = overlap.resemblance().map(|share| (share.shared, share.of()));
            let union = a.union(&b).count() as u64;
            prop_assert_eq!(resemblance, (union > 0).then_some((shared, union)));
            let of_left = overlap.containment_of_left().map(|share| (share.shared, share.of()));
            prop_assert_eq!(of_left, (!a.is_empty()).then_some((shared, a.len() as u64)));
            let of_right = overlap.containment_of_right().map(|share| (share.shared, share.of()));
            prop_assert_eq!(of_right, (!b.is_empty()).then_some((shared, b.len() as u64)));
        }
    }

    #[test]
    fn the_resemblance_distance_is_a_metric(
        a in vec(0_u16..6, 0..30), b in vec(0_u16..6, 0..30), c in vec(0_u16..6, 0..30), w in 1_usize..4,
    ) {
        for option in [Shingling::Labelled, Shingling::Set] {
            let [a, b, c] = [&a, &b, &c].map(|document| ids(&tokens(document), w, option));
            prop_assert!(distance(&a, &c) <= distance(&a, &b) + distance(&b, &c) + 1e-12);
            prop_assert!((distance(&a, &b) - distance(&b, &a)).abs() < 1e-12);
            prop_assert!(distance(&a, &a) == 0.0 && (distance(&a, &b) > 0.0 || a == b));
        }
    }

    /// If A is a contiguous part of B, it is contained in B.
    #[test]
    fn a_part_is_contained(document in documents(), from in 0_usize..60, to in 0_usize..60, w in 1_usize..6) {
        let whole = tokens(&document);
        let part = &whole[from.min(to).min(whole.len())..from.max(to).min(whole.len())];
        for option in [Shingling::Labelled, Shingling::Set] {
            let overlap = Overlap::of(&ids(part, w, option), &ids(&whole, w, option));
            prop_assert_eq!(overlap.shared, overlap.left);
        }
    }
}

/// Consecutive versions are similar, but version 1 and version 100 have nothing in common.
#[test]
fn resemblance_is_not_transitive() {
    let version = |n: u16| ids(&tokens(&(n * 10..n * 10 + 500).collect::<Vec<_>>()), 3, Shingling::Set);
    let versions: Vec<_> = (1..=100).map(version).collect();
    assert!(versions.windows(2).all(|pair| distance(&pair[0], &pair[1]) < 0.05));
    assert_eq!(Overlap::of(&versions[0], &versions[99]).shared, 0);
}

/// A hostile document repeats one shingle without end. Its labels stay distinct.
#[test]
fn labels_of_one_shingle_are_distinct() {
    let mut bag = vec![7; 10_000];
    let mut labelled = BTreeSet::new();
    label(&mut bag, |id| {
        labelled.insert(id);
    });
    assert_eq!(labelled.len(), 10_000);
    // The same shingle has the same labelled ids in every document.
    let mut few = vec![7, 9, 7];
    let mut again = 0;
    label(&mut few, |id| again += u32::from(labelled.contains(&id)));
    assert_eq!(again, 2);
}
