//! Describes in words how a child process ended that left no answer.

use std::error::Error;
use std::io;
use std::process::{ExitCode, ExitStatus};

use crate::task_folder::ChildLimits;

/// The signal that ends a process which has used up its processor time, on Linux (except MIPS), macOS and the BSDs.
const SIGXCPU: i32 = 24;

/// The signal that ends a process whose file exceeds its limit, on the same systems.
const SIGXFSZ: i32 = 25;

/// Signals of a process with a fault in execution, memory access or computation (ILL, ABRT, BUS, FPE, SEGV), on Linux,
/// macOS and the BSDs.
const FAULTS: [i32; 6] = [4, 6, 7, 8, 10, 11];

/// Exit status of a Rust program that panicked.
const PANIC: i32 = 101;

/// Exit status of a child that used more memory than it may. No other end has this status: panics of Rust have 101, and
/// signals have none.
pub const OUT_OF_MEMORY_STATUS: i32 = 77;

/// Exit status of a child that could not write, because the disk was full. See [`OUT_OF_MEMORY_STATUS`].
const DISK_FULL_STATUS: u8 = 78;

/// Returns the exit status of a child that could not read its task or write its answer.
pub(super) fn exit_code(error: &(dyn Error + 'static)) -> ExitCode {
    if is_disk_full(error) { ExitCode::from(DISK_FULL_STATUS) } else { ExitCode::FAILURE }
}

/// Returns whether the disk, or the share of it that may be used, is full.
pub(crate) fn is_disk_full(error: &(dyn Error + 'static)) -> bool {
    let mut causes = std::iter::successors(Some(error), |&error| error.source());
    causes.any(|cause| {
        let kind = cause.downcast_ref().map(io::Error::kind);
        matches!(kind, Some(io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded))
    })
}

/// How a child ended by itself.
#[derive(Debug)]
pub(crate) struct ChildExit {
    pub(crate) status: ExitStatus,
    /// The end of its standard error.
    pub(crate) stderr_tail: String,
}

impl ChildExit {
    /// Returns whether the child lacked memory. Another attempt would then end in the same way.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        // These are the messages of Rust and of tree-sitter before they abort at the limit of the address space.
        self.status.code() == Some(OUT_OF_MEMORY_STATUS)
            || self.stderr_tail.contains("memory allocation of")
            || self.stderr_tail.contains("failed to allocate")
    }

    /// Returns whether the disk did not take what the child had to write.
    pub(crate) fn found_disk_full(&self) -> bool {
        self.status.code() == Some(DISK_FULL_STATUS.into())
    }

    /// Returns whether the file that was being read may have caused this exit: the child exceeded a limit or crashed. This
    /// is not the case if another process killed the child, or if it could not write.
    pub(crate) fn may_be_caused_by_file(&self) -> bool {
        let is_own_fault = |signal| [SIGXCPU, SIGXFSZ].contains(&signal) || FAULTS.contains(&signal);
        self.ran_out_of_memory()
            || signal(self.status).is_some_and(is_own_fault)
            || self.status.code() == Some(PANIC)
    }

    /// Describes why the child left no answer, as text for the uploader.
    pub(crate) fn describe(&self, limits: ChildLimits) -> String {
        if self.ran_out_of_memory() {
            let (mebibytes, twice) = (limits.memory_bytes >> 20, 2 * limits.memory_bytes);
            return format!(
                "The analysis needed more memory than it may use ({mebibytes} MiB). Upload fewer or smaller files, or \
                 ask the operator to raise the limit (job-memory), for example to {twice}."
            );
        }
        match (signal(self.status), self.status.code()) {
            (Some(9), _) => {
                "The analysis was killed (signal 9). The machine may be short of memory.".to_owned()
            }
            (Some(SIGXCPU), _) => {
                format!(
                    "The analysis needed more processor time than it may use ({} s). Upload fewer or smaller files.",
                    limits.cpu_seconds
                )
            }
            (Some(SIGXFSZ), _) => {
                let mebibytes = limits.memory_bytes >> 20;
                format!(
                    "The analysis wrote a larger file than it may ({mebibytes} MiB). Upload fewer or smaller files, or ask \
                     the operator to raise the limit (job-memory)."
                )
            }
            (Some(signal), _) => format!("The analysis crashed (signal {signal})."),
            (None, Some(code)) => format!("The analysis ended without a report (exit status {code})."),
            (None, None) => "The analysis ended without a report.".to_owned(),
        }
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;

    use super::*;
    use crate::child::scratch::WorkDirError;

    #[test]
    fn an_exit_is_described_in_words() {
        let check = |raw: i32, stderr: &str, expected: &str| {
            let exit = ChildExit { status: ExitStatus::from_raw(raw), stderr_tail: stderr.to_owned() };
            assert_eq!(exit.describe(ChildLimits::DEFAULT), expected);
        };
        let memory = "The analysis needed more memory than it may use (400 MiB). Upload fewer or smaller files, or ask \
                  the operator to raise the limit (job-memory), for example to 838860800.";
        check(77 << 8, "", memory);
        check(6, "memory allocation of 1048576 bytes failed\n", memory);
        check(6, "tree-sitter failed to allocate 64 bytes", memory);
        check(6, "", "The analysis crashed (signal 6).");
        check(9, "", "The analysis was killed (signal 9). The machine may be short of memory.");
        check(
            24,
            "",
            "The analysis needed more processor time than it may use (7200 s). Upload fewer or smaller files.",
        );
        check(
            25,
            "",
            "The analysis wrote a larger file than it may (400 MiB). Upload fewer or smaller files, or ask the operator to \
         raise the limit (job-memory).",
        );
        check(101 << 8, "panicked at", "The analysis ended without a report (exit status 101).");
    }

    #[test]
    fn only_a_limit_or_a_crash_is_the_fault_of_what_was_read() {
        let exit = |raw: i32| ChildExit { status: ExitStatus::from_raw(raw), stderr_tail: String::new() };
        for own in [77 << 8, 101 << 8, 24, 25, 4, 6, 7, 8, 11] {
            assert!(exit(own).may_be_caused_by_file(), "{own}");
        }
        // Killed by the system or an operator; could not write; could not start.
        for other in [9, 15, 1, 2, 1 << 8, 78 << 8, 127 << 8] {
            assert!(!exit(other).may_be_caused_by_file(), "{other}");
        }
        assert!(exit(78 << 8).found_disk_full() && !exit(1 << 8).found_disk_full());
    }

    #[test]
    fn a_full_disk_is_found_among_the_causes() {
        let full = || io::Error::from(io::ErrorKind::StorageFull);
        assert!(is_disk_full(&full()));
        assert!(is_disk_full(&io::Error::other(WorkDirError { path: "work".into(), source: full() })));
        assert!(!is_disk_full(&io::Error::from(io::ErrorKind::PermissionDenied)));
    }
}
