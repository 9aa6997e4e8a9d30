//! Two who both share with a third.
//!
//! In a ring each has copied another part, and some pairs of it have little in common. Such a pair is as suspicious
//! as the weaker of its two links to the third, a little less, but never more than [`MAX_FACTOR`] times what it shares
//! itself. So nobody is accused by it who is not already by a link of his own; and who shares nothing stays apart.
//! Members of one party are no pair, so no link leads through one's own; nor does any through staff's submissions.

use rayon::prelude::*;

use crate::groups::parties::Parties;

/// What the weaker link to the third counts.
const LINK_FACTOR: f64 = 0.85;

/// The most by which a pair's own suspicion rises.
const MAX_FACTOR: f64 = 5.0;

/// The suspicion of each pair of `pairs` with the third parties considered, and the third through which it rose.
pub(crate) fn raised(
    pairs: &[(u32, u32)],
    own: &[f64],
    parties: &Parties,
    weakest: f64,
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
            let raised = (LINK_FACTOR * link).min(MAX_FACTOR * own);
            if own < raised { (raised, third) } else { (own, None) }
        })
        .collect()
}

/// The third that both are linked to best, by the weaker of the two links; ties by its number.
fn weaker_link(left: &[(u32, f64)], right: &[(u32, f64)]) -> (Option<u32>, f64) {
    let (mut third, mut best) = (None, 0.0);
    let (mut l, mut r) = (0, 0);
    while l < left.len() && r < right.len() {
        match left[l].0.cmp(&right[r].0) {
            std::cmp::Ordering::Less => l += 1,
            std::cmp::Ordering::Greater => r += 1,
            std::cmp::Ordering::Equal => {
                let weaker = left[l].1.min(right[r].1);
                if best < weaker {
                    (third, best) = (Some(left[l].0), weaker);
                }
                l += 1;
                r += 1;
            }
        }
    }
    (third, best)
}

#[cfg(test)]
mod tests {

    use super::*;

    #[test]
    fn a_weak_pair_of_a_ring_rises_and_nobody_else() {
        // 0, 1, 2 are a ring; 3 shares a little with 0 alone.
        let pairs = [(0, 1), (0, 2), (0, 3), (1, 2)];
        let own = [100.0, 80.0, 6.0, 20.0];
        let raised = raised(&pairs, &own, &Parties::alone(4), 5.0);
        assert_eq!(raised, [(100.0, None), (80.0, None), (6.0, None), (LINK_FACTOR * 80.0, Some(0))]);
    }

    #[test]
    fn a_pair_rises_no_further_than_what_it_shares_allows() {
        let pairs = [(0, 1), (0, 2), (1, 2)];
        assert_eq!(
            raised(&pairs, &[100.0, 80.0, 2.0], &Parties::alone(3), 5.0)[2],
            (MAX_FACTOR * 2.0, Some(0))
        );
        assert_eq!(raised(&pairs, &[100.0, 80.0, 0.0], &Parties::alone(3), 5.0)[2], (0.0, None));
        assert_eq!(
            raised(&pairs, &[100.0, 4.0, 2.0], &Parties::alone(3), 5.0)[2],
            (2.0, None),
            "a link below the weakest is none"
        );
    }
}
