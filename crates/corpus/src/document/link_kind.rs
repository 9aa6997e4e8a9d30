//! How a document belongs to its cluster, or to the other document of a pair.

use serde::Serialize;

use super::fold::Fold;

/// How a document belongs to its cluster: the closest relation it has with another document there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::IntoStaticStr, strum::VariantArray)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
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
