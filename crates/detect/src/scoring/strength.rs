//! Strength: how far a pair lies above what its two submissions share with anybody.
//!
//! A long program, or one that is built as most are, shares a little with every other. That alone makes some of its
//! pairs suspicious. The *baseline* of a submission is the cube root of the suspicion that it would have with a typical
//! other one; that of a pair is the cube root of the suspicion that two submissions of these sizes would have. Both are
//! those of the view in which they are largest, and follow from how many have each feature, without comparing any pair.
//! With suspicion s, a pair with the baseline p of submissions with the baselines l and r has the strength
//!
//! `cbrt(s) - 0.24 (l + r) - 0.32 p`.
//!
//! The baselines of submissions allow for a core that every program has, however short it is; that of the pair allows
//! for two long ones.
//!
//! Among people who worked alone, strength is distributed nearly alike in all classes (`scoring::chance`); suspicion is
//! not. It is computed from suspicion before strong pairs are grouped, so that no pair depends on how others are linked;
//! unless one group is a large part of the class ([`LARGE_GROUP`]), which would then be what is typical.

use rayon::prelude::*;

use crate::features::view::{Bits, Evidence, View};
use crate::groups::{Groups, Parties};
use crate::scoring::suspicion::{Through, discounted, raised};

/// How many times as much as the average the typical pair shares that the baseline of a submission stands for.
const TYPICAL: f64 = 2.0;

/// The same for the baseline of a pair.
const TYPICAL_OF_SIZES: f64 = 1.25;

/// Weight of each side's baseline.
const WEIGHT: f64 = 0.24;

/// Weight of the pair's baseline.
const WEIGHT_OF_PAIR: f64 = 0.32;

/// Links that raise strength; weaker than those that raise suspicion, as chance is estimated without them.
const THROUGH: Through = Through { factor: 0.7, weakest: 5.0 };

/// Part of the class from which on a group of strong pairs counts as one.
const LARGE_GROUP: f64 = 0.5;

/// Returns whether a group is a large part of a class. A party counts as one.
pub(crate) fn has_large_group(groups: &Groups, parties: &Parties) -> bool {
    let counted = parties.representatives();
    let mut sizes = vec![0_u32; groups.of.len()];
    for group in counted.iter().filter_map(|&submission| groups.of[submission as usize]) {
        sizes[group as usize] += 1;
    }
    LARGE_GROUP * counted.len() as f64 <= f64::from(sizes.into_iter().max().unwrap_or(0))
}

/// The strength of a pair.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Strength {
    /// From what the two share themselves.
    pub(crate) own: f64,
    /// After considering what both share with a third submission; at least `own`.
    pub(crate) raised: f64,
}

/// What submissions usually share with others, and pairs of their sizes.
pub(crate) struct Baselines {
    /// For each view, what each submission shares by chance.
    usual: Vec<Usual>,
    /// For each submission, the cube root of the suspicion that it would have with a typical other one.
    of_submissions: Vec<f64>,
}

impl Baselines {
    /// Computes baselines from document frequencies, counted in other submissions or in `groups`.
    pub(crate) fn new(views: &[View], groups: Option<&Groups>, parties: &Parties) -> Self {
        let typical = parties.representatives();
        let usual: Vec<Usual> = views.par_iter().map(|view| Usual::new(view, groups, &typical)).collect();
        let submissions = usual.first().map_or(0, |view| view.whole.len() as u32);
        let of_submissions = (0..submissions)
            .map(|submission| baseline(&usual, |view| view.with_typical(submission, TYPICAL)))
            .collect();
        Self { usual, of_submissions }
    }

    /// Returns how much of the cube root of a pair's suspicion is usual for two submissions like these.
    pub(crate) fn of_pair(&self, left: u32, right: u32) -> f64 {
        let sides = self.of_submissions[left as usize] + self.of_submissions[right as usize];
        let pair = baseline(&self.usual, |view| view.of_pair(left, right, TYPICAL_OF_SIZES));
        WEIGHT * sides + WEIGHT_OF_PAIR * pair
    }
}

/// Views that are the same in a copy with new names: those of k-grams, statements and forms, which are the first.
const WITHOUT_NAMES: usize = 3;

impl Baselines {
    /// Returns the suspicion and the strength that a submission would have with a copy of it in which only names are new.
    pub(crate) fn of_copy(&self, submission: u32) -> (f64, f64) {
        let whole = |view: &Usual| view.whole[submission as usize];
        let same = |view| discounted(Evidence { shared: whole(view), left: whole(view), right: whole(view) });
        let suspicion = self.usual.iter().take(WITHOUT_NAMES).map(same).fold(0.0, f64::max);
        (suspicion, suspicion.cbrt() - self.of_pair(submission, submission))
    }
}

/// Returns the cube root of the suspicion in the view in which it is largest.
fn baseline(usual: &[Usual], of_view: impl Fn(&Usual) -> Evidence) -> f64 {
    usual.iter().map(|view| discounted(of_view(view))).fold(0.0, f64::max).cbrt()
}

/// Returns the strengths of pairs with these suspicions, which were computed as the baselines were.
pub(crate) fn strengths(
    baselines: &Baselines,
    pairs: &[(u32, u32)],
    suspicion: &[f64],
    parties: &Parties,
) -> Vec<Strength> {
    pairs
        .par_iter()
        .zip(suspicion)
        .zip(raised(pairs, suspicion, parties, THROUGH))
        .map(|((&(left, right), own), (raised, _))| {
            let baseline = baselines.of_pair(left, right);
            Strength { own: own.cbrt() - baseline, raised: raised.cbrt() - baseline }
        })
        .collect()
}

/// What each submission shares with others by chance.
struct Usual {
    /// For each submission, its bits.
    whole: Vec<f64>,
    /// For each submission, the bits that it shares with another one on average.
    shared: Vec<f64>,
    /// The bits of a typical submission.
    median: f64,
}

impl Usual {
    /// Returns what submissions share with others, or with other groups, in a view. `typical` are those of which a typical
    /// one is the median.
    fn new(view: &View, groups: Option<&Groups>, typical: &[u32]) -> Self {
        let by_groups = groups.map(|groups| view.bits_by_groups(groups));
        let Bits { whole, usual, .. } = by_groups.as_ref().map_or(&view.bits, |[_, apart]| apart);
        let mut sorted: Vec<f64> = typical.iter().map(|&submission| whole[submission as usize]).collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let median = sorted.get(sorted.len() / 2).copied().unwrap_or(0.0);
        Self { whole: whole.clone(), shared: usual.clone(), median }
    }

    /// Returns `factor` times what a submission shares with a typical other one.
    fn with_typical(&self, submission: u32, factor: f64) -> Evidence {
        let at = submission as usize;
        Evidence { shared: factor * self.shared[at], left: self.whole[at], right: self.median }
    }

    /// Returns `factor` times what two submissions of these sizes share, at most all of the smaller one. What one
    /// shares is taken to be proportional to the size of the other; the two sides say different things, and the result
    /// is their geometric mean.
    pub(crate) fn of_pair(&self, left: u32, right: u32, factor: f64) -> Evidence {
        let of = |submission: u32| (self.whole[submission as usize], self.shared[submission as usize]);
        let ((left, of_left), (right, of_right)) = (of(left), of(right));
        let shared = if self.median > 0.0 {
            factor * (of_left * right * of_right * left).sqrt() / self.median
        } else {
            0.0
        };
        Evidence { shared: shared.min(left.min(right)), left, right }
    }
}
