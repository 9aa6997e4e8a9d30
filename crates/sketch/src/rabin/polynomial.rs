//! Polynomials over Z2 of degree below 64, with one bit for each coefficient. Pure arithmetic.

use crate::key::Draw;

/// Returns the degree of a polynomial that is not 0.
fn degree(polynomial: u64) -> u32 {
    polynomial.ilog2()
}

/// Returns `left * right` modulo `modulus`; both have a lower degree than it. Uses shift and add, as it only builds
/// tables.
pub(super) fn multiply(mut left: u64, mut right: u64, modulus: u64) -> u64 {
    let carry = 1 << degree(modulus);
    let mut product = 0;
    while right > 0 {
        if right & 1 == 1 {
            product ^= left;
        }
        right >>= 1;
        left <<= 1;
        if left & carry > 0 {
            left ^= modulus;
        }
    }
    product
}

/// Returns `x^exponent` modulo `modulus`, whose degree is at least 2.
pub(super) fn power_of_x(exponent: u64, modulus: u64) -> u64 {
    const X: u64 = 0b10;
    (0..u64::BITS - exponent.leading_zeros()).rev().fold(1, |power, bit| {
        let square = multiply(power, power, modulus);
        if exponent >> bit & 1 == 1 { multiply(square, X, modulus) } else { square }
    })
}

/// Draws uniformly from the irreducible polynomials of this degree, which is 2 to 63. One polynomial in `degree` is
/// irreducible; among those that x does not divide, twice as many are.
pub(super) fn random_irreducible(degree: u32, draw: &mut Draw) -> u64 {
    loop {
        let candidate = 1 << degree | draw.next_number() >> (u64::BITS - degree) | 1;
        if is_irreducible(candidate) {
            return candidate;
        }
    }
}

/// Rabin's test: P of degree l is irreducible if it divides `x^(2^l) - x` and has no factor in common with
/// `x^(2^(l/q)) - x`, for every prime q that divides l.
fn is_irreducible(polynomial: u64) -> bool {
    let l = degree(polynomial);
    // Computes x^(2^n) by n squarings.
    let frobenius = |n: u32| (0..n).fold(0b10, |power, _| multiply(power, power, polynomial));
    frobenius(l) == 0b10
        && (2..=l)
            .filter(|q| l.is_multiple_of(*q) && (2..*q).all(|smaller| !q.is_multiple_of(smaller)))
            .all(|q| greatest_common_divisor(frobenius(l / q) ^ 0b10, polynomial) == 1)
}

fn greatest_common_divisor(mut left: u64, mut right: u64) -> u64 {
    while left > 0 {
        while right > 0 && degree(right) >= degree(left) {
            right ^= left << (degree(right) - degree(left));
        }
        (left, right) = (right, left);
    }
    right
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Key;

    /// Long division, one bit at a time.
    pub(crate) fn remainder(string: impl Iterator<Item = bool>, modulus: u64) -> u64 {
        let carry = 1 << degree(modulus);
        string.fold(0, |rest, bit| {
            let next = rest << 1 | u64::from(bit);
            if next & carry > 0 { next ^ modulus } else { next }
        })
    }

    fn divides(divisor: u64, polynomial: u64) -> bool {
        remainder((0..64).rev().map(|bit| polynomial >> bit & 1 == 1), divisor) == 0
    }

    #[test]
    fn irreducible_is_without_a_divisor() {
        for polynomial in 0b100..1 << 11 {
            let has_divisor = (0b10..polynomial)
                .take_while(|divisor| 2 * degree(*divisor) <= degree(polynomial))
                .any(|divisor| divides(divisor, polynomial));
            assert_eq!(is_irreducible(polynomial), !has_divisor, "{polynomial:b}");
        }
    }

    /// Gauss' formula: there are `1/l sum over d | l of mu(d) 2^(l/d)` of them: 30 of degree 8, 99 of degree 10.
    #[test]
    fn there_are_as_many_as_gauss_says() {
        let of_degree = |l: u32| (1_u64 << l..1 << (l + 1)).filter(|p| is_irreducible(*p)).count();
        assert_eq!([2, 3, 4, 8, 10, 12].map(of_degree), [1, 2, 3, 30, 99, 335]);
    }

    #[test]
    fn drawn_ones_have_their_degree() {
        for l in [2, 8, 40, 63] {
            let drawn = random_irreducible(l, &mut Key::from_seed(u64::from(l)).draw("test"));
            assert!(degree(drawn) == l && is_irreducible(drawn));
        }
    }

    #[test]
    fn powers_are_remainders() {
        let modulus = 0b1_0001_1011;
        for exponent in 0..600 {
            let string = std::iter::once(true).chain(std::iter::repeat_n(false, exponent));
            assert_eq!(power_of_x(exponent as u64, modulus), remainder(string, modulus));
        }
    }
}
