//! Banded locality-sensitive hashing: which signatures may agree in many components, without comparing all pairs.
//! Pure.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;

use chaffinch_fingerprint::hash_kgram;
use chaffinch_sketch::Mismatch;
use chaffinch_sketch::signature::{Signature, SignatureParameters};

/// A signature cut into bands of equally many components, its rows. Two signatures are candidates if they agree in all
/// rows of at least one band.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bands {
    /// How many bands, b.
    pub bands: NonZeroUsize,
    /// Components in each, r.
    pub rows: NonZeroUsize,
}

impl Bands {
    /// For signatures of this length: as many rows as possible, thus as few needless candidates, such that a pair
    /// that agrees in a share of `threshold` of its components is a candidate with a probability of at least `recall`.
    /// Components that fill no band are left out.
    pub fn for_threshold(length: NonZeroUsize, threshold: f64, recall: f64) -> Result<Self, NoBands> {
        let cut = |rows: usize| {
            let rows = NonZeroUsize::new(rows)?;
            Some(Self { bands: NonZeroUsize::new(length.get() / rows)?, rows })
        };
        (1..=length.get())
            .rev()
            .filter_map(cut)
            .find(|bands| bands.collision_probability(threshold) >= recall)
            .ok_or(NoBands { length, threshold, recall })
    }

    /// The probability that two signatures are candidates that agree in each component with probability `share`:
    /// `1 - (1 - share^r)^b`.
    pub fn collision_probability(self, share: f64) -> f64 {
        // By logarithms that keep what is small beside 1.
        let band = share.powf(self.rows.get() as f64);
        -(self.bands.get() as f64 * (-band).ln_1p()).exp_m1()
    }
}

/// No bands of any width find so much.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("{length} components find no pair of share {threshold} with probability {recall}")]
pub struct NoBands {
    /// Components there are.
    pub length: NonZeroUsize,
    /// The share that was asked for.
    pub threshold: f64,
    /// The probability that was asked for.
    pub recall: f64,
}

/// Documents by the bands of their signatures.
#[derive(Debug, Clone)]
pub struct BandedIndex {
    bands: Bands,
    parameters: SignatureParameters,
    buckets: BTreeMap<u64, Vec<u32>>,
}

impl BandedIndex {
    /// For signatures with these parameters, cut into these bands.
    ///
    /// # Panics
    /// If the signatures are too short for the bands.
    pub fn new(bands: Bands, parameters: SignatureParameters) -> Self {
        let needed = bands.bands.saturating_mul(bands.rows);
        assert!(
            needed <= parameters.length,
            "{needed} components are needed, and there are {}",
            parameters.length
        );
        Self { bands, parameters, buckets: BTreeMap::new() }
    }

    /// Adds a document under a number of the caller's. An empty signature is nowhere found again.
    pub fn insert(&mut self, document: u32, signature: &Signature) -> Result<(), Mismatch> {
        for key in self.keys(signature)? {
            self.buckets.entry(key).or_default().push(document);
        }
        Ok(())
    }

    /// The documents that agree with a signature in at least one whole band: ascending, each once. They *may* resemble
    /// it; [`Signature::agreement`] says how much they do.
    pub fn candidates(&self, signature: &Signature) -> Result<Vec<u32>, Mismatch> {
        let keys = self.keys(signature)?;
        let mut found: Vec<u32> =
            keys.iter().filter_map(|key| self.buckets.get(key)).flatten().copied().collect();
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// One key a band: a hash of its number and rows. That two bands' keys are equal by chance makes a needless
    /// candidate once in 2^64.
    fn keys(&self, signature: &Signature) -> Result<Vec<u64>, Mismatch> {
        self.parameters.same(signature.parameters())?;
        if signature.words().is_empty() {
            return Ok(Vec::new());
        }
        let rows = self.bands.rows.get();
        let mut band_and_rows = Vec::with_capacity(rows + 1);
        let key = |band: usize| {
            band_and_rows.clear();
            band_and_rows.push(band as u64);
            band_and_rows.extend((band * rows..(band + 1) * rows).map(|at| signature.component(at)));
            hash_kgram(&band_and_rows)
        };
        Ok((0..self.bands.bands.get()).map(key).collect())
    }
}
