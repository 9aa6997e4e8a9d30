//! Sets of submissions: clusters, which are groups tied by pairs at or above the cut-off, with their links; and
//! duplicates, which are copies of each other, in the strictest sense that applies.

pub(crate) mod division;

use chaffinch_fingerprint::UnionFind;
use chaffinch_submission::{TokenStream, TokenizedFile, TokenizedSubmission};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::groups::Parties;
use crate::scoring::ranking::ScoredPair;
use crate::{
    Cluster, Cutoff, DuplicateKind, Duplicates, LINKS, Link, TOO_SHORT, WeightedLink, link_weight,
    tied_groups,
};

/// What is known of a cluster while ranked pairs are read.
struct Found {
    cluster: Cluster,
    /// How many further links it may list, besides those that connect it.
    room: usize,
    /// How many links between it and others it may list.
    room_between: usize,
}

/// Returns clusters of judged pairs: groups in which everybody is tied to the group (`division`). `similarity` is
/// computed only for the strongest pairs that connect a cluster: one less than it has members. Versions of one program
/// are a finding, and in no cluster.
pub(crate) fn clusters(
    ranked: &[ScoredPair],
    cutoff: Cutoff,
    (submissions, in_findings): (usize, &FxHashMap<u32, u32>),
    similarity: impl Fn(&ScoredPair) -> f64 + Sync,
) -> Vec<Cluster> {
    let is_apart =
        |pair: &&ScoredPair| ![pair.left, pair.right].iter().any(|side| in_findings.contains_key(side));
    let linked: Vec<&ScoredPair> =
        ranked.iter().filter(|pair| pair.reaches(cutoff)).filter(is_apart).collect();
    let weighted: Vec<WeightedLink> =
        linked.iter().map(|pair| (pair.left, pair.right, link_weight(pair.beyond(cutoff)))).collect();
    let mut number = vec![0; submissions];
    let mut found: Vec<Found> = tied_groups(&weighted)
        .into_iter()
        .enumerate()
        .map(|(at, submissions)| {
            for &member in &submissions {
                number[member as usize] = at;
            }
            let room = LINKS * submissions.len();
            let cluster = Cluster { submissions, ..Cluster::default() };
            Found { cluster, room, room_between: room }
        })
        .collect();
    let sets = UnionFind::new(submissions as u32);
    let mut connecting = Vec::new();
    for pair in linked {
        let &ScoredPair { left, right, expect, suspicion, .. } = pair;
        let link = Link { left, right, expect, suspicion };
        let [one, other] = [left, right].map(|side| number[side as usize]);
        if one != other {
            for at in [one, other] {
                let Found { cluster, room_between, .. } = &mut found[at];
                if *room_between > 0 {
                    *room_between -= 1;
                    cluster.between.push(link);
                }
            }
            continue;
        }
        let Found { cluster, room, .. } = &mut found[one];
        cluster.suspicion = cluster.suspicion.max(suspicion);
        // The first of ranked pairs has the smallest.
        cluster.expect = cluster.expect.or(expect);
        let connects = sets.root(left) != sets.root(right);
        if connects {
            sets.join(left, right);
            connecting.push(pair);
        }
        if connects || *room > 0 {
            *room -= usize::from(!connects);
            cluster.links.push(link);
        }
    }
    let similarities: Vec<f64> = connecting.par_iter().map(|pair| similarity(pair)).collect();
    for (pair, similarity) in connecting.into_iter().zip(similarities) {
        let cluster = &mut found[number[pair.left as usize]].cluster;
        cluster.similarity += similarity / (cluster.submissions.len() - 1) as f64;
    }
    let mut clusters: Vec<Cluster> = found.into_iter().map(|found| found.cluster).collect();
    let expect = |cluster: &Cluster| cluster.expect.unwrap_or(f64::INFINITY);
    clusters.sort_by(|a, b| {
        expect(a)
            .total_cmp(&expect(b))
            .then(b.suspicion.total_cmp(&a.suspicion))
            .then_with(|| a.submissions.cmp(&b.submissions))
    });
    clusters
}

/// Returns sets of copies. Two submissions are in a set of the strictest kind that joins them: an `identical` set is
/// not repeated as `lexically-equivalent` unless that set is larger. Submissions that are
/// too short by `counted`, their numbers of counted tokens, are never token-equivalent, because equal shapes mean nothing at that size. Submissions from `references` on are reference
/// answers and in no set.
pub(crate) fn duplicates(
    submissions: &[TokenizedSubmission],
    counted: &[u32],
    parties: &Parties,
    references: usize,
) -> Vec<Duplicates> {
    let mut found: Vec<Duplicates> = Vec::new();
    for kind in [DuplicateKind::Identical, DuplicateKind::LexicallyEquivalent, DuplicateKind::TokenEquivalent]
    {
        let mut of_key: FxHashMap<Vec<(u128, u128)>, Vec<u32>> = FxHashMap::default();
        for (index, submission) in submissions[..references].iter().enumerate() {
            let judged = kind != DuplicateKind::TokenEquivalent || counted[index] >= TOO_SHORT;
            let has_tokens = submission.files.iter().any(|file| file.stream.tokens() > 0);
            if judged
                && has_tokens
                && let Some(key) = key(submission, kind)
            {
                of_key.entry(key).or_default().push(index as u32);
            }
        }
        let mut sets: Vec<Vec<u32>> = of_key.into_values().filter(|set| set.len() >= 2).collect();
        sets.sort_unstable();
        // Archived submissions are not compared with each other.
        sets.retain(|set| set.iter().any(|&index| submissions[index as usize].archive.is_none()));
        sets.retain(|set| set.iter().any(|&index| !parties.are_one(set[0], index)));
        sets.retain(|set| found.iter().all(|stricter| stricter.submissions != *set));
        found.extend(sets.into_iter().map(|submissions| Duplicates { kind, submissions }));
    }
    found
}

/// The digests of a file of which only the normalized tokens were kept, or that an earlier version of this program read.
const UNKNOWN: (u128, u128) = (0, 0);

/// Returns a key that is equal for copies, with one entry per file. File names do not matter. `None` if too little was
/// kept.
fn key(submission: &TokenizedSubmission, kind: DuplicateKind) -> Option<Vec<(u128, u128)>> {
    let has_content = |file: &&TokenizedFile| match kind {
        DuplicateKind::Identical => true,
        DuplicateKind::LexicallyEquivalent => file.stream.lexical != TokenStream::NO_TEXTS,
        DuplicateKind::TokenEquivalent => file.stream.tokens() > 0,
    };
    let mut key: Vec<(u128, u128)> = submission
        .files
        .iter()
        .filter(has_content)
        .map(|file| match kind {
            DuplicateKind::Identical => halves(&file.record.digest),
            DuplicateKind::LexicallyEquivalent => (file.stream.lexical, 0),
            DuplicateKind::TokenEquivalent => (of_values(&file.stream.read_values()), 0),
        })
        .collect();
    key.sort_unstable();
    (!key.contains(&UNKNOWN)).then_some(key)
}

fn halves(digest: &[u8; 32]) -> (u128, u128) {
    let number = |bytes: &[u8]| bytes.iter().fold(0_u128, |sum, &byte| sum << 8 | u128::from(byte));
    (number(&digest[..16]), number(&digest[16..]))
}

/// Returns two independent 64-bit hashes of the whole stream.
fn of_values(values: &[u64]) -> u128 {
    let fold = |seed: u64, factor: u64| {
        values.iter().fold(seed, |state, &value| (state.rotate_left(23) ^ value).wrapping_mul(factor))
    };
    let low = fold(0x9e37_79b9_7f4a_7c15, 0xff51_afd7_ed55_8ccd);
    let high = fold(0xc2b2_ae3d_27d4_eb4f, 0xc4ce_b9fe_1a85_ec53);
    u128::from(high) << 64 | u128::from(low)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::scoring::ranking::rank;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// The listed links of a cluster connect it, and include the strongest links. Every pair at or above the
        /// cut-off is inside one cluster or between two.
        #[test]
        fn links_hold_their_cluster_together(
            pairs in prop::collection::btree_map((0..20_u32, 0..20_u32), 0.0..40.0_f64, 0..190),
        ) {
            let pairs = pairs.into_iter().filter(|((left, right), _)| left < right);
            let scored = |((left, right), suspicion)| ScoredPair { left, right, suspicion, expect: None, transitive: None, versions: None, too_short: false, candidate: 0 };
            let mut ranked: Vec<ScoredPair> = pairs.map(scored).collect();
            rank(&mut ranked);
            let named = || ranked.iter().filter(|pair| pair.suspicion >= 15.0);
            let equal = |link: &Link, pair: &ScoredPair| (link.left, link.right) == (pair.left, pair.right);
            let clusters = clusters(&ranked, Cutoff::Suspicion(15.0), (20, &FxHashMap::default()), |_| 1.0);
            for cluster in &clusters {
                let members = |pair: &ScoredPair| [pair.left, pair.right].map(|side| cluster.submissions.contains(&side));
                let inside: Vec<&ScoredPair> = named().filter(|pair| members(pair) == [true, true]).collect();
                let between: Vec<&ScoredPair> = named().filter(|pair| members(pair)[0] != members(pair)[1]).collect();
                let size = cluster.submissions.len();
                prop_assert!(cluster.links.len() <= inside.len().min(size - 1 + LINKS * size));
                prop_assert_eq!(cluster.between.len(), between.len().min(LINKS * size));
                let strongest = cluster.links.iter().zip(inside.iter().take(LINKS * size));
                for (link, pair) in strongest.chain(cluster.between.iter().zip(&between)) {
                    prop_assert!(equal(link, pair));
                }
                prop_assert!((cluster.similarity - 1.0).abs() < 1e-9);
                let sets = UnionFind::new(20);
                for link in &cluster.links {
                    sets.join(link.left, link.right);
                }
                let root = sets.root(cluster.submissions[0]);
                prop_assert!(cluster.submissions.iter().all(|&member| sets.root(member) == root));
            }
            for pair in named() {
                let holding = clusters.iter().filter(|cluster| cluster.submissions.contains(&pair.left)).count();
                prop_assert_eq!(holding, 1);
            }
        }
    }
}
