//! The limit on open files.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Largest number of open files that macOS permits where it names no limit.
const OPEN_MAX: u64 = 10_240;

/// Raises the soft limit on open files of this process as far as the system permits, and returns the limit.
pub(crate) fn raise_open_files() -> u64 {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = [maximum, Some(OPEN_MAX)]
        .into_iter()
        .find(|&current| setrlimit(Resource::Nofile, Rlimit { current, maximum }).is_ok());
    raised.unwrap_or(current).unwrap_or(u64::MAX)
}
