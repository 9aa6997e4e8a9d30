//! The form of the origin of reference answers in the JSON.

use utoipa::ToSchema;

// The form of a `Reference` in the JSON.
/// Where a reference answer is from, as the uploader says.
#[derive(ToSchema)]
#[schema(as = ReportReference)]
pub struct WrittenReference {
    /// Who wrote it.
    pub kind: WrittenReferenceKind,
    /// Name or address; null: unknown.
    pub source: Option<String>,
}

/// Who wrote a reference answer.
#[derive(ToSchema)]
#[schema(as = ReportReferenceKind, rename_all = "kebab-case")]
pub enum WrittenReferenceKind {
    /// The model solution of the task.
    ModelSolution,
    /// An answer that a language model gave.
    LanguageModel,
    /// Code that is public, such as that of a repository or a forum.
    PublicCode,
    /// Anything else.
    Other,
}
