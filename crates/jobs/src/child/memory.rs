//! Limits the memory of this process by measurement, because a limit on address space also counts memory that is never
//! used. It works on Linux only, where the figure is in a small file. Elsewhere only the limits of the system apply.

use std::fs;
use std::io::{self, Write as _};
use std::time::Duration;

/// Exit status of a child that used more memory than it may. No other end has this status: panics of Rust have 101, and
/// signals have none.
pub const OUT_OF_MEMORY_STATUS: i32 = 77;

/// Interval between two measurements. A thread that touches fresh memory as fast as it can gets some ten MiB further.
const MEASURE_INTERVAL: Duration = Duration::from_millis(5);

/// Ends this process as soon as a measurement shows more than `limit` bytes.
///
/// Attack: an upload that is small in every limited measure but has many tokens. Only the job with this upload fails.
pub(crate) fn exit_beyond(limit: u64) {
    if resident().is_none() {
        return;
    }
    std::thread::spawn(move || {
        while resident().is_none_or(|bytes| bytes <= limit) {
            std::thread::sleep(MEASURE_INTERVAL);
        }
        let _ = writeln!(io::stderr(), "uses more than {limit} bytes of memory");
        #[expect(clippy::exit, reason = "the work of other threads is not wanted any more")]
        std::process::exit(OUT_OF_MEMORY_STATUS);
    });
}

/// Returns the number of bytes of memory that belong to this process alone. The pages of the program, which all its
/// processes share, are not counted.
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
    fn allocated_memory_is_measured() {
        if let Some(before) = resident() {
            let held = std::hint::black_box(vec![1_u8; 64 << 20]);
            let after = resident().unwrap();
            assert!(before + (60 << 20) < after, "{before} {after}");
            drop(held);
        }
    }
}
