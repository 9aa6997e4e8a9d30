//! Random primes. Pure arithmetic.

use chaffinch_sketch::Draw;

/// Bases for which the test of Miller and Rabin errs on no number below 2^64 (Sorenson and Webster 2015).
const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];

/// Uniform among the primes of exactly this many bits, 6 to 64. Some one in `bits / 3` of the odd numbers is prime.
pub(super) fn random_prime(bits: u32, draw: &mut Draw) -> u64 {
    loop {
        let candidate = draw.next_number() >> (u64::BITS - bits) | 1 << (bits - 1) | 1;
        if is_prime(candidate) {
            return candidate;
        }
    }
}

fn is_prime(number: u64) -> bool {
    if BASES.contains(&number) {
        return true;
    }
    if number < 2 || BASES.iter().any(|base| number.is_multiple_of(*base)) {
        return false;
    }
    // number - 1 = odd * 2^twos
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    BASES.iter().all(|base| {
        let mut power = power(*base, odd, number);
        power == 1
            || (0..twos).any(|_| {
                let is_minus_one = power == number - 1;
                power = multiply(power, power, number);
                is_minus_one
            })
    })
}

fn multiply(left: u64, right: u64, modulus: u64) -> u64 {
    (u128::from(left) * u128::from(right) % u128::from(modulus)) as u64
}

fn power(base: u64, exponent: u64, modulus: u64) -> u64 {
    (0..u64::BITS - exponent.leading_zeros()).rev().fold(1, |power, bit| {
        let square = multiply(power, power, modulus);
        if exponent >> bit & 1 == 1 { multiply(square, base, modulus) } else { square }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chaffinch_sketch::Key;

    #[test]
    fn primes_have_no_divisor() {
        for number in 0..20_000 {
            let no_divisor =
                number > 1 && (2..number).take_while(|d| d * d <= number).all(|d| number % d > 0);
            assert_eq!(is_prime(number), no_divisor, "{number}");
        }
    }

    #[test]
    fn large_ones() {
        // The largest primes below 2^61 and 2^64; strong pseudoprimes to the first few bases; a square.
        assert!(is_prime((1 << 61) - 1) && is_prime(u64::MAX - 58));
        assert!(
            !is_prime(3_215_031_751)
                && !is_prime(3_825_123_056_546_413_051)
                && !is_prime(4_294_967_291 * 4_294_967_291)
        );
    }

    #[test]
    fn drawn_ones_are_of_their_size() {
        for bits in [8, 61, 64] {
            let prime = random_prime(bits, &mut Key::from_seed(1).draw("test"));
            assert!(is_prime(prime) && prime.ilog2() == bits - 1);
        }
    }
}
