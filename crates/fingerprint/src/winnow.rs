//! Winnowing and robust winnowing: at least one fingerprint in every window of w hashes. Pure arithmetic.
//!
//! Both keep the current minimum and look for the first hash that displaces it. A window is searched again only when
//! its minimum has left it. This search, in the slice itself, was measured at 1.2 to 1.6 times the speed of the paper's
//! circular buffer, and at 2 to 4 times that of a monotone queue, whose pops are unpredictable. Vector instructions are
//! not used: with a key packed with its position, the rightmost of equal minima would win, which robust winnowing must
//! not do.

/// A k-gram hash that was selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint {
    /// Hash of the k-gram.
    pub hash: u64,
    /// Index of the hash in the document's sequence of k-gram hashes. It is also the index of the k-gram's first token.
    pub position: u32,
}

/// Winnowing: fills `out` with the minimum of every window of `w` consecutive hashes, each position once and ascending.
/// Of equal minima, the rightmost is selected. Fewer than `w` hashes count as one window; no hashes give none. Previous
/// content of `out` is discarded.
///
/// This is a local algorithm: what a window selects depends only on its hashes. Consecutive positions differ by at most
/// `w`. Every run of `w` hashes that two documents share selects the same positions in both.
///
/// # Panics
///
/// If `w` is 0, or if there are 2^32 hashes or more.
pub fn winnow(hashes: &[u64], w: usize, out: &mut Vec<Fingerprint>) {
    select(hashes, w, |new, minimum| new <= minimum, out);
}

/// Robust winnowing: as [`winnow()`], but a window keeps what the window before it selected if that is still one of its
/// minima. Otherwise it selects the rightmost minimum.
///
/// On long runs of equal hashes it selects one in `w` instead of all. It is not local: a run of `w` hashes that two
/// documents share selects equal *values* in both, at positions up to `w - 1` apart.
///
/// # Panics
///
/// If `w` is 0, or if there are 2^32 hashes or more.
pub fn winnow_robust(hashes: &[u64], w: usize, out: &mut Vec<Fingerprint>) {
    select(hashes, w, |new, minimum| new < minimum, out);
}

/// The loop of both. `displaces(new, minimum)` says whether a hash that enters on the right replaces the minimum of the
/// windows before it. The two differ only in how this rule treats ties.
#[inline]
fn select(hashes: &[u64], w: usize, displaces: impl Fn(u64, u64) -> bool, out: &mut Vec<Fingerprint>) {
    assert!(w > 0, "a window has at least one hash");
    assert!(u32::try_from(hashes.len()).is_ok(), "a document holds fewer than 2^32 k-grams");
    out.clear();
    if hashes.is_empty() {
        return;
    }
    let w = w.min(hashes.len());
    // The current window ends before `end`; its selected hash is `minimum`, at `position`.
    let mut end = w;
    let mut position = rightmost_minimum(&hashes[..end]);
    loop {
        let minimum = hashes[position];
        out.push(Fingerprint { hash: minimum, position: position as u32 });
        // Windows that contain `position` select it, unless a hash enters that displaces it.
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

/// Returns the index of the rightmost minimum of a window, which is not empty.
///
/// With index and minimum in two variables, the compiler can choose both without a branch, which would be unpredictable
/// on random hashes. Reading the minimum back by its index was measured at two thirds of the speed.
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
