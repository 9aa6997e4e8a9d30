//! Reading reports: heads for the overview, pairs one by one, sources for the two sides of a pair.
//!
//! `revision: None` always means the batch's current one.

use std::collections::BTreeSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{AccountId, BatchId, By, NewArchived, Packed, Page, Result, Review, TemplateRegion};

/// An immutable result of a batch. A new one never changes an old one; the batch points at the current one.
#[derive(Debug, Clone, PartialEq)]
pub struct Revision {
    /// From 1, counted a batch.
    pub number: u32,
    /// When it was committed.
    pub created: DateTime<Utc>,
    /// Who asked for it.
    pub author: AccountId,
    /// How it was compared.
    pub review: Review,
    /// The revision that was current when it was asked for; `None`: it is the first.
    pub made_from: Option<u32>,
    /// Submissions that joined with it.
    pub late: u32,
    /// Version of the engine that made it.
    pub engine: String,
    /// Everything that influenced the result, as in the report.
    pub settings: serde_json::Value,
    /// Submissions compared.
    pub submissions: u32,
    /// Pairs listed.
    pub pairs: u32,
}

/// What was asked of a revision and not of the one it was made from. What is `None` or empty stayed as it was.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Change {
    /// Passages in more groups than this count nothing; 0: no cut.
    pub common_limit: Option<u32>,
    /// Pairs from this suspicion on open clusters; within: `None`: what the engine starts from.
    pub cutoff: Option<Option<f64>>,
    /// Passages that count as handed out, and did not before.
    pub templates_added: Vec<TemplateRegion>,
    /// Passages that count as handed out no more.
    pub templates_removed: Vec<TemplateRegion>,
    /// All teams as they are now.
    pub teams: Option<Vec<Vec<String>>>,
    /// All staff as it is now.
    pub staff: Option<Vec<String>>,
    /// Submissions that joined.
    pub late: u32,
}

impl Change {
    /// Between two reviews.
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
            cutoff: changed(&before.cutoff, &after.cutoff),
            templates_added: without(&after.templates, &before.templates),
            templates_removed: without(&before.templates, &after.templates),
            teams: changed(&before.teams, &after.teams),
            staff: changed(&before.staff, &after.staff),
            late: 0,
        }
    }

    /// Of one of these revisions of a batch, the number of the first of which is 1. `None`: it is a first report, or
    /// not among them.
    pub fn of(revisions: &[Revision], number: u32) -> Option<Self> {
        let find = |number: u32| revisions.iter().find(|revision| revision.number == number);
        let revision = find(number)?;
        let before = find(revision.made_from?)?;
        Some(Self { late: revision.late, ..Self::between(&before.review, &revision.review) })
    }
}

/// Why a revision became the current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TurnedBy {
    /// It was made.
    Result,
    /// Somebody went back to it.
    Undo,
    /// Somebody went forward to it again.
    Redo,
}

impl TurnedBy {
    /// The name stored and shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Undo => "undo",
            Self::Redo => "redo",
        }
    }

    /// The reason of that name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Result, Self::Undo, Self::Redo].into_iter().find(|reason| reason.name() == name)
    }
}

/// A revision became the current one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Turn {
    /// The revision.
    pub revision: u32,
    /// Who did it or asked for it, and when.
    pub by: By,
    /// Why.
    pub reason: TurnedBy,
}

/// A listed pair.
#[derive(Debug, Clone, PartialEq)]
pub struct PairRecord {
    /// From 1.
    pub rank: u32,
    /// Number of the submission with the smaller number.
    pub left: u32,
    /// Number of the other.
    pub right: u32,
    /// As in the report.
    pub suspicion: f64,
    /// The pair as JSON, with its matches.
    pub body: Packed,
}

/// The text of a compared file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Number of the file in its submission, from 0.
    pub file: u32,
    /// Path relative to the submission.
    pub path: String,
    /// Decoded text; none where it is not kept.
    pub text: Option<Packed>,
}

/// What a report and the texts it shows depend on. When either changes, one of these numbers changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ReportVersion {
    /// The revision, from 1.
    pub revision: u32,
    /// How often erasures have rewritten it.
    pub rewritten: u32,
    /// Erasures that have taken texts and have not looked through the report yet.
    pub erasing: u32,
    /// Archives that it was compared with and that still exist.
    pub archives: u32,
    /// The sum of their states.
    pub archive_states: u64,
}

/// Reports.
#[async_trait]
pub trait Reports {
    /// Revisions of a batch, oldest first.
    async fn revisions(&self, batch: BatchId) -> Result<Vec<Revision>>;

    /// Makes another revision the current one: an earlier one undoes, a later one does again. Nothing is deleted.
    /// False: no such batch or revision.
    ///
    /// # Errors
    /// [`crate::StorageError::Busy`]: what is under way was asked of the current one.
    async fn set_current(&self, batch: BatchId, revision: u32, by: &By) -> Result<bool>;

    /// Which revision became the current one when, and why; oldest first.
    async fn turns(&self, batch: BatchId) -> Result<Vec<Turn>>;

    /// The earlier submissions a revision speaks of, by number.
    async fn archived(&self, batch: BatchId, revision: Option<u32>) -> Result<Vec<NewArchived>>;

    /// What the report and its texts depend on at this moment; none where there is no such revision. Reads no report.
    async fn report_version(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<ReportVersion>>;

    /// The report as JSON, its pairs without their matches.
    async fn report_head(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<Packed>>;

    /// The whole report as JSON.
    async fn report_body(&self, batch: BatchId, revision: Option<u32>) -> Result<Option<Packed>>;

    /// Pairs by rank, those after a rank; empty where there is no such revision.
    async fn pairs(
        &self,
        batch: BatchId,
        revision: Option<u32>,
        after: Option<u32>,
        limit: u32,
    ) -> Result<Page<PairRecord, u32>>;

    /// The pair of two submission numbers, smaller first.
    async fn pair(
        &self,
        batch: BatchId,
        revision: Option<u32>,
        left: u32,
        right: u32,
    ) -> Result<Option<PairRecord>>;

    /// The files of a submission, as the report numbers it, in order; empty where there is none (any more). Earlier
    /// submissions have theirs in their archive.
    async fn sources(&self, batch: BatchId, revision: Option<u32>, submission: u32) -> Result<Vec<Source>>;
}
