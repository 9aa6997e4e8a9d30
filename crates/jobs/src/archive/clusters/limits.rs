//! Limits on the size of an archive that is clustered.

/// Limits on the size of an archive that is clustered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClusterLimits {
    /// Largest number of submissions.
    pub submissions: u64,
    /// Largest number of fingerprints, summed over the submissions.
    pub fingerprints: u64,
    /// Largest number of pairs of submissions that share a fingerprint, counted for each such fingerprint. Above it,
    /// only a sample of the fingerprints is compared, smaller by the same factor.
    pub pairings: u64,
}

impl ClusterLimits {
    /// Limits for a query from a page, where a user waits.
    pub const SERVICE: Self = Self { submissions: 200_000, fingerprints: 20_000_000, pairings: 100_000_000 };

    /// Limits for the operator: only time and disk space limit the size.
    pub const OPERATOR: Self = Self {
        submissions: chaffinch_corpus::MAX_DOCUMENTS as u64,
        fingerprints: u64::MAX,
        pairings: u64::MAX,
    };
}
