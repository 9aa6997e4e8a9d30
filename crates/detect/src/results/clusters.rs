//! Result values of sets of submissions: clusters and duplicates.

/// Submissions linked by pairs at or above the cut-off.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// Indexes, ascending; at least two.
    pub submissions: Vec<u32>,
    /// Mean similarity of the strongest links that hold them together (a spanning tree).
    pub similarity: f64,
    /// The largest suspicion among them.
    pub suspicion: f64,
    /// What holds it together and the strongest of its other pairs at or above the cut-off, in ranked order; at most
    /// [`crate::LINKS`] a member more than it takes to hold together.
    pub links: Vec<Link>,
}

/// A pair that links two members of a cluster.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// Index of the submission with the smaller number.
    pub left: u32,
    /// Index of the other.
    pub right: u32,
    /// As [`Pair::suspicion`](crate::Pair::suspicion).
    pub suspicion: f64,
}

/// Copies of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicates {
    /// In what sense.
    pub kind: DuplicateKind,
    /// Indexes, ascending; at least two.
    pub submissions: Vec<u32>,
}

/// In what sense submissions are copies, strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DuplicateKind {
    /// Equal bytes of all files.
    Identical,
    /// Equal token texts: comments and layout apart.
    LexicallyEquivalent,
    /// Equal normalised streams, above the too-short size.
    TokenEquivalent,
}
