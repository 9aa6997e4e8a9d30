//! The number that ranks pairs: evidence in bits, discounted by how little of the programs it is.
//!
//! In one view of a pair the *evidence* E is the sum of bits of the distinct features that both sides have
//! (`view`). The *share* is E over the evidence that a whole side could give, between the smaller side (a
//! small program inside a large one) and the larger (two fragments of one idiom):
//! `E / (small^(3/4) * large^(1/4))`. A view then says `E * share^(5/2)`, and
//!
//! `suspicion` = the most that one of the views says (`passages`).
//!
//! What hides a copy from one view (inserted statements from k-grams, rewritten ones from statements) leaves it
//! to another. It is told twice: first against every other submission, then, where strong pairs make groups of them
//! (`groups`), against every other group, so that what ten copied from each other stays rare.
//! The exponents come from labelled corpora (`docs/detection.md`): the rank is that of `share * E^(2/5)`.

use rayon::prelude::*;

use crate::{
    groups::Groups,
    view::{Bits, Evidence, View},
};

/// The suspicion of each pair; `pairs` are sorted, so that those with one left side stand together.
pub(crate) fn of_pairs(views: &[View], groups: Option<&Groups>, pairs: &[(u32, u32)]) -> Vec<f64> {
    let by_left: Vec<&[(u32, u32)]> = pairs.chunk_by(|a, b| a.0 == b.0).collect();
    let scales: Vec<Scale<'_>> = views
        .par_iter()
        .map(|view| Scale {
            view,
            by_groups: groups.and_then(|groups| Some((&groups.of[..], view.bits_by_groups(groups)?))),
        })
        .collect();
    by_left
        .into_par_iter()
        .map_init(
            || views.iter().map(|view| vec![0; view.features().div_ceil(64)]).collect::<Vec<_>>(),
            |seen, pairs| {
                let mut most = vec![0.0_f64; pairs.len()];
                for (scale, seen) in scales.iter().zip(seen) {
                    let others = pairs.iter().map(|&(left, right)| (right, scale.bits(left, right)));
                    let shared = scale.view.shared(pairs[0].0, others, seen);
                    for (most, evidence) in most.iter_mut().zip(shared) {
                        *most = most.max(discounted(evidence));
                    }
                }
                most
            },
        )
        .flatten_iter()
        .collect()
}

/// A view, and what its features tell of two submissions.
struct Scale<'a> {
    view: &'a View,
    /// Each submission's group; the bits within one and between two.
    by_groups: Option<(&'a [u32], [Bits; 2])>,
}

impl Scale<'_> {
    fn bits(&self, left: u32, right: u32) -> &Bits {
        match &self.by_groups {
            None => &self.view.bits,
            Some((of, [within, _])) if of[left as usize] == of[right as usize] => within,
            Some((_, [_, between])) => between,
        }
    }
}

/// What a view says.
pub(crate) fn discounted(Evidence { shared, left, right }: Evidence) -> f64 {
    let (small, large) = (left.min(right), left.max(right));
    if small <= 0.0 {
        return 0.0;
    }
    shared * (shared / (small.powf(0.75) * large.powf(0.25))).powf(2.5)
}
