//! Response bodies for revisions of a report and for the accounts that made changes.

use std::collections::BTreeMap;

use chaffinch_report::FoundCounts;
use chaffinch_storage::{
    AccountId, Change, Cutoff, CutoffChange, Owner, Review, Revision, RevisionSwitch, TemplateRegion,
    TurnedBy,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::request::FieldUpdate;

/// An account.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Account)]
pub(crate) struct AccountView {
    id: Uuid,
    /// Name; null: the account was deleted.
    name: Option<String>,
}

impl AccountView {
    pub(crate) fn new(names: &BTreeMap<AccountId, String>, id: AccountId) -> Self {
        Self { id: id.0, name: names.get(&id).cloned() }
    }
}

/// A revision: an immutable report of a batch.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Revision)]
pub(crate) struct RevisionView {
    /// Number of the revision, from 1.
    revision: u32,
    created: DateTime<Utc>,
    /// Version of the engine that made the revision.
    engine: String,
    /// Number of compared submissions.
    submissions: u32,
    /// Number of listed pairs.
    pairs: u32,
    /// The revision that was the current one when this one was requested; null: this is the first.
    made_from: Option<u32>,
    /// Number of late submissions that this revision added.
    late: u32,
    /// Number of files of starter code that this revision added.
    starter_files: u32,
    /// Number of listed pairs of the class that are stronger than expected by chance; null: the report has no expect values.
    pairs_beyond_chance: Option<u32>,
    /// Number of pairs whose figures differ from those of `made_from`, or that only one of the two revisions lists; null:
    /// this is the first revision.
    pairs_changed: Option<u32>,
    review: ReviewView,
    /// The counts in the first sentence of the report.
    found: FoundCounts,
}

impl From<&Revision> for RevisionView {
    fn from(revision: &Revision) -> Self {
        Self {
            revision: revision.number,
            created: revision.created,
            engine: revision.engine.clone(),
            submissions: revision.submissions,
            pairs: revision.pairs,
            made_from: revision.made_from,
            late: revision.late,
            starter_files: revision.starter_files,
            pairs_beyond_chance: revision.found.beyond,
            pairs_changed: revision.changed,
            review: (&revision.review).into(),
            found: serde_json::from_value(revision.found.counts.clone()).unwrap_or_default(),
        }
    }
}

/// Settings by which a batch was compared.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Review)]
struct ReviewView {
    /// Passages that occur in more than this many groups are ignored; 0: no limit.
    common_limit: u32,
    /// The cut-off: a pair can form a cluster if at most this many pairs of its strength are expected by chance; null: the
    /// default, or `cutoff` applies.
    cutoff_expect: Option<f64>,
    /// The cut-off as a suspicion in bits; null: the default, or `cutoff_expect` applies.
    cutoff: Option<f64>,
    /// Passages that are ignored as starter code.
    templates: Vec<TemplateView>,
    /// People who worked together: one list of names of submissions or authors per team.
    teams: Vec<Vec<String>>,
    /// Names of submissions or authors that are not students.
    staff: Vec<String>,
    /// Passages that occur in more than this many submissions of the batch, including copies, are ignored; 0: no limit.
    submission_limit: u32,
    /// Comparisons and archives whose common passages are ignored.
    background: Vec<Uuid>,
    /// Whether vendored and generated files count.
    count_vendored: bool,
    /// Whether code that many share counts.
    count_given: bool,
}

impl From<&Review> for ReviewView {
    fn from(review: &Review) -> Self {
        Self {
            common_limit: review.common_limit,
            cutoff_expect: review.cutoff.and_then(Cutoff::expect),
            cutoff: review.cutoff.and_then(Cutoff::suspicion),
            templates: review.templates.iter().copied().map(TemplateView::from).collect(),
            teams: review.teams.clone(),
            staff: review.staff.clone(),
            submission_limit: review.submission_limit,
            background: ids(&review.background),
            count_vendored: review.count_vendored,
            count_given: review.count_given,
        }
    }
}

/// Returns the ids of comparisons and archives.
pub(crate) fn ids(owners: &[Owner]) -> Vec<Uuid> {
    owners.iter().map(|owner| owner.id()).collect()
}

/// A passage of a file, in bytes of its decoded text as in the report.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Template)]
pub(crate) struct TemplateView {
    /// Number of the submission.
    submission: u32,
    /// Number of the file in the submission, from 0.
    file: u32,
    start_byte: u32,
    /// End, excluded.
    end_byte: u32,
}

impl From<TemplateRegion> for TemplateView {
    fn from(TemplateRegion { submission, file, start_byte, end_byte }: TemplateRegion) -> Self {
        Self { submission, file, start_byte, end_byte }
    }
}

impl From<TemplateView> for TemplateRegion {
    fn from(TemplateView { submission, file, start_byte, end_byte }: TemplateView) -> Self {
        Self { submission, file, start_byte, end_byte }
    }
}

/// Settings that a revision changed. Settings that are missing did not change.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = RevisionChange)]
pub(crate) struct ChangeView {
    #[serde(skip_serializing_if = "Option::is_none")]
    common_limit: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cutoff_expect: Option<f64>,
    /// Null: the default.
    #[serde(skip_serializing_if = "FieldUpdate::is_kept")]
    #[schema(value_type = Option<f64>)]
    cutoff: FieldUpdate<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    add_templates: Vec<TemplateView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remove_templates: Vec<TemplateView>,
    /// The whole new list.
    #[serde(skip_serializing_if = "Option::is_none")]
    teams: Option<Vec<Vec<String>>>,
    /// The whole new list.
    #[serde(skip_serializing_if = "Option::is_none")]
    staff: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    submission_limit: Option<u32>,
    /// The whole new list.
    #[serde(skip_serializing_if = "Option::is_none")]
    background: Option<Vec<Uuid>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count_vendored: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count_given: Option<bool>,
}

impl From<Change> for ChangeView {
    fn from(change: Change) -> Self {
        let views = |regions: Vec<TemplateRegion>| regions.into_iter().map(TemplateView::from).collect();
        let (cutoff_expect, cutoff) = match change.cutoff {
            CutoffChange::Unchanged => (None, FieldUpdate::Keep),
            CutoffChange::EngineDefault => (None, FieldUpdate::To(None)),
            CutoffChange::To(Cutoff::Expect(pairs)) => (Some(pairs), FieldUpdate::Keep),
            CutoffChange::To(Cutoff::Suspicion(bits)) => (None, FieldUpdate::To(Some(bits))),
        };
        Self {
            common_limit: change.common_limit,
            cutoff_expect,
            cutoff,
            add_templates: views(change.templates_added),
            remove_templates: views(change.templates_removed),
            teams: change.teams,
            staff: change.staff,
            submission_limit: change.submission_limit,
            background: change.background.map(|background| ids(&background)),
            count_vendored: change.count_vendored,
            count_given: change.count_given,
        }
    }
}

/// A revision with its author and its changes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RevisionEntry {
    #[serde(flatten)]
    pub(crate) revision: RevisionView,
    pub(crate) author: AccountView,
    /// What it changed; null: this is the first revision.
    pub(crate) change: Option<ChangeView>,
}

/// A change of the current revision.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Turn)]
pub(crate) struct TurnView {
    revision: u32,
    at: DateTime<Utc>,
    /// Account that made the change; null: the operator.
    by: Option<AccountView>,
    reason: TurnedBy,
}

impl TurnView {
    pub(crate) fn new(names: &BTreeMap<AccountId, String>, turn: &RevisionSwitch) -> Self {
        Self {
            revision: turn.revision,
            at: turn.by.at,
            by: turn.by.account.map(|id| AccountView::new(names, id)),
            reason: turn.reason,
        }
    }
}

/// Revisions, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RevisionList {
    /// Number of the current revision; null: there is no report.
    pub(crate) current: Option<u32>,
    pub(crate) revisions: Vec<RevisionEntry>,
    /// Pass it as `after` to get the next page; null on the last page.
    pub(crate) next: Option<u32>,
    /// Changes of the current revision, oldest first.
    pub(crate) turns: Vec<TurnView>,
}
