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
//!
//! Pairs whose sides both share code with a third submission are raised ([`raised`]). In a ring, each has copied another
//! part, and some of its pairs have little in common. Such a pair is nearly as suspicious as the weaker of its two links
//! to the third, but at most [`MAX_FACTOR`] times as suspicious as what it shares itself. So it only affects submissions
//! that already have a suspicious link of their own, and pairs that share nothing stay at 0. Members of one party are not
//! a pair, so no link leads through one's own party. No link leads through staff's submissions either.

use rayon::prelude::*;

use crate::features::view::{Bits, Evidence, View};
use crate::groups::{Groups, Parties};
use crate::index::kgrams::shared;
use crate::references::Shared;

/// Returns the suspicion of each pair. `pairs` are sorted, so those with the same left side are consecutive. What both
/// sides have from the same reference answer is `out`: it does not count.
pub(crate) fn of_pairs(
    views: &[View],
    groups: Option<&Groups>,
    pairs: &[(u32, u32)],
    out: &[Option<Shared>],
) -> Vec<f64> {
    let mut rest = out;
    let by_left: Vec<_> = (pairs.chunk_by(|a, b| a.0 == b.0))
        .map(|pairs| (pairs, rest.split_off(..pairs.len()).unwrap_or_default()))
        .collect();
    let by_groups: Option<(&Groups, Vec<[Bits; 2]>)> =
        groups.map(|groups| (groups, views.par_iter().map(|view| view.bits_by_groups(groups)).collect()));
    by_left
        .into_par_iter()
        .map_init(
            || views.iter().map(|view| vec![0.0; view.features()]).collect::<Vec<_>>(),
            |own, (pairs, out)| {
                let left = pairs[0].0;
                let mut most = vec![0.0_f64; pairs.len()];
                let mut take_in =
                    |view: &View, bits: &Bits, own: &mut [f32], goes_for: &dyn Fn(u32) -> bool| {
                        let taken = || (0..pairs.len()).filter(|&at| goes_for(pairs[at].1));
                        let evidence = view.shared(left, taken().map(|at| pairs[at].1), bits, own);
                        for (at, evidence) in taken().zip(evidence) {
                            let evidence = out[at].as_ref().map_or(evidence, |tokens| {
                                let sides = [left, pairs[at].1];
                                view.evidence_without(sides, &view.without(sides, tokens), bits, own)
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

/// Which links raise a pair, and how far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Through {
    /// Factor for the weaker link to the third submission.
    pub(crate) factor: f64,
    /// Least suspicion of a link. In larger classes, more pairs have a third submission in common by chance; at 10 bits,
    /// few do.
    pub(crate) weakest: f64,
}

/// Largest factor by which a pair's own suspicion can rise.
const MAX_FACTOR: f64 = 5.0;

/// Returns the suspicion of each pair of `pairs` after considering third submissions, and the third one that raised it.
pub(crate) fn raised(
    pairs: &[(u32, u32)],
    own: &[f64],
    parties: &Parties,
    Through { factor, weakest }: Through,
) -> Vec<(f64, Option<u32>)> {
    let mut links = vec![Vec::new(); parties.submissions()];
    for (&(left, right), &suspicion) in
        pairs.iter().zip(own).filter(|(pair, suspicion)| weakest <= **suspicion && !parties.has_staff(**pair))
    {
        links[left as usize].push((right, suspicion));
        links[right as usize].push((left, suspicion));
    }
    for links in &mut links {
        links.sort_unstable_by_key(|link| link.0);
    }
    pairs
        .par_iter()
        .zip(own)
        .map(|(&(left, right), &own)| {
            if parties.has_staff((left, right)) {
                return (own, None);
            }
            let (third, link) = weaker_link(&links[left as usize], &links[right as usize]);
            let raised = (factor * link).min(MAX_FACTOR * own);
            if own < raised { (raised, third) } else { (own, None) }
        })
        .collect()
}

/// Returns the third submission with the best weaker link, and that link's suspicion; ties by its number.
fn weaker_link(left: &[(u32, f64)], right: &[(u32, f64)]) -> (Option<u32>, f64) {
    let (mut third, mut best) = (None, 0.0);
    shared(left, right, |submission, ours, theirs| {
        let weaker = ours[0].1.min(theirs[0].1);
        if best < weaker {
            (third, best) = (Some(submission), weaker);
        }
    });
    (third, best)
}

#[cfg(test)]
mod tests {
    use super::*;

    const THROUGH: Through = Through { factor: 0.85, weakest: 5.0 };

    #[test]
    fn a_weak_pair_of_a_ring_rises_and_nobody_else() {
        // 0, 1 and 2 are a ring; 3 shares a little with 0 only.
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2)];
        let own = [100.0, 80.0, 6.0, 20.0];
        let raised = raised(&pairs, &own, &Parties::alone(4), THROUGH);
        assert_eq!(raised, [(100.0, None), (80.0, None), (6.0, None), (THROUGH.factor * 80.0, Some(0))]);
    }

    #[test]
    fn a_pair_rises_no_further_than_what_it_shares_allows() {
        let pairs = [(0, 1), (0, 2), (1, 2)];
        assert_eq!(
            raised(&pairs, &[100.0, 80.0, 2.0], &Parties::alone(3), THROUGH)[2],
            (MAX_FACTOR * 2.0, Some(0))
        );
        assert_eq!(raised(&pairs, &[100.0, 80.0, 0.0], &Parties::alone(3), THROUGH)[2], (0.0, None));
        assert_eq!(
            raised(&pairs, &[100.0, 4.0, 2.0], &Parties::alone(3), THROUGH)[2],
            (2.0, None),
            "a link below the weakest is none"
        );
    }
}
