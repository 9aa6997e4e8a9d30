//! Result values of sets of submissions: clusters and duplicates.

/// Submissions tied to each other by pairs at or above the cut-off.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// Indexes of the submissions, ascending; at least two.
    pub submissions: Vec<u32>,
    /// Mean similarity of the strongest links that connect them (a spanning tree).
    pub similarity: f64,
    /// The smallest expect value among its pairs; as [`Pair::expect`](crate::Pair::expect).
    pub expect: Option<f64>,
    /// The largest suspicion among its pairs.
    pub suspicion: f64,
    /// The links that connect the cluster, and the strongest of its other pairs at or above the cut-off, in ranked
    /// order. There are at most [`crate::LINKS`] other pairs per member.
    pub links: Vec<Link>,
    /// The strongest pairs at or above the cut-off of a member with a member of another cluster, in ranked order; at
    /// most [`crate::LINKS`] per member.
    pub between: Vec<Link>,
}

/// A pair that links two members of a cluster, or members of two clusters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Link {
    /// Index of the submission with the smaller number.
    pub left: u32,
    /// Index of the other submission.
    pub right: u32,
    /// As [`Pair::expect`](crate::Pair::expect).
    pub expect: Option<f64>,
    /// As [`Pair::suspicion`](crate::Pair::suspicion).
    pub suspicion: f64,
}

/// Submissions that are copies of each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Duplicates {
    /// In what sense they are copies.
    pub kind: DuplicateKind,
    /// Indexes of the submissions, ascending; at least two.
    pub submissions: Vec<u32>,
}

/// In what sense submissions are copies, strictest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DuplicateKind {
    /// All files have equal bytes.
    Identical,
    /// The texts of all tokens are equal; comments and layout may differ.
    LexicallyEquivalent,
    /// The normalized token streams are equal, and long enough to judge.
    TokenEquivalent,
}
