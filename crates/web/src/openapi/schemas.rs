//! Describes enumerations and text formats for the OpenAPI document. The code that reads and writes the values is
//! elsewhere.
#![expect(dead_code, reason = "describes fields")]

use utoipa::ToSchema;

/// Text formats that fields name in `format`. The document contains the pattern instead.
pub(super) const FORMS: [(&str, &str); 4] = [
    // At least one visible character, and no control characters.
    ("printable", r"^[^\x00-\x1f\x7f-\x9f]*[^\s\x00-\x1f\x7f-\x9f][^\x00-\x1f\x7f-\x9f]*$"),
    // No control characters.
    ("line", r"^[^\x00-\x1f\x7f-\x9f]*$"),
    // The format that `chaffinch_storage::keep_until` reads. A pattern cannot say whether the time has passed.
    (
        "day-or-time",
        concat!(
            r"^[2-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])",
            r"([Tt ]([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\.[0-9]{1,9})?([Zz]|[+-]([01][0-9]|2[0-3]):[0-5][0-9]))?$"
        ),
    ),
    // The format that `chaffinch_storage::notify_url` reads: a host without user information, and no fragment.
    ("address", r#"^https?://[!"$-.0-9;->A-\[\]-~][!"$-.0->A-\[\]-~]*([/?][!"$-~]*)?$"#),
];

/// How submissions are found in uploaded files.
#[derive(Debug, Default, ToSchema)]
#[schema(as = Layout, rename_all = "lowercase")]
pub(crate) enum LayoutName {
    /// Detect automatically.
    #[default]
    Auto,
    /// Each child of each uploaded file is a submission.
    Children,
    /// Each uploaded file is one submission.
    Whole,
    /// The children of each uploaded file are tasks. The work of one student in all tasks is one submission.
    #[schema(rename = "task/student")]
    TaskStudent,
}

/// Who wrote reference answers.
#[derive(Debug, Default, ToSchema)]
#[schema(as = ReferenceKind, rename_all = "kebab-case")]
pub(crate) enum ReferenceKindName {
    /// The model solution of the task.
    ModelSolution,
    /// An answer that a language model gave.
    LanguageModel,
    /// Code that is public.
    PublicCode,
    /// Anything else.
    #[default]
    Other,
}

/// The first status of a case.
#[derive(ToSchema)]
#[schema(as = OpenStatus, rename_all = "lowercase")]
pub(crate) enum OpenStatusName {
    Open,
    Suspicious,
}

/// The kind of an event of a case.
#[derive(ToSchema)]
#[schema(as = EventKind, rename_all = "lowercase")]
pub(crate) enum EventKindName {
    Note,
    Status,
    Reviewer,
    Hold,
    Release,
    Add,
}

/// What a token allows.
#[derive(ToSchema)]
#[schema(as = Scope, rename_all = "lowercase")]
pub(crate) enum ScopeName {
    /// Reading only.
    Read,
    /// Everything that your account may do.
    Write,
    /// Only checks of submissions in one course.
    Check,
}
