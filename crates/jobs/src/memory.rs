//! How much memory this process may hold: measured, since a limit on address space counts what is never touched. Linux
//! only, where the figure is a small file; elsewhere the limits of the system must do.

use std::fs;
use std::io::{self, Write as _};
use std::time::Duration;

/// Exit status of a child that held more than it may. No other end has it: Rust's panics are 101, signals none.
pub(crate) const TOO_MUCH: i32 = 77;

/// Between two looks. A thread that touches fresh memory as fast as it can gets some ten MiB further.
const PACE: Duration = Duration::from_millis(5);

/// Ends this process as soon as it is seen with more than `limit` bytes.
///
/// Attack: an upload that is small in every way that is counted and large in tokens. Only the job that holds it fails.
pub(crate) fn end_beyond(limit: u64) {
    if resident().is_none() {
        return;
    }
    std::thread::spawn(move || {
        while resident().is_none_or(|bytes| bytes <= limit) {
            std::thread::sleep(PACE);
        }
        let _ = writeln!(io::stderr(), "holds more than {limit} bytes");
        #[expect(clippy::exit, reason = "the work of other threads is not wanted any more")]
        std::process::exit(TOO_MUCH);
    });
}

/// Bytes of memory of this process's own: without the pages of the program itself, which every process of it shares.
fn resident() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes << 10)
}

#[cfg(test)]
mod tests {
    use super::resident;

    #[test]
    fn what_is_held_is_seen() {
        if let Some(before) = resident() {
            let held = std::hint::black_box(vec![1_u8; 64 << 20]);
            let after = resident().unwrap();
            assert!(before + (60 << 20) < after, "{before} {after}");
            drop(held);
        }
    }
}
