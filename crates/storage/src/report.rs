//! Reads reports: heads for the overview, single pairs, and sources for the two sides of a pair.
//!
//! `revision: None` always stands for the current revision of the batch.

use std::collections::BTreeSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde::Serialize;
use strum::{IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::{
    AccountId, BatchId, By, Cutoff, Found, NewArchived, Owner, Packed, Page, PairRecord, Result, Review,
    TemplateRegion,
};

/// An immutable result of a batch. A new revision never changes an old one. The batch refers to the current one.
#[derive(Debug, Clone, PartialEq)]
pub struct Revision {
    /// Number of the revision in its batch, from 1.
    pub number: u32,
    /// Time when it was committed.
    pub created: DateTime<Utc>,
    /// The account that requested it.
    pub author: AccountId,
    /// The review under which it was made.
    pub review: Review,
    /// The revision that was current when it was requested. `None`: it is the first.
    pub made_from: Option<u32>,
    /// Number of submissions that were added with it.
    pub late: u32,
    /// Number of files of starter code that were added with it.
    pub starter_files: u32,
    /// Version of the engine that made it.
    pub engine: String,
    /// Everything that influenced the result, as in the report.
    pub settings: serde_json::Value,
    /// Number of submissions compared.
    pub submissions: u32,
    /// Number of pairs listed.
    pub pairs: u32,
    /// What it found.
    pub found: Found,
    /// Number of listed pairs whose figures differ from those of the revision it was made from, or that only one of the two
    /// lists. `None`: it is the first.
    pub changed: Option<u32>,
}

/// What becomes of the cut-off.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub enum CutoffChange {
    /// It stays as it was.
    #[default]
    Unchanged,
    /// The default of the engine applies.
    EngineDefault,
    /// This one.
    To(Cutoff),
}

/// The difference between the review of a revision and that of the one it was made from. `None` or empty means
/// unchanged.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Change {
    /// Passages in more groups than this are ignored. 0: no limit.
    pub common_limit: Option<u32>,
    /// Passages in more submissions than this are ignored. 0: no limit.
    pub submission_limit: Option<u32>,
    /// The cut-off.
    pub cutoff: CutoffChange,
    /// Passages that newly count as starter code.
    pub templates_added: Vec<TemplateRegion>,
    /// Passages that no longer count as starter code.
    pub templates_removed: Vec<TemplateRegion>,
    /// All teams after the change.
    pub teams: Option<Vec<Vec<String>>>,
    /// All staff after the change.
    pub staff: Option<Vec<String>>,
    /// All batches and archives whose common passages are ignored after the change.
    pub background: Option<Vec<Owner>>,
    /// Whether vendored and generated files count after the change.
    pub count_vendored: Option<bool>,
    /// Whether code that many share counts after the change.
    pub count_given: Option<bool>,
    /// Number of submissions that were added.
    pub late: u32,
    /// Number of files of starter code that were added.
    pub starter_files: u32,
}

impl Change {
    /// Returns the difference between two reviews.
    pub fn between(before: &Review, after: &Review) -> Self {
        fn changed<T: Clone + PartialEq>(before: &T, after: &T) -> Option<T> {
            (before != after).then(|| after.clone())
        }
        let without = |some: &[TemplateRegion], others: &[TemplateRegion]| {
            let others: BTreeSet<_> = others.iter().collect();
            some.iter().filter(|region| !others.contains(region)).copied().collect()
        };
        Self {
            common_limit: changed(&before.common_limit, &after.common_limit),
            submission_limit: changed(&before.submission_limit, &after.submission_limit),
            cutoff: match after.cutoff {
                cutoff if cutoff == before.cutoff => CutoffChange::Unchanged,
                None => CutoffChange::EngineDefault,
                Some(cutoff) => CutoffChange::To(cutoff),
            },
            templates_added: without(&after.templates, &before.templates),
            templates_removed: without(&before.templates, &after.templates),
            teams: changed(&before.teams, &after.teams),
            staff: changed(&before.staff, &after.staff),
            background: changed(&before.background, &after.background),
            count_vendored: changed(&before.count_vendored, &after.count_vendored),
            count_given: changed(&before.count_given, &after.count_given),
            late: 0,
            starter_files: 0,
        }
    }

    /// Returns the change of one of these revisions of a batch, which are numbered from 1. Returns `None` if it is a
    /// first report, or not among them.
    pub fn new(revisions: &[Revision], number: u32) -> Option<Self> {
        let find = |number: u32| revisions.iter().find(|revision| revision.number == number);
        let revision = find(number)?;
        let before = find(revision.made_from?)?;
        let Revision { late, starter_files, .. } = *revision;
        Some(Self { late, starter_files, ..Self::between(&before.review, &revision.review) })
    }
}

/// Why a revision became the current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, IntoStaticStr, ToSchema, VariantArray)]
#[serde(rename_all = "lowercase")]
#[schema(as = TurnReason)]
#[strum(serialize_all = "lowercase")]
pub enum TurnedBy {
    /// It was made by a job.
    Result,
    /// A user returned to it.
    Undo,
    /// A user went forward to it again.
    Redo,
}

/// A change of the current revision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RevisionSwitch {
    /// The revision that became current.
    pub revision: u32,
    /// Who did or requested it, and when.
    pub by: By,
    /// The reason.
    pub reason: TurnedBy,
}

/// The text of a compared file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// Number of the file in its submission, from 0.
    pub file: u32,
    /// Path relative to the submission.
    pub path: String,
    /// Decoded text. `None` if it is not kept.
    pub text: Option<Packed>,
}

/// Everything on which a report and its texts depend. When the report or a text changes, one of these numbers changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReportVersion {
    /// Number of the revision, from 1.
    pub revision: u32,
    /// Number of times that erasures have rewritten it.
    pub rewritten: u32,
    /// Number of erasures that have removed texts but have not examined the report yet.
    pub erasing: u32,
    /// Number of archives with which it was compared and that still exist.
    pub archives: u32,
    /// Sum of the states of these archives.
    pub archive_states: u64,
}

/// Access to reports.
#[async_trait]
pub trait Reports {
    /// Returns the revisions of a batch, oldest first.
    async fn revisions(&self, batch: BatchId) -> Result<Vec<Revision>>;

    /// Makes another revision current: an earlier one (undo) or a later one (redo). Nothing is deleted. Returns `false`
    /// if there is no such batch or revision.
    ///
    /// # Errors
    /// [`crate::StorageError::Busy`]: the waiting or running job was requested for the current revision.
    async fn set_current(&self, batch: BatchId, revision: u32, by: &By) -> Result<bool>;

    /// Returns the changes of the current revision with their times and reasons, oldest first.
    async fn turns(&self, batch: BatchId) -> Result<Vec<RevisionSwitch>>;

    /// Returns the earlier submissions in a revision, ordered by number.
    async fn archived(&self, batch: BatchId, revision: Option<u32>) -> Result<Vec<NewArchived>>;

    /// Returns on what the report and its texts depend at this moment, or `None` if there is no such revision. It reads
    /// no report.
    async fn report_version(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<ReportVersion>>;

    /// Returns the report as JSON. Its pairs are without their matches.
    async fn report_head(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<Packed>>;

    /// Returns the whole report as JSON.
    async fn report_body(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<Packed>>;

    /// Returns the pairs after a rank, ordered by rank. The list is empty if there is no such revision.
    async fn pairs(
        &self,
        batch: BatchId,
        revision: Option<u32>,
        after: Option<u32>,
        limit: u32,
    ) -> Result<Page<PairRecord, u32>>;

    /// Returns the pair of two submission numbers. The smaller number comes first.
    async fn pair(
        &self,
        batch: BatchId,
        revision: Option<u32>,
        left: u32,
        right: u32,
    ) -> Result<Option<PairRecord>>;

    /// Returns the files of a submission, by its number in the report, in order. The list is empty if there are none
    /// (any more). The files of earlier submissions are in their archive.
    async fn sources(
        &self,
        batch: BatchId,
        revision: Option<u32>,
        submission: u32,
    ) -> Result<Vec<SourceText>>;
}
