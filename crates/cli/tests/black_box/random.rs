//! Pseudo-random numbers that repeat with the same seed.

/// Marsaglia's xorshift generator. Its quality does not matter here, because any fixed sequence would do.
#[derive(Debug, Clone)]
pub(crate) struct SeededRandom(u64);

impl SeededRandom {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_add(1).max(1))
    }

    /// Returns a number below this one.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % end
    }

    /// Returns one of the items.
    pub(crate) fn one_of<'a, T>(&mut self, things: &'a [T]) -> Option<&'a T> {
        things.get(self.below(things.len().max(1) as u64) as usize)
    }
}
