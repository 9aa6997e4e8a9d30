//! How two documents are equal, apart from sketches that only share values. Pure.

use super::record::Document;

/// In what way a document is like one that came before it, or none does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Fold {
    /// It is kept.
    Kept,
    /// The same sketch, which is not empty.
    ShingleEquivalent,
    /// The same canonical form.
    LexicallyEquivalent,
    /// The same bytes.
    Identical,
}

impl Fold {
    /// Those that fold, the strictest first.
    pub(crate) const STEPS: [Self; 3] = [Self::Identical, Self::LexicallyEquivalent, Self::ShingleEquivalent];

    pub(crate) fn from_number(number: u8) -> Self {
        Self::STEPS.into_iter().find(|fold| *fold as u8 == number).unwrap_or(Self::Kept)
    }

    /// What must be equal; `None` where nothing is known.
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

/// The closest way in which two documents are like each other, sketches apart that merely share values.
pub(crate) fn likeness(left: &Document, right: &Document) -> Fold {
    Fold::STEPS
        .into_iter()
        .find(|fold| {
            let fingerprint = fold.fingerprint(left);
            fingerprint.is_some() && fingerprint == fold.fingerprint(right)
        })
        .unwrap_or(Fold::Kept)
}
