//! Clusters the submissions of an archive.
//!
//! The comparison uses what the stored index keeps of each submission: the fingerprints of all its files, one set for
//! each scheme. They are written to a folder piece by piece as they come from the database. A child clusters them there
//! with the `corpus` crate, within its memory limit. It is killed when the query is dropped.

use chaffinch_corpus::Policy;
use chaffinch_query::{ClusterError, ClusterMember, ClusterRelation, Clusters, NotCompared, StrongestLink};
use chaffinch_storage::{ArchiveId, HolderId, Storage};

use super::features::{self, WrittenFeatures, WrittenSubmission};
use super::limits::ClusterLimits;
use crate::analysis::cluster::COMMON_LIMIT;
use crate::child::child_runner::{ChildError, ChildRunner, NoAnswer};
use crate::child::query_folder::QueryFolders;
use crate::child::scratch::WorkDirError;
use crate::child::settings::ChildSettings;
use crate::task_folder::{self, ClusterPlacement, Work};

/// Number of times that an archive is read if it changes during the reading.
const MAX_READS: u32 = 3;

impl From<ChildError> for ClusterError {
    fn from(error: ChildError) -> Self {
        Self::Failed(error.into())
    }
}

/// Clusters archives in child processes, without a cache.
#[derive(Debug)]
pub struct ArchiveClusterer {
    folders: QueryFolders,
    limits: ClusterLimits,
}

impl ArchiveClusterer {
    /// Creates a folder for the queries of this process.
    ///
    /// # Errors
    /// [`WorkDirError`].
    pub fn new(
        settings: ChildSettings,
        holder: HolderId,
        limits: ClusterLimits,
    ) -> Result<Self, WorkDirError> {
        Ok(Self { folders: QueryFolders::new(settings, holder)?, limits })
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
    ) -> Result<Clusters, ClusterError> {
        let folder = self.folders.create()?;
        let child = folder.child();
        let (state, written) = self.write_features(storage, archive, &child).await?;
        let mut answer = match child.run(Work::Cluster(policy), task_folder::read_clusters).await? {
            Ok(answer) => answer,
            Err(NoAnswer::Refused { .. } | NoAnswer::Stopped) => {
                return Err(ClusterError::Failed("the work was stopped".into()));
            }
            Err(NoAnswer::Crashed { reason } | NoAnswer::Killed { reason }) => {
                return Err(ClusterError::Failed(reason.into()));
            }
        };
        if answer.placements.len() != written.submissions.len() {
            return Err(ClusterError::Failed("the answer is about other submissions".into()));
        }
        for (at, submission) in written.submissions.iter().enumerate() {
            if let Some(first) = submission.copy_of {
                place_copy(&mut answer.placements, first, at);
            }
        }
        let numbers: Vec<u32> = written.submissions.iter().map(|submission| submission.number).collect();
        let member = |(submission, (placement, skipped)): (WrittenSubmission, (ClusterPlacement, bool))| {
            ClusterMember {
                not_compared: match (submission.fingerprints, submission.sampled) {
                    (0, _) => Some(NotCompared::TooShort),
                    (_, 0) => Some(NotCompared::NotSampled),
                    _ if skipped => Some(NotCompared::TooLarge),
                    // The sampled fingerprints exist, but all of them were left out as common.
                    _ if placement.compared == 0 => Some(NotCompared::Common),
                    _ => None,
                },
                number: submission.number,
                name: submission.name,
                cluster: numbers.get(placement.cluster as usize).copied().unwrap_or_default(),
                size: 1,
                relation: placement.relation,
                fingerprints: submission.fingerprints,
                strongest: placement.strongest,
            }
        };
        let members = written.submissions.into_iter().zip(answer.placements).map(member).collect();
        let clusters = Clusters::of(state, members);
        Ok(Clusters { one_in: written.one_in, common: answer.common, common_limit: COMMON_LIMIT, ..clusters })
    }

    /// Writes the fingerprints of an archive, in one consistent state, into the folder.
    async fn write_features(
        &self,
        storage: &dyn Storage,
        archive: ArchiveId,
        child: &ChildRunner<'_>,
    ) -> Result<(u32, WrittenFeatures), ClusterError> {
        for _ in 0..MAX_READS {
            let before = storage.archive(archive).await?.ok_or(ClusterError::Gone)?;
            let limit = self.limits.submissions;
            if limit < before.submissions {
                return Err(ClusterError::TooLarge { what: "submissions", limit });
            }
            let most = self.limits.fingerprints;
            let mut written = features::write(storage, archive, child, (most, 1)).await?;
            let one_in = written.pairings.div_ceil(self.limits.pairings.max(1)).next_power_of_two();
            if 1 < one_in {
                written = features::write(storage, archive, child, (most, one_in)).await?;
            }
            // Every change to the content of an archive increments its state.
            let after = storage.archive(archive).await?.ok_or(ClusterError::Gone)?;
            if before.state == after.state {
                return Ok((after.state, written));
            }
        }
        Err(ClusterError::Changing)
    }
}

/// Places a submission with the same sketch as an earlier one. It has no fingerprints of its own to compare.
fn place_copy(placements: &mut [(ClusterPlacement, bool)], first: usize, at: usize) {
    let of = placements[first].0;
    let link = |with: usize| StrongestLink {
        with,
        shared: of.compared,
        resemblance: 1.0,
        containment: 1.0,
        other_containment: 1.0,
    };
    placements[at].0 =
        ClusterPlacement { relation: ClusterRelation::ShingleEquivalent, strongest: Some(link(first)), ..of };
    if of.relation != ClusterRelation::ShingleEquivalent {
        placements[first].0 = ClusterPlacement {
            relation: ClusterRelation::ShingleEquivalent,
            strongest: Some(link(at)),
            ..of
        };
    }
}
