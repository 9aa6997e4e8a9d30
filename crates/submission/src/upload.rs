//! Defines how submissions are separated in an upload, and what a reference answer is: an answer to the task that no student
//! of the class wrote. Only values are defined here: the crate `extract` does the separation, all others pass them on.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

use crate::Named as _;

/// How submissions are separated.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Layout {
    /// Exports of learning platforms are separated by their names and lists. In other uploads, a container that holds
    /// only one container is opened repeatedly; then its children are submissions.
    #[default]
    Auto,
    /// The children of each given container are submissions, and no container is opened further. Use this if a
    /// container may hold a single submission, which [`Layout::Auto`] would open.
    Children,
    /// Each given path is one submission.
    Whole,
    /// The children of each given container are tasks, and the work of one student in all of them is one submission.
    #[serde(rename = "task/student")]
    #[strum(serialize = "task/student")]
    TaskStudent,
}

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(word: &str) -> Result<Self, UnknownLayout> {
        Self::from_name(word).ok_or_else(|| UnknownLayout { word: word.to_owned() })
    }
}

/// Error: the word is not the name of a [`Layout`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not a layout; use auto, children, whole or task/student")]
pub struct UnknownLayout {
    /// The word as given.
    pub word: String,
}

/// Who wrote a reference answer, as the uploader says.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum ReferenceKind {
    /// The model solution of the task.
    ModelSolution,
    /// An answer that a language model gave.
    LanguageModel,
    /// Code that is public, such as that of a repository or a forum.
    PublicCode,
    /// Anything else.
    #[default]
    Other,
}

impl FromStr for ReferenceKind {
    type Err = UnknownReferenceKind;

    fn from_str(word: &str) -> Result<Self, UnknownReferenceKind> {
        Self::from_name(word).ok_or_else(|| UnknownReferenceKind { word: word.to_owned() })
    }
}

/// Error: the word is not the name of a [`ReferenceKind`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not a kind of reference; use model-solution, language-model, public-code or other")]
pub struct UnknownReferenceKind {
    /// The word as given.
    pub word: String,
}

/// Where a reference answer is from. Its text form is `KIND`, or `KIND:SOURCE`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ReferenceLabel {
    /// Who wrote it.
    pub kind: ReferenceKind,
    /// A name or address in the words of the uploader (`GPT-4, prompt 2`), if known; never empty.
    pub source: Option<String>,
}

impl ReferenceLabel {
    /// The name that the reference answers of an upload have in place of an archive's.
    pub const ARCHIVE: &'static str = "reference";

    /// Most characters of a source.
    pub const MAX_SOURCE: usize = 200;

    /// Creates a label. White space around the source is removed, and control characters become spaces. A longer source
    /// than [`Self::MAX_SOURCE`] is cut.
    pub fn new(kind: ReferenceKind, source: &str) -> Self {
        let plain = source.chars().map(|c| if c.is_control() { ' ' } else { c });
        let source: String = plain.take(Self::MAX_SOURCE).collect();
        let source = source.trim();
        Self { kind, source: (!source.is_empty()).then(|| source.to_owned()) }
    }
}

impl fmt::Display for ReferenceLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        self.source.iter().try_for_each(|source| write!(f, ":{source}"))
    }
}

impl FromStr for ReferenceLabel {
    type Err = UnknownReferenceKind;

    fn from_str(text: &str) -> Result<Self, UnknownReferenceKind> {
        let (kind, source) = text.split_once(':').unwrap_or((text, ""));
        Ok(Self::new(kind.trim().parse()?, source))
    }
}

#[cfg(test)]
mod tests {
    use super::{ReferenceKind, ReferenceLabel};

    #[test]
    fn a_label_is_its_text() {
        for text in ["other", "language-model:GPT-4, prompt 2", "public-code:https://example.org/a=b"] {
            assert_eq!(text.parse::<ReferenceLabel>().unwrap().to_string(), text);
        }
        let label: ReferenceLabel = "model-solution: \t".parse().unwrap();
        assert_eq!(label, ReferenceLabel { kind: ReferenceKind::ModelSolution, source: None });
        assert!("machine:GPT".parse::<ReferenceLabel>().is_err());
    }
}
