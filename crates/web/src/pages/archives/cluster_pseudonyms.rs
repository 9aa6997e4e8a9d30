//! Clusters of an archive without names.

use chaffinch_query::{ClusterMember, Clusters};
use chaffinch_report::{Locale, PseudonymKey, SubmissionId};

/// Replaces names by pseudonyms and numbers by codes. Members of a cluster, and clusters of the same size, are then in the
/// order of their codes.
pub(super) fn without_names(mut found: Clusters, key: &PseudonymKey, words: Locale) -> Clusters {
    for member in &mut found.members {
        member.number = key.code(member.number);
        let code = SubmissionId(member.number).to_string();
        member.name = words.say("alike-pseudonym").text("code", code).plain();
    }
    let mut clusters: Vec<Vec<(usize, ClusterMember)>> = Vec::new();
    let mut before = None;
    for (at, member) in found.members.into_iter().enumerate() {
        if let Some(last) = clusters.last_mut().filter(|_| before == Some(member.cluster)) {
            last.push((at, member));
        } else {
            before = Some(member.cluster);
            clusters.push(vec![(at, member)]);
        }
    }
    for cluster in &mut clusters {
        cluster.sort_by_key(|(_, member)| member.number);
        let first = cluster[0].1.number;
        for (_, member) in cluster {
            member.cluster = first;
        }
    }
    for equal in clusters.chunk_by_mut(|a, b| a.len() == b.len()) {
        equal.sort_by_key(|cluster| cluster[0].1.number);
    }
    let ordered: Vec<(usize, ClusterMember)> = clusters.into_iter().flatten().collect();
    let mut places = vec![0; ordered.len()];
    for (now, (before, _)) in ordered.iter().enumerate() {
        places[*before] = now;
    }
    found.members = ordered.into_iter().map(|(_, member)| member).collect();
    for link in found.members.iter_mut().filter_map(|member| member.strongest.as_mut()) {
        link.with = places.get(link.with).copied().unwrap_or(link.with);
    }
    found
}
