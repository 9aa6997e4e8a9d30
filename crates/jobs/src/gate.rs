//! Limits how much text is parsed at the same time, so that the memory of the parsers does not grow with the number of
//! processors. It delays work and changes no result.

use std::sync::{Condvar, Mutex, PoisonError};

/// Number of bytes of text that are parsed at the same time. A longer text is parsed alone. A parser uses up to 192
/// bytes of memory per byte of text, and at most 64 MiB. All parsers together stay within 100 MiB.
const MAX_PARSED: usize = 512 << 10;

/// Smallest number of bytes that a text counts as: the parser of a short text may use as much memory as for this many
/// bytes.
const MIN_COUNTED: usize = 8 << 10;

/// Admits as many texts as fit.
pub(crate) struct Gate {
    free: Mutex<usize>,
    more: Condvar,
}

/// Permission to parse a text, until it is dropped.
pub(crate) struct Pass<'a> {
    gate: &'a Gate,
    bytes: usize,
}

impl Gate {
    pub(crate) fn new() -> Self {
        Self { free: Mutex::new(MAX_PARSED), more: Condvar::new() }
    }

    /// Waits until a text of this many bytes may be parsed.
    pub(crate) fn enter(&self, bytes: usize) -> Pass<'_> {
        let bytes = bytes.clamp(MIN_COUNTED, MAX_PARSED);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free =
            self.more.wait_while(free, |free| *free < bytes).unwrap_or_else(PoisonError::into_inner);
        *free -= bytes;
        Pass { gate: self, bytes }
    }
}

impl Drop for Pass<'_> {
    fn drop(&mut self) {
        *self.gate.free.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
        self.gate.more.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn never_more_than_fit_at_the_same_time_and_all_get_in() {
        let (gate, inside, most, done) =
            (Gate::new(), AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for thread in 0..8_usize {
                let (gate, inside, most, done) = (&gate, &inside, &most, &done);
                scope.spawn(move || {
                    for turn in 0..200 {
                        // From 0 bytes to twice the limit.
                        let bytes = (thread * 7 + turn) % 9 * (MAX_PARSED / 4);
                        let pass = gate.enter(bytes);
                        let now = inside.fetch_add(pass.bytes, Ordering::SeqCst) + pass.bytes;
                        most.fetch_max(now, Ordering::SeqCst);
                        inside.fetch_sub(pass.bytes, Ordering::SeqCst);
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(done.into_inner(), 1600);
        assert!((MIN_COUNTED..=MAX_PARSED).contains(&most.into_inner()));
        assert_eq!(gate.free.into_inner().unwrap(), MAX_PARSED);
    }
}
