//! The fingerprint of Karp and Rabin (1987) modulo a random prime. Pure arithmetic.

use super::prime::random_prime;
use chaffinch_sketch::Key;

/// `f(A) = A mod p`, for a document read as the number A that its bits write.
///
/// The prime is drawn from the key, uniformly from those of 61 bits, so that it cannot be known which documents collide;
/// nor does it matter: a fingerprint proposes, bytes decide.
#[derive(Debug, Clone)]
pub struct KarpRabin {
    prime: u64,
}

/// The bits of p.
const BITS: u32 = 61;

impl KarpRabin {
    /// The function of this key.
    pub fn new(key: &Key) -> Self {
        Self { prime: random_prime(BITS, &mut key.draw("Karp-Rabin prime")) }
    }

    /// The modulus.
    pub fn prime(&self) -> u64 {
        self.prime
    }

    /// The fingerprint of a document. A bit 1 is put in front of it: otherwise zeros at its beginning would not count.
    pub fn of(&self, document: &[u8]) -> u64 {
        let (words, rest) = document.as_chunks();
        let append = |remainder: u64, bits: u32, word: u64| {
            let number = u128::from(remainder) << bits | u128::from(word);
            (number % u128::from(self.prime)) as u64
        };
        let remainder =
            words.iter().fold(1, |remainder, word| append(remainder, u64::BITS, u64::from_be_bytes(*word)));
        rest.iter().fold(remainder, |remainder, byte| append(remainder, u8::BITS, u64::from(*byte)))
    }

    /// The most likely that two different documents of at most `bytes` bytes have the same fingerprint, over the choice
    /// of the prime: the difference of their numbers has at most so many prime divisors of 61 bits, of all those primes.
    pub fn collision_bound(bytes: usize) -> f64 {
        let difference_bits = bytes as f64 * 8.0 + 1.0;
        let least_bits = f64::from(BITS - 1);
        // Between 2^60 and 2^61, primes lie more densely than 1 in ln 2^61 = 42.3.
        let primes = 2f64.powi(BITS.cast_signed() - 1) / (f64::from(BITS) * std::f64::consts::LN_2);
        difference_bits / least_bits / primes
    }
}
