//! The worked examples of the papers.

use chaffinch_sketch::{Overlap, Shingling, accuracy, label};

use crate::oracle::{bag, words};

/// Returns the number of shared shingles, and the number of all.
fn resemblance(left: &str, right: &str, w: usize, option: Shingling) -> (u64, u64) {
    let ids = |text| {
        let mut ids = Vec::new();
        let mut bag = bag(&words(text), w);
        match option {
            Shingling::Labelled => label(&mut bag, |id| ids.push(id)),
            Shingling::Set => ids = bag,
        }
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let share = Overlap::of(&ids(left), &ids(right)).resemblance().expect("neither is empty");
    (share.shared, share.of())
}

#[test]
fn a_rose_is_a_rose_is_a_rose() {
    let (a, b) = ("a rose is a rose is a rose", "a rose is a flower which is a rose");
    assert_eq!([1, 2, 3].map(|w| resemblance(a, b, w, Shingling::Labelled)), [(7, 10), (5, 10), (3, 10)]);
    assert_eq!([1, 2, 3].map(|w| resemblance(a, b, w, Shingling::Set)), [(3, 5), (3, 6), (3, 7)]);
}

#[test]
fn the_four_shingling_of_a_rose() {
    let a = words("a rose is a rose is a rose");
    let mut distinct = bag(&a, 4);
    assert_eq!(distinct.len(), 5);
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), 3);
}

#[test]
fn certain_permutations_resemble_wholly() {
    assert_eq!(resemblance("a c a b a", "a b a c a", 2, Shingling::Labelled), (4, 4));
    let (shared, united) = resemblance("a c a b a", "a b a c a", 3, Shingling::Labelled);
    assert!(shared < united);
}

/// "100 samples are reasonable, 200 more than enough"; under 50 % is estimated over 90 % with probability below
/// 0.1 %.
#[test]
fn the_accuracy_of_the_paper() {
    let by_definition = |s: u32, r: f64, e: f64| -> f64 {
        let choose = |k: u32| (1..=k).map(|i| f64::from(s - k + i) / f64::from(i)).product::<f64>();
        (0..=s)
            .filter(|k| (f64::from(*k) / f64::from(s) - r).abs() <= e + 1e-12)
            .map(|k| choose(k) * r.powi(k.cast_signed()) * (1.0 - r).powi((s - k).cast_signed()))
            .sum()
    };
    for (s, r, e) in [(100, 0.5, 0.1), (100, 0.9, 0.05), (200, 0.5, 0.1), (50, 0.05, 0.05), (10, 0.3, 0.0)] {
        assert!((accuracy(u64::from(s), r, e) - by_definition(s, r, e)).abs() < 1e-9, "{s} {r} {e}");
    }
    assert!(accuracy(100, 0.5, 0.1) > 0.96);
    assert!(accuracy(200, 0.5, 0.1) > 0.995);
    assert!(1.0 - accuracy(100, 0.5, 0.4) < 0.001);
    assert!((accuracy(100, 0.0, 0.1) - 1.0).abs() < 1e-12 && (accuracy(100, 1.0, 0.1) - 1.0).abs() < 1e-12);
}
