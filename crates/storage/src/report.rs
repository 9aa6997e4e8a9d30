//! Reading reports: heads for the overview, pairs one by one, sources for the two sides of a pair.
//!
//! `revision: None` always means the batch's current one.

use async_trait::async_trait;
use chrono::{DateTime, Utc};

use crate::{AccountId, BatchId, Packed, Page, Result};

/// An immutable result of a batch. A new one never changes an old one; the batch points at the current one.
#[derive(Debug, Clone, PartialEq)]
pub struct Revision {
    /// From 1, counted a batch.
    pub number: u32,
    /// When it was committed.
    pub created: DateTime<Utc>,
    /// Who asked for it.
    pub author: AccountId,
    /// Version of the engine that made it.
    pub engine: String,
    /// Everything that influenced the result, as in the report.
    pub settings: serde_json::Value,
    /// Submissions compared.
    pub submissions: u32,
    /// Pairs listed.
    pub pairs: u32,
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

/// Reports.
#[async_trait]
pub trait Reports {
    /// Revisions of a batch, oldest first.
    async fn revisions(&self, batch: BatchId) -> Result<Vec<Revision>>;

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
