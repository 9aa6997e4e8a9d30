//! A Bloom filter (Bloom 1970). Pure.

use chaffinch_sketch::Key;
use chaffinch_sketch::Permutation;

/// Tells most new values from those that were seen, in some ten bits each.
#[derive(Debug, Clone)]
pub struct BloomFilter {
    bits: Vec<u64>,
    probes: u32,
    /// A permutation that is the key's secret: nobody can choose values that fill or pass the filter.
    permutation: Permutation,
}

/// A filter's answer. It never says "seen": what it does not rule out is looked up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Membership {
    /// Surely never inserted.
    New,
    /// Inserted, or a false positive.
    PerhapsSeen,
}

impl BloomFilter {
    /// For `capacity` different values, at which a new one passes for seen with probability `false_positives`:
    /// `m = -n ln p / (ln 2)^2` bits, `m/n ln 2` of which are looked at.
    ///
    /// # Panics
    /// Unless the probability lies between 0 and 1, both excluded.
    pub fn new(capacity: usize, false_positives: f64, key: &Key) -> Self {
        assert!(0.0 < false_positives && false_positives < 1.0, "a probability lies between 0 and 1");
        let bits_per_value = -false_positives.log2() / std::f64::consts::LN_2;
        let words = (capacity.max(1) as f64 * bits_per_value / 64.0).ceil() as usize;
        let probes = (bits_per_value * std::f64::consts::LN_2).round().max(1.0) as u32;
        Self { bits: vec![0; words], probes, permutation: Permutation::new(key, "Bloom filter") }
    }

    /// Its size.
    pub fn bytes(&self) -> usize {
        self.bits.len() * 8
    }

    /// Remembers a value.
    pub fn insert(&mut self, value: u64) {
        for bit in Self::places(self.permutation, self.probes, self.bits.len(), value) {
            self.bits[bit / 64] |= 1 << (bit % 64);
        }
    }

    /// Whether a value was inserted, as far as the filter can tell.
    pub fn look_up(&self, value: u64) -> Membership {
        let mut places = Self::places(self.permutation, self.probes, self.bits.len(), value);
        if places.all(|bit| self.bits[bit / 64] >> (bit % 64) & 1 == 1) {
            Membership::PerhapsSeen
        } else {
            Membership::New
        }
    }

    /// The bits of a value, of `words` words: an arithmetic progression from two hashes (Kirsch and Mitzenmacher
    /// 2008), each member scaled to the range.
    fn places(
        permutation: Permutation,
        probes: u32,
        words: usize,
        value: u64,
    ) -> impl Iterator<Item = usize> {
        let first = permutation.apply(value);
        // Odd, so that the progression does not stand still.
        let step = permutation.apply(first) | 1;
        let bits = words as u128 * 64;
        (0..u64::from(probes)).map(move |probe| {
            let place = first.wrapping_add(probe.wrapping_mul(step));
            ((u128::from(place) * bits) >> 64) as usize
        })
    }
}
