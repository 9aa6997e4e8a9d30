//! Questions about the clusters of an archive: which of its submissions are alike.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

use async_trait::async_trait;
use chaffinch_storage::{ArchiveId, StorageError};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Measure by which submissions are linked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// Shared fingerprints divided by all fingerprints of both.
    #[default]
    Resemblance,
    /// Shared fingerprints divided by those of one submission, whichever share is larger.
    Containment,
}

impl Measure {
    /// Returns the name used in addresses and answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Resemblance => "resemblance",
            Self::Containment => "containment",
        }
    }
}

/// An archive, and when two of its submissions are linked.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClusterQuestion {
    /// The archive. The account that asks may see it.
    pub archive: ArchiveId,
    /// Its last known state. The answer may be about a later one.
    pub state: u32,
    /// Measure of a link.
    pub measure: Measure,
    /// Smallest value of a link, between 0 and 1.
    pub threshold: f64,
}

/// The clusters of an archive. A cluster is a connected component of the links.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Clusters {
    /// State number of the archive when it was read.
    pub state: u32,
    /// All of its submissions: whole clusters, the largest first, then single submissions by number.
    pub members: Vec<ClusterMember>,
    /// Number of clusters of at least two submissions.
    pub clusters: u64,
    /// Number of submissions in them.
    pub clustered: u64,
    /// Number of fingerprints, summed over the submissions.
    pub fingerprints: u64,
    /// One in this many fingerprints was compared. 1: all of them.
    pub one_in: u64,
    /// Number of fingerprints left out because more submissions share them than [`Clusters::common_limit`].
    pub common: u64,
    /// Largest number of submissions that may share a fingerprint that is compared.
    pub common_limit: u32,
}

/// A submission of a clustered archive.
#[derive(Debug, Clone, PartialEq)]
pub struct ClusterMember {
    /// Its number in the archive.
    pub number: u32,
    /// Its name in the archive.
    pub name: String,
    /// The number of the first submission of its cluster.
    pub cluster: u32,
    /// Number of submissions in its cluster.
    pub size: u32,
    /// Its closest relation to another submission of the cluster.
    pub relation: ClusterRelation,
    /// Number of its distinct fingerprints: the size of the sample by which it was compared.
    pub fingerprints: u64,
    /// Its strongest link.
    pub strongest: Option<StrongestLink>,
    /// The reason why it was compared with nothing, if it was not compared.
    pub not_compared: Option<NotCompared>,
}

/// How a submission belongs to its cluster: its closest relation to another submission of the cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ClusterKind)]
pub enum ClusterRelation {
    /// Linked to no other submission.
    Single,
    /// Linked by the threshold.
    Similar,
    /// Another submission has the same fingerprints.
    ShingleEquivalent,
}

/// Why a submission was not compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ApartReason)]
pub enum NotCompared {
    /// It has no fingerprints.
    TooShort,
    /// None of its fingerprints is in the sample that was compared.
    NotSampled,
    /// Too many other submissions share each of its fingerprints.
    Common,
    /// It has too many fingerprints.
    TooLarge,
}

impl NotCompared {
    /// Returns the name used in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooShort => "too-short",
            Self::NotSampled => "not-sampled",
            Self::Common => "common",
            Self::TooLarge => "too-large",
        }
    }
}

/// The strongest link of a submission to another, by the measure of the question. Among equally strong links it is the
/// one to the first submission. Shares are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct StrongestLink {
    /// Position of the other submission among the members.
    pub with: usize,
    /// Number of shared fingerprints.
    pub shared: u32,
    /// Shared fingerprints divided by those of both together.
    pub resemblance: f64,
    /// Shared fingerprints divided by its own.
    pub containment: f64,
    /// Shared fingerprints divided by those of the other submission.
    pub other_containment: f64,
}

impl Clusters {
    /// Orders submissions. They are given by number, with the positions of their links in this order and any size.
    pub fn of(state: u32, mut members: Vec<ClusterMember>) -> Self {
        let mut sizes = HashMap::new();
        for member in &members {
            *sizes.entry(member.cluster).or_insert(0_u32) += 1;
        }
        for member in &mut members {
            member.size = sizes.get(&member.cluster).copied().unwrap_or(1);
        }
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|&at| (Reverse(members[at].size), members[at].cluster, at));
        let mut places = vec![0; members.len()];
        for (place, &at) in order.iter().enumerate() {
            places[at] = place;
        }
        for strongest in members.iter_mut().filter_map(|member| member.strongest.as_mut()) {
            strongest.with = places.get(strongest.with).copied().unwrap_or(0);
        }
        let mut ordered: Vec<(usize, ClusterMember)> = places.into_iter().zip(members).collect();
        ordered.sort_unstable_by_key(|(place, _)| *place);
        let members: Vec<ClusterMember> = ordered.into_iter().map(|(_, member)| member).collect();
        let together = |member: &&ClusterMember| 1 < member.size;
        Self {
            state,
            clusters: sizes.values().filter(|&&size| 1 < size).count() as u64,
            clustered: members.iter().filter(together).count() as u64,
            fingerprints: members.iter().map(|member| member.fingerprints).sum(),
            members,
            one_in: 1,
            common: 0,
            common_limit: 0,
        }
    }

    /// Returns the number of single submissions.
    pub fn single(&self) -> u64 {
        self.members.len() as u64 - self.clustered
    }

    /// Returns the submissions that were compared with nothing, with the reasons.
    pub fn not_compared(&self) -> impl Iterator<Item = (&ClusterMember, NotCompared)> {
        self.members.iter().filter_map(|member| member.not_compared.map(|reason| (member, reason)))
    }
}

/// Error of a cluster query.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The archive does not exist.
    #[error("the archive does not exist")]
    Gone,
    /// The archive is too large to be clustered while a user waits.
    #[error("the archive has more than {limit} {what}")]
    TooLarge {
        /// What there are too many of: submissions or fingerprints.
        what: &'static str,
        /// Largest number that can be clustered.
        limit: u64,
    },
    /// The archive changes faster than it can be read.
    #[error("the archive changed each time it was read")]
    Changing,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The service failed; the query is not at fault.
    #[error("cannot cluster the archive")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Clusters archives.
#[async_trait]
pub trait Clusterer: Send + Sync + 'static {
    /// Answers one question. Dropping the future stops the work.
    ///
    /// # Errors
    /// [`ClusterError`].
    async fn cluster(&self, question: ClusterQuestion) -> Result<Arc<Clusters>, ClusterError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_clusters_come_first_and_links_follow() {
        let member = |number: u32, cluster: u32, with: Option<usize>| ClusterMember {
            number,
            name: format!("s{number}"),
            cluster,
            size: 0,
            relation: ClusterRelation::Similar,
            fingerprints: 10,
            strongest: with.map(|with| StrongestLink {
                with,
                shared: 5,
                resemblance: 0.5,
                containment: 0.5,
                other_containment: 0.5,
            }),
            not_compared: None,
        };
        let given = [
            (1, 1, None),
            (2, 2, Some(3)),
            (3, 3, Some(4)),
            (4, 2, Some(1)),
            (5, 3, Some(5)),
            (6, 3, Some(2)),
        ];
        let clusters =
            Clusters::of(7, given.map(|(number, cluster, with)| member(number, cluster, with)).into());
        let row = |member: &ClusterMember| {
            let with = member.strongest.map(|link| clusters.members[link.with].number);
            (member.number, member.cluster, member.size, with)
        };
        let expected = [
            (3, 3, 3, Some(5)),
            (5, 3, 3, Some(6)),
            (6, 3, 3, Some(3)),
            (2, 2, 2, Some(4)),
            (4, 2, 2, Some(2)),
            (1, 1, 1, None),
        ];
        assert_eq!(clusters.members.iter().map(row).collect::<Vec<_>>(), expected);
        assert_eq!(
            (clusters.clusters, clusters.clustered, clusters.single(), clusters.fingerprints),
            (2, 5, 1, 60)
        );
        assert_eq!(Clusters::of(0, Vec::new()).single(), 0);
    }
}
