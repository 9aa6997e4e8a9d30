//! Defines how submissions are separated in an upload. Only values are defined here: the crate `extract` does the
//! separation, all others pass the values on.

use std::str::FromStr;

/// How submissions are separated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
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

impl Layout {
    /// Every layout, the default first.
    pub const ALL: [Self; 3] = [Self::Auto, Self::Children, Self::Whole];

    /// Returns the name that is stored, and used on the command line and over HTTP.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Children => "children",
            Self::Whole => "whole",
        }
    }
}

impl FromStr for Layout {
    type Err = UnknownLayout;

    fn from_str(word: &str) -> Result<Self, UnknownLayout> {
        Self::ALL
            .into_iter()
            .find(|layout| layout.name() == word)
            .ok_or_else(|| UnknownLayout { word: word.to_owned() })
    }
}

/// Error: the word is not the name of a [`Layout`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{word}` is not a layout; use auto, children or whole")]
pub struct UnknownLayout {
    /// The word as given.
    pub word: String,
}
