//! Estimates of what two documents share, each with its confidence interval.

use std::sync::{Mutex, PoisonError};

use chaffinch_sketch::{Estimate, Share};
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::document::Overlap;

/// Confidence level of all intervals.
const CONFIDENCE: f64 = 0.95;

/// Estimates, each with its interval; `None` if nothing can be estimated.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Measures {
    /// Number of values that both have.
    pub count: u32,
    /// Shared values as a part of all values that either has.
    pub resemblance: Option<f64>,
    /// Interval of the resemblance, with a confidence of 95 %.
    pub resemblance_interval: Option<[f64; 2]>,
    /// How much of the text the document contains.
    pub query_containment: Option<f64>,
    /// Interval of `query_containment`, with a confidence of 95 %.
    pub query_containment_interval: Option<[f64; 2]>,
    /// How much of the document the text contains.
    pub document_containment: Option<f64>,
    /// Interval of `document_containment`, with a confidence of 95 %.
    pub document_containment_interval: Option<[f64; 2]>,
    /// Number of values behind the resemblance: those that either has.
    pub sample: u64,
}

impl Measures {
    /// Creates measures of an overlap. For exact counts, each interval is the value itself.
    pub fn of(overlap: Overlap, is_exact: bool) -> Self {
        Self::with(overlap, is_exact, around)
    }

    pub(super) fn with(overlap: Overlap, is_exact: bool, around: impl Fn(Share) -> [f64; 2]) -> Self {
        let [resemblance, left, right] =
            [overlap.resemblance(), overlap.left_containment(), overlap.right_containment()];
        let interval = |share: Option<Share>| {
            share.map(|share| if is_exact { [share.value(); 2] } else { around(share) })
        };
        Self {
            count: overlap.shared,
            resemblance: resemblance.map(Share::value),
            resemblance_interval: interval(resemblance),
            query_containment: left.map(Share::value),
            query_containment_interval: interval(left),
            document_containment: right.map(Share::value),
            document_containment_interval: interval(right),
            sample: resemblance.map_or(0, Share::of),
        }
    }
}

/// Returns the confidence interval of a share found in a sample.
fn around(share: Share) -> [f64; 2] {
    let interval = Estimate::Sampled(share).interval(CONFIDENCE);
    [interval.low, interval.high]
}

/// A cache of intervals. Computing one takes longer than a look-up, and rows need the same few again and again.
#[derive(Debug, Default)]
pub(crate) struct Intervals(Mutex<FxHashMap<Share, [f64; 2]>>);

impl Intervals {
    /// Most intervals that are kept, which take a few megabytes.
    const MAX_INTERVALS: usize = 100_000;

    pub(super) fn around(&self, share: Share) -> [f64; 2] {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() == Self::MAX_INTERVALS {
            known.clear();
        }
        *known.entry(share).or_insert_with(|| around(share))
    }
}
