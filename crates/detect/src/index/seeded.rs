//! Hash maps and sets whose keys students can choose.
//!
//! The hash of a typed line can be inverted, and those of k-grams and texts are public functions of a file. `FxHasher`
//! has no secret, so a student could write lines that all fall into one bucket with one tag. Each look-up would then
//! compare a key with all others, and numbering a file would be quadratic (hash flooding). A seed that is only added
//! does not help: it commutes with the multiplication, and keys that met before still meet.
//!
//! Each map here draws two random numbers. One changes the key, the other one multiplies it to 128 bits, and both
//! halves of the product make the hash. One multiplication costs next to nothing beside a look-up in memory.
//!
//! The random numbers decide how long a look-up takes and in which order a map is iterated. No result depends on
//! either: nothing iterates over these maps.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher, RandomState};

/// A map whose keys students can choose.
pub type SeededMap<Key, Value> = HashMap<Key, Value, Seeds>;

/// A set whose elements students can choose.
pub type SeededSet<Key> = HashSet<Key, Seeds>;

/// The random numbers of one map.
#[derive(Clone, Copy)]
pub struct Seeds {
    start: u64,
    factor: u64,
}

impl Default for Seeds {
    /// Draws new random numbers.
    fn default() -> Self {
        let random = RandomState::new();
        // An even factor would lose bits of the key.
        Self { start: random.hash_one(0_u64), factor: random.hash_one(1_u64) | 1 }
    }
}

impl BuildHasher for Seeds {
    type Hasher = SeededHasher;

    #[inline]
    fn build_hasher(&self) -> SeededHasher {
        SeededHasher { state: self.start, factor: self.factor }
    }
}

/// Hashes a key of a [`SeededMap`]; fastest for a single number.
pub struct SeededHasher {
    state: u64,
    factor: u64,
}

impl Hasher for SeededHasher {
    #[inline]
    fn finish(&self) -> u64 {
        self.state
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u32(&mut self, number: u32) {
        self.write_u64(u64::from(number));
    }

    #[inline]
    fn write_u64(&mut self, number: u64) {
        let product = u128::from(self.state ^ number) * u128::from(self.factor);
        self.state = product as u64 ^ (product >> 64) as u64;
    }
}

#[cfg(test)]
mod tests {
    use std::{cell::Cell, hash::Hash};

    use rustc_hash::FxBuildHasher;

    use super::*;

    const KEYS: u64 = 2000;

    thread_local! {
        static COMPARED: Cell<u64> = const { Cell::new(0) };
    }

    /// A key that counts its comparisons.
    struct Counted(u64);

    impl Hash for Counted {
        fn hash<H: Hasher>(&self, state: &mut H) {
            state.write_u64(self.0);
        }
    }

    impl PartialEq for Counted {
        fn eq(&self, other: &Self) -> bool {
            COMPARED.set(COMPARED.get() + 1);
            self.0 == other.0
        }
    }

    impl Eq for Counted {}

    /// Returns how many comparisons it takes to insert [`KEYS`] different keys.
    fn compared<S: BuildHasher + Default>(key: impl Fn(u64) -> u64) -> u64 {
        COMPARED.set(0);
        let set: HashSet<Counted, S> = (0..KEYS).map(|at| Counted(key(at))).collect();
        assert_eq!(set.len() as u64, KEYS);
        COMPARED.get()
    }

    /// Returns keys for which `FxHasher` gives hashes with the same 20 lowest and the same 7 highest bits.
    fn flood(at: u64) -> u64 {
        const FACTOR: u64 = 0xf135_7aea_2e62_a9c5;
        // Newton's iteration: each step doubles the number of correct bits.
        let inverse = (0..5).fold(FACTOR, |x, _| x.wrapping_mul(2_u64.wrapping_sub(FACTOR.wrapping_mul(x))));
        (at << 20).rotate_right(26).wrapping_mul(inverse)
    }

    #[test]
    fn chosen_keys_are_compared_as_seldom_as_others() {
        assert!(KEYS * KEYS / 4 < compared::<FxBuildHasher>(flood), "the attack works without seeds");
        // Usually there is less than one comparison per key. This leaves room for unlucky seeds.
        let most = 32 * KEYS;
        assert!(compared::<Seeds>(flood) < most);
        for shift in [0, 20, 40, 53] {
            assert!(compared::<Seeds>(|at| at << shift) < most, "shifted by {shift}");
        }
    }

    #[test]
    fn every_map_has_its_own_seeds() {
        let hashes = [Seeds::default(), Seeds::default()].map(|seeds| seeds.hash_one(7_u64));
        assert_ne!(hashes[0], hashes[1]);
    }

    #[test]
    fn keys_of_any_type_are_found_again() {
        let words: SeededSet<String> = (0..KEYS).map(|at| "long ".repeat(3) + &at.to_string()).collect();
        assert!((0..KEYS).all(|at| words.contains(&format!("long long long {at}"))));
        assert!(!words.contains("long long long "));
        let numbers: SeededMap<(u32, u64), u64> = (0..KEYS).map(|at| ((at as u32, at + 1), at)).collect();
        assert!((0..KEYS).all(|at| numbers.get(&(at as u32, at + 1)) == Some(&at)));
    }
}
