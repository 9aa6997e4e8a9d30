//! The ways in which two documents can be equal. Pure functions.

use super::record::Document;

/// How a document equals an earlier one, if it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Fold {
    /// It equals no earlier document and is kept.
    Kept,
    /// Both have the same sketch, which is not empty.
    ShingleEquivalent,
    /// Both have the same canonical form.
    LexicallyEquivalent,
    /// Both have the same bytes.
    Identical,
}

impl Fold {
    /// The variants that fold a document, the strictest first.
    pub(crate) const STEPS: [Self; 3] = [Self::Identical, Self::LexicallyEquivalent, Self::ShingleEquivalent];

    pub(crate) fn from_number(number: u8) -> Self {
        Self::STEPS.into_iter().find(|fold| *fold as u8 == number).unwrap_or(Self::Kept)
    }

    /// Returns the fingerprint that must be equal; `None` if it is not known.
    pub(crate) fn fingerprint(self, document: &Document) -> Option<u128> {
        match self {
            Self::Kept => None,
            Self::Identical => (document.raw != 0).then_some(document.raw),
            Self::LexicallyEquivalent => {
                (document.state.has_words() && document.canonical != 0).then_some(document.canonical)
            }
            Self::ShingleEquivalent => (document.size.own() > 0).then_some(document.sketched),
        }
    }
}

/// Returns the strictest way in which two documents are equal. [`Fold::Kept`] if they are not equal, even if their
/// sketches share values.
pub(crate) fn likeness(left: &Document, right: &Document) -> Fold {
    Fold::STEPS
        .into_iter()
        .find(|fold| {
            let fingerprint = fold.fingerprint(left);
            fingerprint.is_some() && fingerprint == fold.fingerprint(right)
        })
        .unwrap_or(Fold::Kept)
}
