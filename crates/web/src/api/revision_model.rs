//! What the API says about revisions of a report, and the accounts behind what was done.

use std::collections::BTreeMap;

use chaffinch_storage::{AccountId, Change, Review, Revision, TemplateRegion, Turn};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;
use uuid::Uuid;

use super::words::TurnReasonName;

/// Somebody with an account.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Account)]
pub(crate) struct AccountView {
    id: Uuid,
    /// Null: the account is gone.
    name: Option<String>,
}

impl AccountView {
    pub(crate) fn of(names: &BTreeMap<AccountId, String>, id: AccountId) -> Self {
        Self { id: id.0, name: names.get(&id).cloned() }
    }
}

/// An immutable result.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Revision)]
pub(crate) struct RevisionView {
    /// From 1.
    revision: u32,
    #[schema(value_type = String, format = DateTime)]
    created: DateTime<Utc>,
    /// Version of the engine that made it.
    engine: String,
    /// Submissions compared.
    submissions: u32,
    /// Pairs listed.
    pairs: u32,
    /// The revision that was the current one when it was asked for; null: it is the first.
    made_from: Option<u32>,
    /// Submissions that joined with it.
    late: u32,
    review: ReviewView,
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
            review: (&revision.review).into(),
        }
    }
}

/// How a batch was compared.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = Review)]
pub(crate) struct ReviewView {
    /// Passages in more groups than this count nothing; 0: no limit.
    common_limit: u32,
    /// Pairs from this suspicion on open clusters; null: what the engine starts from.
    cutoff: Option<f64>,
    /// Passages that count as handed out.
    templates: Vec<TemplateView>,
    /// Who worked together.
    teams: Vec<Vec<String>>,
    /// Who is no student.
    staff: Vec<String>,
}

impl From<&Review> for ReviewView {
    fn from(review: &Review) -> Self {
        Self {
            common_limit: review.common_limit,
            cutoff: review.cutoff,
            templates: review.templates.iter().copied().map(TemplateView::from).collect(),
            teams: review.teams.clone(),
            staff: review.staff.clone(),
        }
    }
}

/// A passage of one file, in bytes of its decoded text, as the report has it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Template)]
pub(crate) struct TemplateView {
    /// Number of the submission.
    submission: u32,
    /// Number of the file in it, from 0.
    file: u32,
    start_byte: u32,
    /// Excluded.
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

/// What becomes of the suspicion from which on pairs open clusters: a number, null, or nothing is said of it.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) enum Cutoff {
    #[default]
    AsBefore,
    OfTheEngine,
    From(f64),
}

impl Cutoff {
    fn is_as_before(&self) -> bool {
        *self == Self::AsBefore
    }
}

impl<'de> Deserialize<'de> for Cutoff {
    fn deserialize<D: Deserializer<'de>>(field: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(field)?.map_or(Self::OfTheEngine, Self::From))
    }
}

impl Serialize for Cutoff {
    fn serialize<S: Serializer>(&self, field: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::AsBefore | Self::OfTheEngine => field.serialize_none(),
            Self::From(from) => field.serialize_f64(*from),
        }
    }
}

/// What was asked of a revision and not of the one it was made from; what is missing stayed as it was.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = RevisionChange)]
pub(crate) struct ChangeView {
    #[serde(skip_serializing_if = "Option::is_none")]
    common_limit: Option<u32>,
    /// Null: what the engine starts from.
    #[serde(skip_serializing_if = "Cutoff::is_as_before")]
    #[schema(value_type = Option<f64>)]
    cutoff: Cutoff,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    add_templates: Vec<TemplateView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    remove_templates: Vec<TemplateView>,
    /// All, as they are now.
    #[serde(skip_serializing_if = "Option::is_none")]
    teams: Option<Vec<Vec<String>>>,
    /// All, as they are now.
    #[serde(skip_serializing_if = "Option::is_none")]
    staff: Option<Vec<String>>,
}

impl From<Change> for ChangeView {
    fn from(change: Change) -> Self {
        let views = |regions: Vec<TemplateRegion>| regions.into_iter().map(TemplateView::from).collect();
        Self {
            common_limit: change.common_limit,
            cutoff: match change.cutoff {
                None => Cutoff::AsBefore,
                Some(None) => Cutoff::OfTheEngine,
                Some(Some(from)) => Cutoff::From(from),
            },
            add_templates: views(change.templates_added),
            remove_templates: views(change.templates_removed),
            teams: change.teams,
            staff: change.staff,
        }
    }
}

/// A revision with who asked for what.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RevisionEntry {
    #[serde(flatten)]
    pub(crate) revision: RevisionView,
    pub(crate) author: AccountView,
    /// Null for the first.
    pub(crate) change: Option<ChangeView>,
}

/// A revision became the current one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Turn)]
pub(crate) struct TurnView {
    revision: u32,
    #[schema(value_type = String, format = DateTime)]
    at: DateTime<Utc>,
    /// Null: the operator.
    by: Option<AccountView>,
    #[schema(value_type = TurnReasonName)]
    reason: &'static str,
}

impl TurnView {
    pub(crate) fn of(names: &BTreeMap<AccountId, String>, turn: &Turn) -> Self {
        Self {
            revision: turn.revision,
            at: turn.by.at,
            by: turn.by.account.map(|id| AccountView::of(names, id)),
            reason: turn.reason.name(),
        }
    }
}

/// Revisions, oldest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RevisionList {
    /// Null: there is no report.
    pub(crate) current: Option<u32>,
    pub(crate) revisions: Vec<RevisionEntry>,
    /// Pass it as `after` to go on; null at the end.
    pub(crate) next: Option<u32>,
    /// Which became the current one when; oldest first.
    pub(crate) turns: Vec<TurnView>,
}
