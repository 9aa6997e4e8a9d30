//! Strength: how far a pair lies above what its two submissions share with anybody.
//!
//! A long program, or one that is built as most are, shares a little with every other. That alone makes some of its
//! pairs suspicious. The *baseline* of a submission is the cube root of the suspicion that it would have with a typical
//! other one, in the view in which that is largest. It follows from how many have each of its features, without
//! comparing any pair. With suspicion s, a pair of submissions with the baselines l and r has the strength
//!
//! `cbrt(s) - 0.4 (l + r)`.
//!
//! Among people who worked alone, strength is distributed nearly alike in all classes (`scoring::chance`); suspicion is
//! not. It is computed from suspicion before strong pairs are grouped, so that no pair depends on how others are linked;
//! unless one group is a large part of the class ([`LARGE_GROUP`]), which would then be what is typical.

use rayon::prelude::*;

use crate::{
    features::view::View,
    groups::{membership::Groups, parties::Parties},
    scoring::{
        suspicion::discounted,
        transitive::{Through, raised},
    },
};

/// How many times as much as the average the typical pair shares that a baseline stands for.
const TYPICAL: f64 = 2.0;

/// Weight of each side's baseline.
const WEIGHT: f64 = 0.4;

/// Links that raise strength; weaker than those that raise suspicion, as chance is estimated without them.
const THROUGH: Through = Through { factor: 0.7, weakest: 5.0 };

/// Part of the class from which on a group of strong pairs counts as one.
const LARGE_GROUP: f64 = 0.5;

/// Returns whether a group is a large part of a class.
pub(crate) fn has_large_group(groups: &Groups) -> bool {
    LARGE_GROUP * groups.order.len() as f64 <= groups.largest() as f64
}

/// The strength of a pair.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strength {
    /// From what the two share themselves.
    pub(crate) own: f64,
    /// After considering what both share with a third submission; at least `own`.
    pub(crate) raised: f64,
}

/// Returns the strengths of pairs with these suspicions, which were computed against other submissions or `groups`.
pub(crate) fn strengths(
    views: &[View],
    groups: Option<&Groups>,
    pairs: &[(u32, u32)],
    suspicion: &[f64],
    parties: &Parties,
) -> Vec<Strength> {
    let baselines = baselines(views, groups, &parties.representatives());
    pairs
        .par_iter()
        .zip(suspicion)
        .zip(raised(pairs, suspicion, parties, THROUGH))
        .map(|((&(left, right), own), (raised, _))| {
            let baseline = WEIGHT * (baselines[left as usize] + baselines[right as usize]);
            Strength { own: own.cbrt() - baseline, raised: raised.cbrt() - baseline }
        })
        .collect()
}

/// Returns the baseline of each submission. `typical` are those of which a typical one is the median.
fn baselines(views: &[View], groups: Option<&Groups>, typical: &[u32]) -> Vec<f64> {
    let of_view = |view: &View| -> Vec<f64> {
        let usual = match groups {
            None => View::usual(&view.bits, TYPICAL, typical),
            Some(groups) => View::usual(&view.bits_by_groups(groups)[1], TYPICAL, typical),
        };
        usual.into_iter().map(|evidence| discounted(evidence).cbrt()).collect()
    };
    let of_views: Vec<Vec<f64>> = views.par_iter().map(of_view).collect();
    let submissions = of_views.first().map_or(0, Vec::len);
    (0..submissions).map(|at| of_views.iter().map(|view| view[at]).fold(0.0, f64::max)).collect()
}
