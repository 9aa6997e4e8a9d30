//! Runs work on many parts with several threads, and returns the results in the order of the parts.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::error::Result;

/// Calls `work` with 0, 1, ... `parts - 1`. Returns the error of the earliest part that failed. After an error, no
/// further part is started.
pub(crate) fn each<T: Send>(
    threads: usize,
    parts: usize,
    work: impl Fn(usize) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let done = Mutex::new(Vec::with_capacity(parts));
    std::thread::scope(|scope| {
        for _ in 0..threads.min(parts) {
            scope.spawn(|| {
                while !failed.load(Ordering::Relaxed) {
                    let part = next.fetch_add(1, Ordering::Relaxed);
                    if parts <= part {
                        break;
                    }
                    let result = work(part);
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((part, result));
                }
            });
        }
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|(part, _)| *part);
    done.into_iter().map(|(_, result)| result).collect()
}
