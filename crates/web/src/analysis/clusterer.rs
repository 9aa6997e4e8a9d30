//! Asking which submissions of an archive are alike: what is asked, what is answered. Whoever answers knows what is kept of
//! them and how sets are clustered; this crate knows neither.

use std::sync::Arc;

use async_trait::async_trait;
use chaffinch_storage::ArchiveId;
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
    /// The name in addresses and answers.
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
    /// Whoever asks may see it.
    pub archive: ArchiveId,
    /// Its state as it was seen last; the answer may be about a later one.
    pub state: u32,
    /// By what.
    pub measure: Measure,
    /// From this on, between 0 and 1.
    pub threshold: f64,
}

/// An archive in clusters: whatever is linked, directly or by others, is one.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Clusters {
    /// As the archive was when it was read.
    pub state: u32,
    /// All of its submissions, the largest clusters first, whole; then those that are alone, by number.
    pub members: Vec<ClusterMember>,
    /// Clusters of at least two.
    pub clusters: u64,
    /// Submissions in them.
    pub clustered: u64,
    /// Fingerprints of all submissions, those of each counted.
    pub fingerprints: u64,
    /// One fingerprint in so many was compared.
    pub one_in: u64,
    /// Fingerprints that were left out because more submissions share them than [`Clusters::common_limit`].
    pub common: u64,
    /// See there.
    pub common_limit: u32,
}

/// A submission of an archive in clusters.
#[derive(Debug, Clone, PartialEq)]
pub struct ClusterMember {
    /// As the archive numbers it.
    pub number: u32,
    /// Its name there.
    pub name: String,
    /// The number of its cluster's first submission.
    pub cluster: u32,
    /// Submissions in its cluster.
    pub size: u32,
    /// How it belongs to it.
    pub kinship: Kinship,
    /// Its distinct fingerprints: the sample it was compared by.
    pub fingerprints: u64,
    /// Its strongest link.
    pub strongest: Option<StrongestLink>,
    /// Why it was compared with nothing.
    pub apart: Option<Apart>,
}

/// How a submission belongs to its cluster: its closest relation to another submission of the cluster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ClusterKind)]
pub enum Kinship {
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
pub enum Apart {
    /// It has no fingerprints.
    TooShort,
    /// None of its fingerprints is in the sample that was compared.
    NotSampled,
    /// Too many other submissions share each of its fingerprints.
    Common,
    /// It has too many fingerprints.
    TooLarge,
}

impl Apart {
    /// The name in answers.
    pub const fn name(self) -> &'static str {
        match self {
            Self::TooShort => "too-short",
            Self::NotSampled => "not-sampled",
            Self::Common => "common",
            Self::TooLarge => "too-large",
        }
    }
}

/// The link of a submission that is strongest by the measure asked for. Shares are from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct StrongestLink {
    /// Place of the other one in [`Clusters::members`].
    pub with: usize,
    /// Fingerprints that both have.
    pub shared: u32,
    /// Of all that the two have.
    pub resemblance: f64,
    /// Of its own.
    pub containment: f64,
    /// Of the other's.
    pub other_containment: f64,
}

impl Clusters {
    /// Puts submissions in order. They come by number, with the places of their links among them.
    pub fn of(state: u32, mut members: Vec<ClusterMember>) -> Self {
        let mut sizes = std::collections::HashMap::new();
        for member in &members {
            *sizes.entry(member.cluster).or_insert(0_u32) += 1;
        }
        for member in &mut members {
            member.size = sizes.get(&member.cluster).copied().unwrap_or(1);
        }
        let mut order: Vec<usize> = (0..members.len()).collect();
        order.sort_by_key(|&at| (std::cmp::Reverse(members[at].size), members[at].cluster, at));
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

    /// Submissions that are alone.
    pub fn single(&self) -> u64 {
        self.members.len() as u64 - self.clustered
    }

    /// Submissions that were compared with nothing.
    pub fn apart(&self) -> impl Iterator<Item = (&ClusterMember, Apart)> {
        self.members.iter().filter_map(|member| member.apart.map(|apart| (member, apart)))
    }
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum Unclustered {
    /// There is no such archive.
    #[error("the archive does not exist")]
    Gone,
    /// It is too large to be clustered while somebody waits.
    #[error("the archive has more than {limit} {what}")]
    TooLarge {
        /// Submissions or fingerprints.
        what: &'static str,
        /// So many it may have.
        limit: u64,
    },
    /// It was changed whenever it was read.
    #[error("the archive changed while it was read")]
    Changing,
    /// See there.
    #[error(transparent)]
    Storage(#[from] chaffinch_storage::StorageError),
    /// Not the archive's fault.
    #[error("cannot cluster an archive")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

/// Clusters archives.
#[async_trait]
pub trait Clusterer: Send + Sync + 'static {
    /// Answers. Whoever drops this before it is done stops the work.
    ///
    /// # Errors
    /// See [`Unclustered`].
    async fn cluster(&self, question: ClusterQuestion) -> Result<Arc<Clusters>, Unclustered>;
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
            kinship: Kinship::Similar,
            fingerprints: 10,
            strongest: with.map(|with| StrongestLink {
                with,
                shared: 5,
                resemblance: 0.5,
                containment: 0.5,
                other_containment: 0.5,
            }),
            apart: None,
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
