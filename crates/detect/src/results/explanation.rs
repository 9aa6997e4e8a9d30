//! Result values that say why a pair has its expect value and its suspicion.

/// Why a pair has its score.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// What the pair shares in each view, in the order of [`ViewKind`].
    pub views: Vec<ViewEvidence>,
    /// Suspicion, in bits, that is usual for two submissions like these in this class.
    pub usual: f64,
    /// How many pairs as strong as this one the tail of the class expects; `None` if the class is too small to tell.
    pub expect_by_class: Option<f64>,
    /// How many pairs chance would leave with a common run as long and rare as the one of this pair; `None` if it has none
    /// that is long enough.
    pub expect_by_run: Option<f64>,
    /// Tokens that both sides have in common and that do not count.
    pub ignored: IgnoredTokens,
    /// The matches that others have least, in falling order of their bits.
    pub rarest: Vec<RarePassage>,
}

/// A view of the batch: which features of a submission are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ViewKind {
    /// Runs of k tokens, without names and literals.
    Kgrams,
    /// Statements, without names and literals.
    Statements,
    /// Canonical forms of statements.
    Forms,
    /// Four tokens in a row, with names and literals as written.
    Texts,
    /// Runs of tokens of any length, without names and literals. Only a batch in which too many submissions have some
    /// k-grams has this view.
    Runs,
    /// Lines as typed.
    Lines,
}

impl ViewKind {
    /// All views, in the order in which a batch has them.
    pub const ALL: [Self; 6] =
        [Self::Kgrams, Self::Statements, Self::Forms, Self::Texts, Self::Runs, Self::Lines];

    /// Returns the kinds of a batch with this many views.
    pub(crate) fn for_views(views: usize) -> Vec<Self> {
        let has_runs = views == Self::ALL.len();
        Self::ALL.into_iter().filter(|&kind| has_runs || kind != Self::Runs).collect()
    }
}

/// What a pair shares in one view.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ViewEvidence {
    /// The view.
    pub view: ViewKind,
    /// Bits of what both sides have.
    pub bits: f64,
    /// Bits that this would have if nobody else had it.
    pub bits_at_most: f64,
    /// Bits of everything that the left side has.
    pub left_bits: f64,
    /// Bits of everything that the right side has.
    pub right_bits: f64,
    /// Suspicion by this view alone.
    pub suspicion: f64,
}

/// A match, by how little others have it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RarePassage {
    /// Index of the match in [`Pair::matches`](crate::Pair::matches).
    pub found: u32,
    /// Bits of its tokens, as in the view of k-grams.
    pub bits: f64,
}

/// Numbers of tokens that do not count, by reason ([`Mask`](crate::Mask)).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct IgnoredTokens {
    /// Starter code.
    pub boilerplate: u32,
    /// Common in the batch.
    pub common: u32,
    /// Common elsewhere.
    pub elsewhere: u32,
}
