//! Greedy clustering for small corpora (Broder 1997, section 5). Each document in turn joins the cluster whose
//! representative is most similar to it, or starts a new cluster. A table from values to the clusters whose
//! representatives have them finds the clusters to compare. This takes `O(r s)` for r documents of s values if few
//! clusters share a value.
//!
//! Unlike with union-find, the result depends on the order of documents. In return, a cluster never becomes a chain
//! whose ends have nothing in common.

use std::collections::BTreeMap;

use chaffinch_fingerprint::UnionFind;
use chaffinch_sketch::Levels;
use serde::{Deserialize, Serialize};

use crate::document::{Measure, Overlap, Policy, Size};
use crate::error::{Error, Result};
use crate::segments::corpus::Corpus;
use crate::stages::folding::Folds;

/// Most different documents that can be clustered greedily. The tables of more would need too much memory.
pub const MAX_GREEDY: u32 = 100_000;

/// What represents a cluster in comparisons.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr, strum::VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Popularity {
    /// Its first member.
    FirstMember,
    /// The values that most of its members have, as many as the first member has. Of values with equal counts, the
    /// smallest are taken.
    MostPopular,
}

/// A cluster while documents join it.
struct Cluster {
    first: u32,
    representative: Vec<u64>,
    /// Size of the representative, which stays on the first member's level.
    size: Size,
    /// How many members have each value. Kept up to date only for [`Popularity::MostPopular`].
    counts: BTreeMap<u64, u32>,
}

/// Clusters the kept documents.
pub(crate) fn cluster(
    (corpus, levels): (&Corpus, Levels),
    folds: &Folds,
    policy: Policy,
    popularity: Popularity,
) -> Result<UnionFind> {
    let documents = corpus.documents();
    let kept = (0..documents).filter(|&number| folds.is_kept(number)).count() as u64;
    if kept > u64::from(MAX_GREEDY) {
        return Err(Error::Greedy { limit: MAX_GREEDY, documents: kept });
    }
    let sets = UnionFind::new(documents);
    let mut table = Table::new(levels, policy, popularity);
    let mut sketch = Vec::new();
    corpus.each_document(0..documents, |number, document| {
        if folds.is_kept(number) && document.size.own() > 0 {
            let (segment, _) = corpus.place(number);
            segment.sketch(document, &mut sketch)?;
            let first = table.place(number, &sketch, document.size);
            sets.join(first, number);
        }
        Ok(())
    })?;
    Ok(sets)
}

/// All clusters, and for each value the clusters whose representatives have it.
struct Table {
    levels: Levels,
    policy: Policy,
    popularity: Popularity,
    clusters: Vec<Cluster>,
    postings: BTreeMap<u64, Vec<u32>>,
}

impl Table {
    fn new(levels: Levels, policy: Policy, popularity: Popularity) -> Self {
        Self { levels, policy, popularity, clusters: Vec::new(), postings: BTreeMap::new() }
    }

    /// Puts a document into a cluster, and returns the cluster's first member.
    fn place(&mut self, number: u32, sketch: &[u64], size: Size) -> u32 {
        let mut shared: BTreeMap<u32, u32> = BTreeMap::new();
        for value in sketch {
            for &cluster in self.postings.get(value).into_iter().flatten() {
                *shared.entry(cluster).or_default() += 1;
            }
        }
        let best = shared
            .into_iter()
            .filter_map(|(at, shared)| {
                let overlap = size.overlap(self.clusters[at as usize].size, shared);
                overlap.links(self.policy).then(|| (closeness(overlap, self.policy.measure), at))
            })
            // Of equally similar clusters, take the earliest.
            .max_by(|(left, left_at), (right, right_at)| left.total_cmp(right).then(right_at.cmp(left_at)));
        let Some((_, at)) = best else {
            let at = self.clusters.len() as u32;
            let counts = sketch.iter().map(|&value| (value, 1)).collect();
            self.clusters.push(Cluster { first: number, representative: sketch.to_vec(), size, counts });
            for &value in sketch {
                self.postings.entry(value).or_default().push(at);
            }
            return number;
        };
        if self.popularity == Popularity::MostPopular {
            self.recompute(at, sketch);
        }
        self.clusters[at as usize].first
    }

    /// Counts a new member's values, and makes the most popular values the representative.
    fn recompute(&mut self, at: u32, sketch: &[u64]) {
        let cluster = &mut self.clusters[at as usize];
        for &value in sketch {
            // A value that is not on the representative's level is never in the sketch of a document on that level.
            if cluster.size.level() <= self.levels.highest(value) {
                *cluster.counts.entry(value).or_default() += 1;
            }
        }
        let mut popular: Vec<(u64, u32)> =
            cluster.counts.iter().map(|(&value, &count)| (value, count)).collect();
        popular.sort_by_key(|&(value, count)| (std::cmp::Reverse(count), value));
        popular.truncate(cluster.representative.len());
        let mut representative: Vec<u64> = popular.into_iter().map(|(value, _)| value).collect();
        representative.sort_unstable();
        for value in &cluster.representative {
            if representative.binary_search(value).is_err() {
                self.postings.entry(*value).or_default().retain(|&cluster| cluster != at);
            }
        }
        for value in &representative {
            if cluster.representative.binary_search(value).is_err() {
                self.postings.entry(*value).or_default().push(at);
            }
        }
        cluster.size = Size::on(cluster.size.level(), &representative, self.levels);
        cluster.representative = representative;
    }
}

fn closeness(overlap: Overlap, measure: Measure) -> f64 {
    let value = |share: Option<chaffinch_sketch::Share>| share.map_or(0.0, chaffinch_sketch::Share::value);
    match measure {
        Measure::Resemblance => value(overlap.resemblance()),
        Measure::Containment => value(overlap.left_containment()).max(value(overlap.right_containment())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HALF: Policy = Policy { measure: Measure::Resemblance, threshold: 0.5 };

    fn check(sketches: &[&[u64]], popularity: Popularity, expected: &[u32]) {
        let mut table = Table::new(Levels::EVERYTHING, HALF, popularity);
        let place =
            |(at, sketch): (u32, &&[u64])| table.place(at, sketch, Size::new(sketch, Levels::EVERYTHING));
        let found: Vec<u32> = (0..).zip(sketches).map(place).collect();
        assert_eq!(found, expected, "{popularity:?}");
    }

    #[test]
    fn the_first_member_stays_and_the_most_popular_values_move_on() {
        // Each sketch is similar to the one before it; the fourth has little of the first.
        let chain: [&[u64]; 4] = [&[1, 2, 3, 4], &[2, 3, 4, 5], &[3, 4, 5, 6], &[3, 4, 5, 6, 7]];
        check(&chain, Popularity::FirstMember, &[0, 0, 2, 2]);
        check(&chain, Popularity::MostPopular, &[0, 0, 2, 2]);
        let drift: [&[u64]; 4] = [&[1, 2, 3, 4], &[2, 3, 4, 5], &[2, 3, 4, 5], &[3, 4, 5, 6]];
        check(&drift, Popularity::FirstMember, &[0, 0, 0, 3]);
        check(&drift, Popularity::MostPopular, &[0, 0, 0, 0]);
    }

    #[test]
    fn the_most_similar_cluster_wins_and_of_equals_the_first() {
        check(&[&[1, 2, 3], &[4, 5, 6], &[1, 2, 3, 4, 5, 6]], Popularity::FirstMember, &[0, 1, 0]);
        check(&[&[1, 2], &[2, 3, 4, 5], &[2, 3, 4]], Popularity::FirstMember, &[0, 1, 1]);
    }
}
