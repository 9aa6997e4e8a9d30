//! How a document belongs to its cluster, or to the other document of a pair. Pure.

use super::fold::Fold;

/// How a document belongs to its cluster: the closest way in which it is like another one there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum LinkKind {
    /// Alone.
    Single,
    /// Linked by the policy.
    Similar,
    /// The same sketch.
    ShingleEquivalent,
    /// The same canonical form.
    LexicallyEquivalent,
    /// The same bytes.
    Identical,
    /// Not read, and in no cluster.
    Skipped,
}

impl LinkKind {
    const ALL: [Self; 6] = [
        Self::Single,
        Self::Similar,
        Self::ShingleEquivalent,
        Self::LexicallyEquivalent,
        Self::Identical,
        Self::Skipped,
    ];

    pub(crate) fn from_number(number: u8) -> Option<Self> {
        Self::ALL.get(usize::from(number)).copied()
    }

    /// The word for it in results.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Similar => "similar",
            Self::ShingleEquivalent => "shingle-equivalent",
            Self::LexicallyEquivalent => "lexically-equivalent",
            Self::Identical => "identical",
            Self::Skipped => "skipped",
        }
    }
}

impl From<Fold> for LinkKind {
    fn from(fold: Fold) -> Self {
        match fold {
            Fold::Kept => Self::Single,
            Fold::ShingleEquivalent => Self::ShingleEquivalent,
            Fold::LexicallyEquivalent => Self::LexicallyEquivalent,
            Fold::Identical => Self::Identical,
        }
    }
}

/// What stands in a row for a pair, which is not alone.
pub(crate) fn pair_kind(likeness: Fold) -> LinkKind {
    match likeness {
        Fold::Kept => LinkKind::Similar,
        other => other.into(),
    }
}
