//! Says why listed pairs have their scores: what they share in each view, what is usual, and both models of chance.
//!
//! Scores are not kept in parts, as nearly all pairs are never listed. So the parts of those that are listed are computed
//! again, from the same features and bits.

use rayon::prelude::*;

use crate::{
    features::view::{Bits, View},
    groups::parties::Parties,
    references::coverage::Coverage,
    results::explanation::{Explanation, IgnoredTokens, ViewEvidence, ViewKind},
    scoring::{expect::Models, scored_pair::ScoredPair, scores::Scores, suspicion::discounted},
};

/// Explains pairs, in their order. Without `models`, the class is too small for expect values. Which matches are rarest
/// and which tokens are ignored is not known yet.
pub(crate) fn explanations(
    pairs: &[ScoredPair],
    views: &[View],
    scores: &Scores,
    models: Option<Models<'_>>,
    parties: &Parties,
    coverage: &Coverage,
) -> Vec<Explanation> {
    // As in `suspicion`: lines do not depend on groups.
    let groups = scores.groups.as_ref().or(parties.counted());
    let kinds = ViewKind::for_views(views.len());
    let by_groups: Vec<Option<[Bits; 2]>> = kinds
        .par_iter()
        .zip(views)
        .map(|(&kind, view)| match kind {
            ViewKind::Lines => parties.counted().map(|groups| view.bits_by_groups(groups)),
            _ => groups.map(|groups| view.bits_by_groups(groups)),
        })
        .collect();
    pairs
        .par_iter()
        .map_init(
            || {
                let scratch: Vec<Vec<f32>> = views.iter().map(|view| vec![0.0; view.features()]).collect();
                (scratch, models.map(Models::counter))
            },
            |(scratch, counter), pair| {
                let (left, right) = (pair.left, pair.right);
                let in_view = |at: usize, own: &mut [f32]| {
                    let (kind, view) = (kinds[at], &views[at]);
                    let of = if kind == ViewKind::Lines { parties.counted() } else { groups };
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
