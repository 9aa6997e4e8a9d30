//! The clusters of an archive, the limits of a cluster query and its errors, as plain values.

use chaffinch_storage::StorageError;

use crate::child::child_runner::ChildError;
use crate::task_folder::ClusterPlacement;

/// Number of times that an archive is read if it changes during the reading.
pub(super) const MAX_READS: u32 = 3;

/// Limits on the size of an archive that is clustered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClusterLimits {
    /// Largest number of submissions.
    pub submissions: u64,
    /// Largest number of fingerprints, summed over the submissions.
    pub fingerprints: u64,
    /// Largest number of pairs of submissions that share a fingerprint, counted for each such fingerprint. Above it,
    /// only a sample of the fingerprints is compared, smaller by the same factor.
    pub pairings: u64,
}

impl ClusterLimits {
    /// Limits for a query from a page, where a user waits.
    pub const SERVICE: Self = Self { submissions: 200_000, fingerprints: 20_000_000, pairings: 100_000_000 };

    /// Limits for the operator: only time and disk space limit the size.
    pub const OPERATOR: Self = Self {
        submissions: chaffinch_corpus::MAX_DOCUMENTS as u64,
        fingerprints: u64::MAX,
        pairings: u64::MAX,
    };
}

/// The clusters of an archive.
#[derive(Debug, Clone, PartialEq)]
pub struct ArchiveClusters {
    /// State number of the archive when it was read.
    pub state: u32,
    /// The submissions of the archive, ordered by number.
    pub members: Vec<ClusteredSubmission>,
    /// One in this many fingerprints was compared. 1: all of them.
    pub one_in: u64,
    /// Number of fingerprints left out because more than [`COMMON_LIMIT`](crate::COMMON_LIMIT) submissions share them.
    pub common: u64,
}

/// A submission of a clustered archive.
#[derive(Debug, Clone, PartialEq)]
pub struct ClusteredSubmission {
    /// Its number in the archive.
    pub number: u32,
    /// Its name in the archive.
    pub name: String,
    /// Number of its distinct fingerprints: the size of the sample by which it was compared.
    pub fingerprints: u64,
    /// Its cluster.
    pub placement: ClusterPlacement,
    /// The reason why it was compared with nothing, if it was not compared.
    pub not_compared: Option<NotCompared>,
}

/// Reason why a submission is compared with nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotCompared {
    /// The index holds no fingerprint of it.
    TooShort,
    /// None of its fingerprints is in the sample that was compared.
    NotSampled,
    /// All of its fingerprints are common.
    Common,
    /// It has more fingerprints than fit into a record.
    TooLarge,
}

/// Error of a cluster query.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// The archive does not exist.
    #[error("the archive does not exist")]
    Gone,
    /// The archive is too large.
    #[error("the archive has more than {limit} {what}")]
    TooLarge {
        /// What there are too many of: submissions or fingerprints.
        what: &'static str,
        /// Largest number that can be clustered.
        limit: u64,
    },
    /// The archive changes faster than it can be read.
    #[error("the archive changed each of the {MAX_READS} times it was read")]
    Changing,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The service failed; the query is not at fault.
    #[error("cannot cluster the archive")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<ChildError> for ClusterError {
    fn from(error: ChildError) -> Self {
        Self::Failed(error.into())
    }
}
