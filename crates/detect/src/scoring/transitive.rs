//! Raises pairs whose sides both share code with a third submission.
//!
//! In a ring, each has copied another part, and some of its pairs have little in common. Such a pair is nearly as
//! suspicious as the weaker of its two links to the third, but at most [`MAX_FACTOR`] times as suspicious as what it
//! shares itself. So it only affects submissions that already have a suspicious link of their own, and pairs that share
//! nothing stay at 0. Members of one party are not a pair, so no link leads through one's own party. No link leads
//! through staff's submissions either.

use rayon::prelude::*;

use crate::groups::parties::Parties;

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
