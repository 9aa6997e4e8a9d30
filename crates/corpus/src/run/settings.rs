//! The settings that determine a run's pairs, and how `run.json` stores them.

use std::num::{NonZeroU64, NonZeroUsize};

use chaffinch_sketch::{Key, Sample};
use serde::{Deserialize, Serialize};

use crate::canonical::WORDS_VERSION;

/// The default modulus: one shingle in this many is kept.
pub const MODULUS: NonZeroU64 = NonZeroU64::new(8).expect("not zero");

/// The default unit of the ladder: a document that would keep fewer values is on an earlier level.
pub const LADDER_UNIT: NonZeroUsize = NonZeroUsize::new(64).expect("not zero");

/// The settings that determine a run's pairs. The policy that links pairs is not among them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClusterSettings {
    /// How documents are sketched: with `MOD_m` of plain shingle sets, or a ladder that ends there, as only these allow
    /// estimates of containment.
    pub sketch: chaffinch_sketch::Parameters,
    /// How many representatives may share a shingle before it counts as common.
    pub common_limit: u32,
    /// A pair is not kept if its resemblance and both containments are below this.
    pub floor: f64,
    /// Whether to link documents by super shingles instead of pairs.
    pub fast: bool,
    /// The key that `sketch` names.
    pub key: Key,
}

impl ClusterSettings {
    /// The settings of the paper, except for two. The paper kept pairs without a floor, and it kept 1 shingle in 25:
    /// three times as many values take half as much time again, and halve the error of the estimate. Short documents,
    /// which would have only a few values, keep more.
    pub const STANDARD: Self = Self {
        sketch: chaffinch_sketch::Parameters {
            sample: Sample::LadderTo(LADDER_UNIT, MODULUS),
            ..chaffinch_sketch::Parameters::STANDARD
        },
        common_limit: 1000,
        floor: 0.1,
        fast: false,
        key: Key::PUBLIC,
    };
}

/// The settings as `run.json` stores them.
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
