//! Marks: what the staff of a course notes about the pairs of a report while reviewing them.
//!
//! A mark belongs to a batch and to a pair of stored submissions, not to a revision of the report. It is therefore found
//! again after re-scoring and late work, and ends with its batch.

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::{AccountId, BatchId, By, Owner, Result};

/// What somebody who looked at a pair wants to do about it.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    IntoStaticStr,
    VariantArray,
    ToSchema,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum MarkState {
    /// Nothing: the pair is no reason to act.
    Nothing,
    /// Talk to the people.
    Talk,
    /// Open a case.
    Case,
}

/// A pair of a report, by the numbers of its submissions there. The left number is the smaller one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MarkedPair {
    /// Number of the left submission.
    pub left: u32,
    /// Number of the right submission.
    pub right: u32,
}

/// The mark of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The pair in the current report.
    pub pair: MarkedPair,
    /// `None`: nobody has looked at the pair, or the mark was taken back.
    pub state: Option<MarkState>,
    /// The state before the last change of it.
    pub previous: Option<MarkState>,
    /// A note; may be empty.
    pub note: String,
    /// The account that is to look at the pair.
    pub assignee: Option<AccountId>,
    /// Who made the last change, and when.
    pub by: By,
    /// Number of changes. A pair without a mark has version 0.
    pub version: u32,
}

/// A change of a mark. `None` leaves a part as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MarkChange {
    /// The new state. `Some(None)`: not looked at.
    pub state: Option<Option<MarkState>>,
    /// The new note.
    pub note: Option<String>,
    /// The new assignee.
    pub assignee: Option<Option<AccountId>>,
}

/// Numbers of marked pairs of a batch, by state.
pub type MarkCounts = BTreeMap<MarkState, u64>;

/// A mark as it is stored, for the person that one of the submissions belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldMark {
    /// The batch in whose report the pair is.
    pub batch: BatchId,
    /// See [`Mark::state`].
    pub state: Option<MarkState>,
    /// See [`Mark::note`].
    pub note: String,
    /// See [`Mark::by`].
    pub by: By,
}

/// Access to marks. Only members who may change a batch may see them ([`crate::Action::Change`]).
#[async_trait]
pub trait Marks {
    /// Returns the marks of a batch whose submissions are in its current report, ordered by pair.
    async fn marks(&self, batch: BatchId) -> Result<Vec<Mark>>;

    /// Changes the mark of a pair of the current report, but if `seen` is given only if the mark has this version.
    ///
    /// # Errors
    /// [`crate::StorageError::MarkChanged`]; [`crate::StorageError::Missing`]: there is no such batch, pair or account.
    async fn mark_pair(
        &self,
        batch: BatchId,
        pair: MarkedPair,
        change: &MarkChange,
        seen: Option<u32>,
        by: &By,
    ) -> Result<Mark>;

    /// Assigns pairs of the current report that nobody has looked at, in one step. Returns the number of pairs that
    /// were assigned.
    ///
    /// # Errors
    /// [`crate::StorageError::Missing`]: there is no such batch, pair or account.
    async fn assign_pairs(
        &self,
        batch: BatchId,
        shares: &[(MarkedPair, AccountId)],
        by: &By,
    ) -> Result<usize>;

    /// Returns the numbers of marked pairs of batches. A batch without any is left out.
    async fn mark_counts(&self, batches: &[BatchId]) -> Result<BTreeMap<BatchId, MarkCounts>>;

    /// Returns the marks of pairs that have a submission, in any batch.
    async fn marks_about(&self, owner: Owner, submission: u32) -> Result<Vec<HeldMark>>;
}
