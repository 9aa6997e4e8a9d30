//! Reference answers in the report: answers to the task that no student of the class wrote.

use chaffinch_submission::{Named, ReferenceLabel};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Where a reference answer is from, as the uploader says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportReference)]
pub struct Reference {
    /// Who wrote it.
    pub kind: ReferenceKind,
    /// Name or address; null: unknown.
    pub source: Option<String>,
}

impl Reference {
    /// Returns the same as an upload names it.
    pub fn label(&self) -> ReferenceLabel {
        ReferenceLabel { kind: self.kind.into(), source: self.source.clone() }
    }
}

/// Who wrote a reference answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportReferenceKind)]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceKind {
    /// The model solution of the task.
    ModelSolution,
    /// An answer that a language model gave.
    LanguageModel,
    /// Code that is public, such as that of a repository or a forum.
    PublicCode,
    /// Anything else.
    Other,
}

impl ReferenceKind {
    /// Returns the name in the JSON, which texts use too.
    pub fn name(self) -> &'static str {
        chaffinch_submission::ReferenceKind::from(self).name()
    }
}

impl From<chaffinch_submission::ReferenceKind> for ReferenceKind {
    fn from(kind: chaffinch_submission::ReferenceKind) -> Self {
        match kind {
            chaffinch_submission::ReferenceKind::ModelSolution => Self::ModelSolution,
            chaffinch_submission::ReferenceKind::LanguageModel => Self::LanguageModel,
            chaffinch_submission::ReferenceKind::PublicCode => Self::PublicCode,
            chaffinch_submission::ReferenceKind::Other => Self::Other,
        }
    }
}

impl From<ReferenceKind> for chaffinch_submission::ReferenceKind {
    fn from(kind: ReferenceKind) -> Self {
        match kind {
            ReferenceKind::ModelSolution => Self::ModelSolution,
            ReferenceKind::LanguageModel => Self::LanguageModel,
            ReferenceKind::PublicCode => Self::PublicCode,
            ReferenceKind::Other => Self::Other,
        }
    }
}

/// What both sides of a pair have from the same reference answer. It is not counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ReportReferenceShare)]
pub struct ReferenceShare {
    /// Name of the reference answer.
    pub reference: String,
    /// Number of tokens of one side. A token that several reference answers have is in one of these numbers.
    pub tokens: u32,
}
