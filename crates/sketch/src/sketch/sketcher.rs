//! Turns a stream of tokens into a sketch.

use super::collector::Collector;
use super::ladder_sampler::LadderSampler;
use super::{IdHash, Levels, ParameterError, Parameters, Sample, Sketch};
use crate::permutation::Permutation;
use crate::{Key, Shingler, Shingling, label};

/// Makes sketches of documents in turn, and reuses its buffers.
///
/// ```
/// use chaffinch_sketch::{Key, Parameters, Sketcher};
///
/// let mut sketcher = Sketcher::new(Parameters::STANDARD, &Key::PUBLIC).expect("right key, 64 bits");
/// let document: Vec<u64> = (1..=1000).map(chaffinch_fingerprint::rehash).collect();
/// let (whole, half) = (sketcher.sketch(&document), sketcher.sketch(&document[..500]));
/// assert_eq!(half.containment_in(&whole).expect("same parameters").value(), Some(1.0));
/// ```
#[derive(Debug, Clone)]
pub struct Sketcher {
    parameters: Parameters,
    ids: Ids,
    keeper: Keeper,
}

/// Keeps ids, depending on the sample.
#[derive(Debug, Clone)]
enum Keeper {
    Collector(Collector),
    LadderSampler(LadderSampler),
}

impl Keeper {
    fn new(sample: Sample) -> Self {
        match (sample, Levels::for_sample(sample)) {
            (Sample::LadderTo(unit, _), Some(levels)) => {
                Self::LadderSampler(LadderSampler::new(levels, unit))
            }
            _ => Self::Collector(Collector::new(sample)),
        }
    }

    fn finish(&mut self, out: &mut Vec<u64>) -> u32 {
        match self {
            Self::Collector(collector) => collector.finish(out),
            Self::LadderSampler(sampler) => sampler.finish(out),
        }
    }
}

/// Offers ids to the keeper through its currently cheapest intake. Each intake gets code of its own.
macro_rules! offer {
    ($keeper:expr, $intake:ident => $work:expr) => {
        match $keeper {
            Keeper::Collector(collector) => {
                let $intake = collector.intake();
                $work
            }
            Keeper::LadderSampler(sampler) if sampler.is_early() => {
                let $intake = sampler.intake_early();
                $work
            }
            Keeper::LadderSampler(sampler) => {
                let $intake = sampler.intake();
                $work
            }
        }
    };
}

impl Sketcher {
    /// Creates a sketcher for these parameters. `key` must be the key that they name.
    pub fn new(parameters: Parameters, key: &Key) -> Result<Self, ParameterError> {
        parameters.check(key)?;
        Ok(Self { parameters, ids: Ids::new(&parameters, key), keeper: Keeper::new(parameters.sample) })
    }

    /// Returns the parameters of its sketches.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Takes the document's next tokens: 64-bit hashes of words, well distributed; for Rabin fingerprints, words cut
    /// and padded by [`crate::cut_word`]. A document may be divided into any chunks.
    ///
    /// Memory is proportional to the sketch, or to the document if shingles are labelled.
    pub fn feed(&mut self, tokens: &[u64]) {
        let Self { ids, keeper, .. } = self;
        offer!(keeper, intake => ids.feed(tokens, intake));
    }

    /// Returns the sketch of the document. The next tokens begin another document.
    pub fn finish(&mut self) -> Sketch {
        let mut values = Vec::new();
        let level = self.finish_into(&mut values);
        Sketch::assembled(self.parameters, level, values)
    }

    /// As [`Self::finish`], but without the parameters, for callers with many documents: fills `out` with the values,
    /// ascending and distinct, and returns the level on the ladder (0 without a ladder).
    pub fn finish_into(&mut self, out: &mut Vec<u64>) -> u32 {
        let Self { ids, keeper, .. } = self;
        offer!(keeper, intake => ids.finish(intake));
        keeper.finish(out)
    }

    /// Returns the sketch of a whole document.
    pub fn sketch(&mut self, tokens: &[u64]) -> Sketch {
        self.feed(tokens);
        self.finish()
    }

    /// Returns the sketch of a ready-made set of features instead of a text's shingles. Each feature is a 64-bit hash.
    /// The shingle size and the hash of the parameters are not used.
    pub fn sketch_features(&mut self, features: &[u64]) -> Sketch {
        let Self { ids, keeper, .. } = self;
        offer!(keeper, intake => ids.features(features, intake));
        self.finish()
    }
}

/// Turns tokens into permuted ids of l bits.
///
/// Rabin fingerprints are already permuted and l bits long. All other ids (mixed hashes, labelled shingles, features)
/// are 64 bits long until they are permuted and cut.
#[derive(Debug, Clone)]
struct Ids {
    shingler: Shingler,
    /// `None` for the public key, whose ids are the mixed hashes themselves.
    permutation: Option<Permutation>,
    /// 64 - l.
    shift: u32,
    hash: IdHash,
    shingling: Shingling,
    /// The shingles of the document so far, if they must be labelled.
    bag: Vec<u64>,
}

impl Ids {
    fn new(parameters: &Parameters, key: &Key) -> Self {
        Self {
            shingler: match parameters.hash {
                IdHash::Mixed => Shingler::new(parameters.shingle),
                IdHash::Rabin => Shingler::rabin(parameters.shingle, parameters.bits, key),
            },
            permutation: (*key != Key::PUBLIC).then(|| Permutation::new(key, "permutation of ids")),
            shift: 64 - parameters.bits,
            hash: parameters.hash,
            shingling: parameters.shingling,
            bag: Vec::new(),
        }
    }

    #[inline]
    fn feed(&mut self, tokens: &[u64], mut each: impl FnMut(u64)) {
        let shift = self.shift;
        match (self.shingling, self.hash, self.permutation) {
            (Shingling::Labelled, ..) => self.shingler.feed(tokens, |id| self.bag.push(id)),
            (Shingling::Set, IdHash::Rabin, _) => self.shingler.feed(tokens, each),
            // In the loop of this usual case, even a shift by 0 costs time.
            (Shingling::Set, IdHash::Mixed, None) if shift == 0 => self.shingler.feed(tokens, each),
            (Shingling::Set, IdHash::Mixed, None) => self.shingler.feed(tokens, |id| each(id >> shift)),
            (Shingling::Set, IdHash::Mixed, Some(keyed)) => {
                self.shingler.feed(tokens, |id| each(keyed.apply(id) >> shift));
            }
        }
    }

    fn features(&mut self, features: &[u64], mut each: impl FnMut(u64)) {
        match self.shingling {
            Shingling::Labelled => self.bag.extend_from_slice(features),
            Shingling::Set => features.iter().for_each(|id| each(self.permuted(*id))),
        }
    }

    fn finish(&mut self, mut each: impl FnMut(u64)) {
        let mut bag = std::mem::take(&mut self.bag);
        label(&mut bag, |id| each(self.permuted(id)));
        bag.clear();
        self.bag = bag;
        self.shingler.reset();
    }

    fn permuted(&self, id: u64) -> u64 {
        self.permutation.map_or(id, |keyed| keyed.apply(id)) >> self.shift
    }
}
