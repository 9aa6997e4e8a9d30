//! The heaviest chain of matches that are in the same order on both sides. Two texts are aligned along it. Pure.

/// The start of a match on either side, and its weight.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ChainLink {
    pub(crate) left: usize,
    pub(crate) right: usize,
    pub(crate) weight: u64,
}

/// Returns the indexes of the heaviest chain of links, in order: each begins after the one before on both sides. O(n
/// log n): a Fenwick tree holds, for every right start, the heaviest chain that ends before it.
pub(crate) fn heaviest_chain(links: &[ChainLink]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..links.len()).collect();
    // Links with equal left starts come in descending right order, so that none follows another.
    order.sort_by_key(|&at| (links[at].left, std::cmp::Reverse(links[at].right), at));
    let mut places: Vec<usize> = links.iter().map(|link| link.right).collect();
    places.sort_unstable();
    places.dedup();
    // Weight and last link of the best chain in each range of the tree.
    let mut tree: Vec<Option<(u64, usize)>> = vec![None; places.len() + 1];
    let mut before: Vec<Option<usize>> = vec![None; links.len()];
    let mut best: Option<(u64, usize)> = None;
    for at in order {
        let rank = places.partition_point(|&place| place < links[at].right);
        let mut ahead = None;
        let mut node = rank;
        while node > 0 {
            ahead = heavier(ahead, tree[node]);
            node &= node - 1;
        }
        before[at] = ahead.map(|(_, last)| last);
        let chain = Some((ahead.map_or(0, |(weight, _)| weight) + links[at].weight, at));
        best = heavier(best, chain);
        let mut node = rank + 1;
        while node < tree.len() {
            tree[node] = heavier(tree[node], chain);
            node += node & node.wrapping_neg();
        }
    }
    let mut chain: Vec<usize> = std::iter::successors(best.map(|(_, last)| last), |&at| before[at]).collect();
    chain.reverse();
    chain
}

/// Returns the heavier of two chains, or the first if they weigh the same.
fn heavier(one: Option<(u64, usize)>, other: Option<(u64, usize)>) -> Option<(u64, usize)> {
    match (one, other) {
        (Some(one), Some(other)) if one.0 < other.0 => Some(other),
        (None, other) => other,
        (one, _) => one,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Quadratic reference version, from the definition.
    fn heaviest_weight(links: &[ChainLink]) -> u64 {
        let mut sorted: Vec<ChainLink> = links.to_vec();
        sorted.sort_by_key(|link| (link.left, link.right));
        let mut best: Vec<u64> = Vec::new();
        for (at, link) in sorted.iter().enumerate() {
            let ahead = (0..at)
                .filter(|&one| sorted[one].left < link.left && sorted[one].right < link.right)
                .map(|one| best[one])
                .max();
            best.push(ahead.unwrap_or(0) + link.weight);
        }
        best.into_iter().max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn no_other_chain_is_heavier(links in proptest::collection::vec((0..12_usize, 0..12_usize, 1..9_u64), 0..14)) {
            let links: Vec<ChainLink> =
                links.into_iter().map(|(left, right, weight)| ChainLink { left, right, weight }).collect();
            let chain = heaviest_chain(&links);
            for step in chain.windows(2) {
                let [one, next] = [links[step[0]], links[step[1]]];
                prop_assert!(one.left < next.left && one.right < next.right);
            }
            prop_assert_eq!(chain.iter().map(|&at| links[at].weight).sum::<u64>(), heaviest_weight(&links));
        }
    }
}
