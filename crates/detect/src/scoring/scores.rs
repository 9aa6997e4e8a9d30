//! Suspicion and strength of verified pairs, first against other submissions, then against groups of strong pairs; and
//! why listed pairs have their scores: what they share in each view, what is usual, and both models of chance.
//!
//! Scores are not kept in parts, as nearly all pairs are never listed. So the parts of those that are listed are computed
//! again, from the same features and bits.

use std::slice;

use chaffinch_fingerprint::UnionFind;
use rayon::prelude::*;

use crate::features::view::{Bits, View};
use crate::groups::{Groups, Parties, Units, near_identical};
use crate::references::{Coverage, Shared, number_of};
use crate::scoring::expect::Models;
use crate::scoring::ranking::ScoredPair;
use crate::scoring::strength::{Baselines, Strength};
use crate::scoring::suspicion::{Through, discounted};
use crate::scoring::{strength, suspicion};
use crate::{Explanation, IgnoredTokens, TOO_SHORT, ViewEvidence, ViewKind};

/// Links to a third submission that raise suspicion.
const THROUGH: Through = Through { factor: 0.85, weakest: 10.0 };

/// The scores of pairs, in the order of the pairs.
pub(crate) struct Scores {
    /// The suspicion of each pair, and the third submission that raised it.
    pub(crate) suspicion: Vec<(f64, Option<u32>)>,
    pub(crate) strength: Vec<Strength>,
    /// Submissions that count as one for what chance leaves.
    pub(crate) linked: UnionFind,
    /// What is usual for two submissions.
    pub(crate) baselines: Baselines,
    /// The groups of strong pairs against which suspicion was computed, if there are any.
    pub(crate) groups: Option<Groups>,
    /// For each pair, the tokens that do not count.
    out: Vec<Option<Shared>>,
}

impl Scores {
    /// Scores pairs by the views of the batch, of which that of lines is last.
    pub(crate) fn new(
        views: &[View],
        pairs: &[(u32, u32)],
        parties: &Parties,
        units: &Units,
        coverage: &Coverage,
    ) -> Self {
        let counted = units.groups.as_ref();
        // The bits of lines do not depend on groups of strong pairs.
        let (lines, others) = views.split_last().expect("there is a view of lines");
        let out = coverage.of_pairs(pairs);
        let by_lines = suspicion::of_pairs(slice::from_ref(lines), counted, pairs, &out);
        let most = |groups: Option<&Groups>| -> Vec<f64> {
            let by_others = suspicion::of_pairs(others, groups, pairs, &out);
            by_others.iter().zip(&by_lines).map(|(&others, &lines)| others.max(lines)).collect()
        };
        let alone = most(counted);
        let linked = |suspicion: &[f64]| near_identical::by_suspicion(pairs, suspicion, parties, units);
        let first = linked(&alone);
        let by_groups = first.as_ref().map(|groups| most(Some(groups)));
        let own = by_groups.as_ref().unwrap_or(&alone);
        let suspicion = suspicion::raised(pairs, own, parties, THROUGH);
        // What a large group shares is rarer against groups, so that more of its members are linked.
        let regrouped = by_groups.as_ref().and_then(|own| linked(own));
        let large = regrouped.filter(|groups| strength::has_large_group(groups, parties)).map(|groups| {
            let own = most(Some(&groups));
            (linked(&own).unwrap_or(groups), own)
        });
        let (groups, own) = large.as_ref().map_or((None, &alone), |(groups, own)| (Some(groups), own));
        let baselines = Baselines::new(views, groups.or(counted), parties);
        Self {
            suspicion,
            strength: strength::strengths(&baselines, pairs, own, parties),
            linked: groups.map_or_else(|| units.sets.clone(), Groups::sets),
            baselines,
            groups: first,
            out,
        }
    }

    /// Returns the scored pairs, without expect values. `counted` is the number of counted tokens of each submission.
    pub(crate) fn scored(&self, pairs: &[(u32, u32)], counted: &[u32]) -> Vec<ScoredPair> {
        let counted = |at: usize, sides: [u32; 2]| {
            let out = self.out[at].as_ref();
            [0, 1]
                .map(|side| counted[sides[side] as usize] - out.map_or(0, |tokens| number_of(&tokens[side])))
        };
        let scored = |((&(left, right), &(suspicion, transitive)), candidate)| ScoredPair {
            left,
            right,
            suspicion,
            expect: None,
            versions: None,
            transitive,
            too_short: counted(candidate as usize, [left, right]).into_iter().any(|side| side < TOO_SHORT),
            candidate,
        };
        pairs.iter().zip(&self.suspicion).zip(0..).map(scored).collect()
    }
}

/// Explains pairs, in their order. Without `models`, the class is too small for expect values. Which matches are rarest
/// and which tokens are ignored is not known yet.
pub(crate) fn explanations(
    pairs: &[ScoredPair],
    views: &[View],
    scores: &Scores,
    models: Option<Models<'_>>,
    units: &Units,
    coverage: &Coverage,
) -> Vec<Explanation> {
    // As in `suspicion`: lines do not depend on groups of strong pairs.
    let counted = units.groups.as_ref();
    let groups = scores.groups.as_ref().or(counted);
    let kinds = ViewKind::for_views(views.len());
    let by_groups: Vec<Option<[Bits; 2]>> = kinds
        .par_iter()
        .zip(views)
        .map(|(&kind, view)| match kind {
            ViewKind::Lines => counted.map(|groups| view.bits_by_groups(groups)),
            _ => groups.map(|groups| view.bits_by_groups(groups)),
        })
        .collect();
    pairs
        .par_iter()
        .map_init(
            || {
                let scratch: Vec<Vec<f32>> = views.iter().map(|view| vec![0.0; view.features()]).collect();
                (scratch, models.map(|models| models.batch.kgram_counter()))
            },
            |(scratch, counter), pair| {
                let (left, right) = (pair.left, pair.right);
                let in_view = |at: usize, own: &mut [f32]| {
                    let (kind, view) = (kinds[at], &views[at]);
                    let of = if kind == ViewKind::Lines { counted } else { groups };
                    let bits = match (&by_groups[at], of) {
                        (Some(by_groups), Some(groups)) => &by_groups[groups.sides(left, right) - 1],
                        _ => &view.bits,
                    };
                    let (evidence, bits_at_most) = if let Some(tokens) = coverage.shared(left, right) {
                        view.shared_without([left, right], &tokens, bits, own)
                    } else {
                        let shared = view.shared(left, std::iter::once(right), bits, own);
                        let evidence = shared.first().copied().expect("one submission was compared");
                        (evidence, view.shared_at_most(left, right, own))
                    };
                    ViewEvidence {
                        view: kind,
                        bits: evidence.shared,
                        bits_at_most,
                        left_bits: evidence.left,
                        right_bits: evidence.right,
                        suspicion: discounted(evidence),
                    }
                };
                Explanation {
                    views: scratch.iter_mut().enumerate().map(|(at, own)| in_view(at, own)).collect(),
                    usual: scores.baselines.of_pair(left, right).powi(3),
                    expect_by_class: models.map(|models| models.by_tail(pair, &scores.strength)),
                    expect_by_run: models
                        .zip(counter.as_mut())
                        .and_then(|(models, counter)| models.by_run(pair, counter)),
                    ignored: IgnoredTokens::default(),
                    rarest: Vec::new(),
                }
            },
        )
        .collect()
}
