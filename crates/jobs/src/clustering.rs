//! Questions answered at once: which submissions of an archive are the same, roughly the same, or roughly contained in each
//! other? Keeps nothing.
//!
//! What is compared is what the stored index keeps of each submission, the fingerprints of all its files, a set for each
//! scheme. They are laid into a folder as they come from the database, piece by piece; a child lets crate `corpus` cluster
//! them there within its bound of memory, and is killed when nobody waits for the answer any more.

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

/// A fingerprint that more different submissions share says nothing about any of them: a licence, a template, an idiom.
pub const COMMON_LIMIT: u32 = chaffinch_corpus::Settings::STANDARD.common_limit;

/// How often an archive is read again that has changed while it was read.
const TRIES: u32 = 3;

/// How large an archive may be that is clustered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClusterBounds {
    /// Submissions it may have.
    pub submissions: u64,
    /// Fingerprints they may have, those of each submission counted.
    pub fingerprints: u64,
    /// Pairs of submissions that share a fingerprint, counted for each such fingerprint. Beyond that, only a sample of the
    /// fingerprints is compared, which is as many times smaller.
    pub pairings: u64,
}

impl ClusterBounds {
    /// While somebody waits for a page.
    pub const SERVICE: Self = Self { submissions: 200_000, fingerprints: 20_000_000, pairings: 100_000_000 };

    /// As far as time and disk go.
    pub const OPERATOR: Self = Self {
        submissions: chaffinch_corpus::MOST_DOCUMENTS as u64,
        fingerprints: u64::MAX,
        pairings: u64::MAX,
    };
}

/// An archive in clusters.
#[derive(Debug, Clone, PartialEq)]
pub struct Clustered {
    /// As the archive was when it was read.
    pub state: u32,
    /// Its submissions by number.
    pub members: Vec<Member>,
    /// One fingerprint in so many was compared; 1: all of them.
    pub one_in: u64,
    /// Fingerprints that were left out because more than [`COMMON_LIMIT`] submissions share them.
    pub common: u64,
}

/// A submission of a clustered archive.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// As the archive numbers it.
    pub number: u32,
    /// Its name there.
    pub name: String,
    /// Its distinct fingerprints: how large the sample is that it was compared by.
    pub fingerprints: u64,
    /// Its cluster.
    pub placed: Placed,
    /// Why it was compared with nothing.
    pub apart: Option<Apart>,
}

/// Why a submission is compared with nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Apart {
    /// Nothing of it is in the index.
    TooShort,
    /// None of its fingerprints is in the sample that was compared.
    NotSampled,
    /// All of its fingerprints are common.
    Common,
    /// It has more fingerprints than fit into a record.
    TooLarge,
}

/// Why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum ClusterError {
    /// There is no such archive.
    #[error("there is no such archive")]
    Gone,
    /// It is too large.
    #[error("the archive has more than {limit} {what}")]
    TooLarge {
        /// Submissions or fingerprints.
        what: &'static str,
        /// So many may be clustered.
        limit: u64,
    },
    /// It changes faster than it can be read.
    #[error("the archive was changed each of the {TRIES} times it was read")]
    Changing,
    /// See there.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// Our own fault.
    #[error("the archive could not be clustered")]
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
    /// Makes a folder for the questions of this process.
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

    /// Clusters an archive by a policy. Whoever stops waiting for the answer stops the work.
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
                // Those of a sketch that is not empty: left out since they are common.
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

    /// Lays an archive as it was at one moment into the folder.
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
            // Every change of what an archive holds counts its state up.
            let after = storage.archive(archive).await?.ok_or(ClusterError::Gone)?;
            if before.state == after.state {
                return Ok((after.state, laid));
            }
        }
        Err(ClusterError::Changing)
    }
}
