//! Limits how much text is parsed at the same time, so that the memory of the parsers does not grow with the number of
//! processors. It delays work and changes no result.

use std::sync::{Condvar, Mutex, PoisonError};

/// Number of bytes of text that are parsed at the same time. A longer text is parsed alone. A parser uses up to 192
/// bytes of memory per byte of text, and at most 64 MiB. All parsers together stay within 100 MiB.
const MAX_PARSED_BYTES: usize = 512 << 10;

/// Smallest number of bytes that a text counts as: the parser of a short text may use as much memory as for this many
/// bytes.
const MIN_COUNTED_BYTES: usize = 8 << 10;

/// Memory for parsing, shared by all threads. It admits as many texts as fit.
pub(crate) struct ParseMemory {
    free: Mutex<usize>,
    freed: Condvar,
}

/// Permission to parse a text, until it is dropped.
pub(crate) struct ParsePermit<'a> {
    memory: &'a ParseMemory,
    bytes: usize,
}

impl ParseMemory {
    pub(crate) fn new() -> Self {
        Self { free: Mutex::new(MAX_PARSED_BYTES), freed: Condvar::new() }
    }

    /// Waits until a text of this many bytes may be parsed.
    pub(crate) fn acquire(&self, bytes: usize) -> ParsePermit<'_> {
        let bytes = bytes.clamp(MIN_COUNTED_BYTES, MAX_PARSED_BYTES);
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let mut free =
            self.freed.wait_while(free, |free| *free < bytes).unwrap_or_else(PoisonError::into_inner);
        *free -= bytes;
        ParsePermit { memory: self, bytes }
    }
}

impl Drop for ParsePermit<'_> {
    fn drop(&mut self) {
        *self.memory.free.lock().unwrap_or_else(PoisonError::into_inner) += self.bytes;
        self.memory.freed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[test]
    fn texts_never_exceed_the_limit_and_all_are_admitted() {
        let (memory, inside, most, done) =
            (ParseMemory::new(), AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for thread in 0..8_usize {
                let (memory, inside, most, done) = (&memory, &inside, &most, &done);
                scope.spawn(move || {
                    for turn in 0..200 {
                        // From 0 bytes to twice the limit.
                        let bytes = (thread * 7 + turn) % 9 * (MAX_PARSED_BYTES / 4);
                        let permit = memory.acquire(bytes);
                        let now = inside.fetch_add(permit.bytes, Ordering::SeqCst) + permit.bytes;
                        most.fetch_max(now, Ordering::SeqCst);
                        inside.fetch_sub(permit.bytes, Ordering::SeqCst);
                        done.fetch_add(1, Ordering::SeqCst);
                    }
                });
            }
        });
        assert_eq!(done.into_inner(), 1600);
        assert!((MIN_COUNTED_BYTES..=MAX_PARSED_BYTES).contains(&most.into_inner()));
        assert_eq!(memory.free.into_inner().unwrap(), MAX_PARSED_BYTES);
    }
}
