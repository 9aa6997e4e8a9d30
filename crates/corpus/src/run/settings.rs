//! What decides a run's pairs, and how it stands in `run.json`. Pure.

use std::num::{NonZeroU64, NonZeroUsize};

use chaffinch_fingerprint::{Key, Sample};
use serde::{Deserialize, Serialize};

use crate::canonical::WORDS_VERSION;

/// One shingle in so many is kept, where nothing else is said.
pub const MODULUS: NonZeroU64 = NonZeroU64::new(8).expect("not zero");

/// A document that would keep fewer values is on an earlier level of the ladder, where nothing else is said.
pub const LADDER_UNIT: NonZeroUsize = NonZeroUsize::new(64).expect("not zero");

/// What decides a run's pairs. The policy by which pairs link is not part of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClusterSettings {
    /// How documents are sketched: `MOD_m` of plain shingle sets, or the ladder that ends there, as only these estimate
    /// containment.
    pub sketch: chaffinch_fingerprint::Parameters,
    /// Representatives that may share a shingle before it counts as common.
    pub common_limit: u32,
    /// Pairs below this resemblance and both containments are not kept.
    pub floor: f64,
    /// By super shingles instead of pairs.
    pub fast: bool,
    /// The key that `sketch` names.
    pub key: Key,
}

impl ClusterSettings {
    /// The paper's, but for the floor, below which it kept pairs too, and the sample, of which it kept 1 in 25: three times
    /// as many values cost half as much time again, and the estimate is off by half as much. Of short documents, which would
    /// be told by a few values, more are kept.
    pub const STANDARD: Self = Self {
        sketch: chaffinch_fingerprint::Parameters {
            sample: Sample::LadderTo(LADDER_UNIT, MODULUS),
            ..chaffinch_fingerprint::Parameters::STANDARD
        },
        common_limit: 1000,
        floor: 0.1,
        fast: false,
        key: Key::PUBLIC,
    };
}

/// As settings stand in `run.json`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct StoredSettings {
    pub(super) sketch: String,
    words: u16,
    normalizer: u16,
    pub(super) common_limit: u32,
    pub(super) floor: f64,
    pub(super) fast: bool,
}

impl From<ClusterSettings> for StoredSettings {
    fn from(settings: ClusterSettings) -> Self {
        let text = chaffinch_normalize::language("text").map_or(0, |text| text.scheme().normalizer);
        Self {
            sketch: settings.sketch.to_string(),
            words: WORDS_VERSION,
            normalizer: text,
            common_limit: settings.common_limit,
            floor: settings.floor,
            fast: settings.fast,
        }
    }
}
