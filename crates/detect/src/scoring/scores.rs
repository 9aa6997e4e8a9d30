//! Suspicion and strength of verified pairs, first against other submissions, then against groups of strong pairs.

use std::slice;

use chaffinch_fingerprint::UnionFind;

use crate::{
    features::view::View,
    groups::{membership::Groups, near_identical, parties::Parties},
    limits::TOO_SHORT,
    references::coverage::Coverage,
    scoring::{
        scored_pair::ScoredPair,
        strength::{self, Baselines, Strength},
        suspicion,
        transitive::{self, Through},
    },
};

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
}

impl Scores {
    /// Scores pairs by the views of the batch, of which that of lines is last.
    pub(crate) fn new(views: &[View], pairs: &[(u32, u32)], parties: &Parties, coverage: &Coverage) -> Self {
        // The bits of lines do not depend on groups.
        let (lines, others) = views.split_last().expect("there is a view of lines");
        let by_lines = suspicion::of_pairs(slice::from_ref(lines), parties.counted(), pairs, coverage);
        let most = |groups: Option<&Groups>| -> Vec<f64> {
            let by_others = suspicion::of_pairs(others, groups, pairs, coverage);
            by_others.iter().zip(&by_lines).map(|(&others, &lines)| others.max(lines)).collect()
        };
        let alone = most(parties.counted());
        let linked = |suspicion: &[f64]| near_identical::by_suspicion(pairs, suspicion, parties);
        let first = linked(&alone);
        let by_groups = first.as_ref().map(|groups| most(Some(groups)));
        let own = by_groups.as_ref().unwrap_or(&alone);
        let suspicion = transitive::raised(pairs, own, parties, THROUGH);
        // What a large group shares is rarer against groups, so that more of its members are linked.
        let regrouped = by_groups.as_ref().and_then(|own| linked(own));
        let large = regrouped.filter(|groups| strength::has_large_group(groups, parties)).map(|groups| {
            let own = most(Some(&groups));
            (linked(&own).unwrap_or(groups), own)
        });
        let (groups, own) = large.as_ref().map_or((None, &alone), |(groups, own)| (Some(groups), own));
        let baselines = Baselines::new(views, groups, parties);
        Self {
            suspicion,
            strength: strength::strengths(&baselines, pairs, own, parties),
            linked: groups.map_or_else(|| parties.sets(), Groups::sets),
            baselines,
            groups: first,
        }
    }

    /// Returns the scored pairs, without expect values. `counted` is the number of counted tokens of each submission.
    pub(crate) fn scored(
        &self,
        pairs: &[(u32, u32)],
        coverage: &Coverage,
        counted: &[u32],
    ) -> Vec<ScoredPair> {
        let scored = |((&(left, right), &(suspicion, transitive)), candidate)| ScoredPair {
            left,
            right,
            suspicion,
            expect: None,
            transitive,
            too_short: coverage.counted([left, right], counted).into_iter().any(|side| side < TOO_SHORT),
            candidate,
        };
        pairs.iter().zip(&self.suspicion).zip(0..).map(scored).collect()
    }
}
