//! Answers cluster queries at once: which submissions of an archive are the same, roughly the same, or roughly
//! contained in each other? Nothing is stored.
//!
//! The comparison uses what the stored index keeps of each submission: the fingerprints of all its files, one set for
//! each scheme. They are written to a folder piece by piece as they come from the database. A child clusters them there
//! with the `corpus` crate, within its memory limit. It is killed when the query is dropped.

mod laying;
mod placing;

use chaffinch_corpus::Policy;
use chaffinch_storage::{ArchiveId, HolderId, Storage, StorageError};

use crate::attempt::{Attempt, AttemptError};
use crate::children::Child;
use crate::desk::Desk;
use crate::folder::{self, Work};
use crate::{RunnerError, RunnerSettings};

use laying::Laid;
pub(crate) use placing::{Answer, place};
pub use placing::{Kinship, Placed, StrongestLink};

/// Limit on the number of different submissions that share a fingerprint. A fingerprint above it (a licence, a
/// template, an idiom) says nothing about any of them and is left out.
pub const COMMON_LIMIT: u32 = chaffinch_corpus::ClusterSettings::STANDARD.common_limit;

/// Number of times that an archive is read if it changes during the reading.
const TRIES: u32 = 3;

/// Limits on the size of an archive that is clustered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClusterBounds {
    /// Largest number of submissions.
    pub submissions: u64,
    /// Largest number of fingerprints, summed over the submissions.
    pub fingerprints: u64,
    /// Largest number of pairs of submissions that share a fingerprint, counted for each such fingerprint. Above it,
    /// only a sample of the fingerprints is compared, smaller by the same factor.
    pub pairings: u64,
}

impl ClusterBounds {
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
pub struct Clustered {
    /// State number of the archive when it was read.
    pub state: u32,
    /// The submissions of the archive, ordered by number.
    pub members: Vec<Member>,
    /// One in this many fingerprints was compared. 1: all of them.
    pub one_in: u64,
    /// Number of fingerprints left out because more than [`COMMON_LIMIT`] submissions share them.
    pub common: u64,
}

/// A submission of a clustered archive.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// Its number in the archive.
    pub number: u32,
    /// Its name in the archive.
    pub name: String,
    /// Number of its distinct fingerprints: the size of the sample by which it was compared.
    pub fingerprints: u64,
    /// Its cluster.
    pub placed: Placed,
    /// The reason why it was compared with nothing, if it was not compared.
    pub apart: Option<Apart>,
}

/// Reason why a submission is compared with nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Apart {
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
    #[error("the archive changed each of the {TRIES} times it was read")]
    Changing,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The service failed; the query is not at fault.
    #[error("cannot cluster the archive")]
    Failed(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<AttemptError> for ClusterError {
    fn from(error: AttemptError) -> Self {
        match error.of_storage() {
            Ok(error) => Self::Storage(error),
            Err(error) => Self::Failed(error.into()),
        }
    }
}

/// Clusters archives.
#[derive(Debug)]
pub struct Clusterer {
    desk: Desk,
    bounds: ClusterBounds,
}

impl Clusterer {
    /// Creates a folder for the queries of this process.
    ///
    /// # Errors
    /// [`RunnerError::WorkDir`].
    pub fn new(
        settings: RunnerSettings,
        holder: HolderId,
        bounds: ClusterBounds,
    ) -> Result<Self, RunnerError> {
        Ok(Self { desk: Desk::new(settings, holder)?, bounds })
    }

    /// Clusters an archive by a policy. Dropping the future stops the work.
    ///
    /// # Errors
    /// [`ClusterError`].
    pub async fn cluster(
        &self,
        storage: &dyn Storage,
        archive: ArchiveId,
        policy: Policy,
    ) -> Result<Clustered, ClusterError> {
        let begun = self.desk.begin()?;
        let child = begun.child();

        let (state, laid) = self.laid(storage, archive, &child).await?;
        let mut answer = match child.does(Work::Cluster(policy), folder::read_clusters).await? {
            Ok(answer) => answer,
            Err(Attempt::Crashed { reason }) => return Err(ClusterError::Failed(reason.into())),
            Err(_) => return Err(ClusterError::Failed("the work was stopped".into())),
        };
        if answer.placed.len() != laid.submissions.len() {
            return Err(ClusterError::Failed("the answer is about other submissions".into()));
        }
        for (at, laid) in laid.submissions.iter().enumerate() {
            if let Some(first) = laid.copy_of {
                placing::copy(&mut answer.placed, first, at);
            }
        }
        let member = |(laid, (placed, skipped)): (laying::LaidSubmission, (Placed, bool))| Member {
            apart: match (laid.fingerprints, laid.sampled) {
                (0, _) => Some(Apart::TooShort),
                (_, 0) => Some(Apart::NotSampled),
                _ if skipped => Some(Apart::TooLarge),
                // The sampled fingerprints exist, but all of them were left out as common.
                _ if placed.compared == 0 => Some(Apart::Common),
                _ => None,
            },
            number: laid.number,
            name: laid.name,
            fingerprints: laid.fingerprints,
            placed,
        };
        let members = laid.submissions.into_iter().zip(answer.placed).map(member).collect();
        Ok(Clustered { state, members, one_in: laid.one_in, common: answer.common })
    }

    /// Writes the fingerprints of an archive, in one consistent state, into the folder.
    async fn laid(
        &self,
        storage: &dyn Storage,
        archive: ArchiveId,
        child: &Child<'_>,
    ) -> Result<(u32, Laid), ClusterError> {
        for _ in 0..TRIES {
            let before = storage.archive(archive).await?.ok_or(ClusterError::Gone)?;
            let limit = self.bounds.submissions;
            if limit < before.submissions {
                return Err(ClusterError::TooLarge { what: "submissions", limit });
            }
            let mut laid = laying::lay(storage, archive, child, (self.bounds.fingerprints, 1)).await?;
            let one_in = laid.pairings.div_ceil(self.bounds.pairings.max(1)).next_power_of_two();
            if 1 < one_in {
                laid = laying::lay(storage, archive, child, (self.bounds.fingerprints, one_in)).await?;
            }
            // Every change to the content of an archive increments its state.
            let after = storage.archive(archive).await?.ok_or(ClusterError::Gone)?;
            if before.state == after.state {
                return Ok((after.state, laid));
            }
        }
        Err(ClusterError::Changing)
    }
}
