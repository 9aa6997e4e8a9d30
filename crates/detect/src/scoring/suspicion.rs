//! Computes suspicion, which ranks pairs: evidence in bits, discounted if it is only a small part of the programs.
//!
//! In one view of a pair, the *evidence* E is the sum of bits of the distinct features that both sides have (`view`).
//! The *share* is E divided by the evidence of a whole side. That is a mean of the smaller side (for a small program
//! inside a large one) and the larger (for two fragments of one idiom): `E / (small^(3/4) * large^(1/4))`. The result
//! of a view is `E * share^(5/2)`, and
//!
//! `suspicion` = the maximum over the views (`passages`).
//!
//! A change that hides a copy from one view (inserted statements from k-grams, rewritten ones from statements) leaves
//! it visible in another. Suspicion is computed twice: first against every other submission, then, if strong pairs make
//! groups of them (`groups`), against every other group, so that what ten copied from each other stays rare. The
//! exponents come from labelled corpora (`crates/evaluation/measurements/detection-quality.md#labelled-classes`): the
//! rank is that of `share * E^(2/5)`.

use rayon::prelude::*;

use crate::{
    features::{
        evidence::Evidence,
        view::{Bits, View},
    },
    groups::membership::Groups,
    references::coverage::Coverage,
};

/// Returns the suspicion of each pair. `pairs` are sorted, so those with the same left side are consecutive. What both
/// sides have from the same reference answer does not count.
pub(crate) fn of_pairs(
    views: &[View],
    groups: Option<&Groups>,
    pairs: &[(u32, u32)],
    coverage: &Coverage,
) -> Vec<f64> {
    let by_left: Vec<&[(u32, u32)]> = pairs.chunk_by(|a, b| a.0 == b.0).collect();
    let by_groups: Option<(&Groups, Vec<[Bits; 2]>)> =
        groups.map(|groups| (groups, views.par_iter().map(|view| view.bits_by_groups(groups)).collect()));
    by_left
        .into_par_iter()
        .map_init(
            || views.iter().map(|view| vec![0.0; view.features()]).collect::<Vec<_>>(),
            |own, pairs| {
                let left = pairs[0].0;
                let mut most = vec![0.0_f64; pairs.len()];
                let shared: Vec<_> = pairs.iter().map(|pair| coverage.shared(left, pair.1)).collect();
                let mut take_in =
                    |view: &View, bits: &Bits, own: &mut [f32], goes_for: &dyn Fn(u32) -> bool| {
                        let taken = || (0..pairs.len()).filter(|&at| goes_for(pairs[at].1));
                        let evidence = view.shared(left, taken().map(|at| pairs[at].1), bits, own);
                        for (at, evidence) in taken().zip(evidence) {
                            let evidence = shared[at].as_ref().map_or(evidence, |tokens| {
                                view.shared_without([left, pairs[at].1], tokens, bits, own).0
                            });
                            most[at] = most[at].max(discounted(evidence));
                        }
                    };
                for (at, (view, own)) in views.iter().zip(own).enumerate() {
                    match &by_groups {
                        Some((groups, bits)) => {
                            let [one, two] = &bits[at];
                            take_in(view, one, own, &|right| groups.sides(left, right) == 1);
                            take_in(view, two, own, &|right| groups.sides(left, right) == 2);
                        }
                        None => take_in(view, &view.bits, own, &|_| true),
                    }
                }
                most
            },
        )
        .flatten_iter()
        .collect()
}

/// Returns the suspicion from the evidence of one view.
pub(crate) fn discounted(Evidence { shared, left, right }: Evidence) -> f64 {
    let (small, large) = (left.min(right), left.max(right));
    if small <= 0.0 {
        return 0.0;
    }
    // Powers of quarters and halves are computed as roots.
    let share = shared / (small * (large / small).sqrt().sqrt());
    shared * share * share * share.sqrt()
}
