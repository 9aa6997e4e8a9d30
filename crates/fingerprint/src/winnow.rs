//! Winnowing and robust winnowing: at least one fingerprint in every window of w hashes. Pure arithmetic.
//!
//! Both keep the current minimum and look for the first hash that displaces it; a window is searched afresh only
//! when its minimum has left on the left. That rescan, in the slice itself, was measured at 1.2 to 1.6 times the
//! speed of the paper's circular buffer and at 2 to 4 times that of a monotone queue, whose pops are
//! unpredictable. No vector instructions: a key packed with its position would make the rightmost of equal minima
//! win, which robust winnowing must not do.

use crate::Fingerprint;
use crate::fingerprint::assert_positions_fit;

/// Winnowing: fills `out` with the minimum of every window of `w` consecutive hashes, of equal minima the
/// rightmost, each position once and ascending. Fewer than `w` hashes count as one window; none give none. What
/// `out` held before is discarded.
///
/// A local algorithm: what a window selects depends on its hashes alone. Consecutive positions differ by at most
/// `w`; every run of `w` hashes that two documents share selects the same positions in both.
///
/// # Panics
/// If `w` is 0, or at 2^32 hashes and more.
pub fn winnow(hashes: &[u64], w: usize, out: &mut Vec<Fingerprint>) {
    select(hashes, w, |new, minimum| new <= minimum, out);
}

/// Robust winnowing: as [`winnow()`], but a window keeps what the window before it selected wherever that is still
/// one of its minima, and takes the rightmost minimum otherwise.
///
/// On long runs of equal hashes it selects one in `w` instead of all. Not local: a run of `w` hashes that two
/// documents share selects equal *values* in both, at positions up to `w - 1` apart.
///
/// # Panics
/// If `w` is 0, or at 2^32 hashes and more.
pub fn winnow_robust(hashes: &[u64], w: usize, out: &mut Vec<Fingerprint>) {
    select(hashes, w, |new, minimum| new < minimum, out);
}

/// The loop of both. `displaces(new, minimum)` says whether a hash entering on the right takes over from the
/// minimum of the windows before it; that rule of ties is all they differ in.
#[inline]
fn select(hashes: &[u64], w: usize, displaces: impl Fn(u64, u64) -> bool, out: &mut Vec<Fingerprint>) {
    assert!(w > 0, "a window has at least one hash");
    assert_positions_fit(hashes);
    out.clear();
    if hashes.is_empty() {
        return;
    }
    let w = w.min(hashes.len());
    // The current window ends before `end`; its selected hash is `minimum`, at `position`.
    let mut end = w;
    let mut position = rightmost_minimum(&hashes[..end]);
    loop {
        out.push(Fingerprint::at(hashes, position));
        let minimum = hashes[position];
        // As long as windows hold `position`, they select it, unless a hash enters that displaces it.
        let last_end = hashes.len().min(position + w);
        let entering = hashes[end..last_end].iter().position(|new| displaces(*new, minimum));
        if let Some(offset) = entering {
            position = end + offset;
            end = position + 1;
        } else if last_end < hashes.len() {
            end = last_end + 1;
            position += 1 + rightmost_minimum(&hashes[position + 1..end]);
        } else {
            return;
        }
    }
}

/// Index of the rightmost minimum of a window, which is not empty.
///
/// Carrying index and minimum side by side lets the compiler choose both without a branch, which cannot be
/// predicted on random hashes; reading the minimum back by its index was measured at two thirds of the speed.
#[inline]
fn rightmost_minimum(window: &[u64]) -> usize {
    let (mut rightmost, mut minimum) = (0, window[0]);
    for (index, &hash) in window.iter().enumerate() {
        let takes_over = hash <= minimum;
        rightmost = if takes_over { index } else { rightmost };
        minimum = if takes_over { hash } else { minimum };
    }
    rightmost
}
