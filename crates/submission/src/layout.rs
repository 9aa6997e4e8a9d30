//! Defines how submissions are separated in an upload. Only values are defined here: the crate `extract` does the
//! separation, all others pass the values on.

use std::str::FromStr;

use crate::Named as _;

/// How submissions are separated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, strum::IntoStaticStr, strum::VariantArray)]
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
}

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(word: &str) -> Result<Self, UnknownLayout> {
        Self::from_name(word).ok_or_else(|| UnknownLayout { word: word.to_owned() })
    }
}

/// Error: the word is not the name of a [`Layout`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not a layout; use auto, children or whole")]
pub struct UnknownLayout {
    /// The word as given.
    pub word: String,
}
