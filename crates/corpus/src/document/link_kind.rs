//! How a document belongs to its cluster, or to the other document of a pair.

use super::fold::Fold;

/// How a document belongs to its cluster: the closest relation it has with another document there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum LinkKind {
    /// The only document of its cluster.
    Single,
    /// Linked by the policy.
    Similar,
    /// The same sketch as another document.
    ShingleEquivalent,
    /// The same canonical form as another document.
    LexicallyEquivalent,
    /// The same bytes as another document.
    Identical,
    /// Not read, so in no cluster.
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

    /// Returns the name used in results.
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

/// Returns the kind of a pair. [`Fold::Kept`] becomes [`LinkKind::Similar`], as a document of a pair is not alone.
pub(crate) fn pair_kind(likeness: Fold) -> LinkKind {
    match likeness {
        Fold::Kept => LinkKind::Similar,
        other => other.into(),
    }
}
