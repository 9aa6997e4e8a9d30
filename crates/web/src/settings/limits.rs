//! Limits that the operator can set, with their defaults. Refusals name the limit and its value.

use std::time::Duration;

/// Largest body in bytes of a request that is no upload.
pub(crate) const MAX_SMALL_BODY_BYTES: usize = 64 << 10;

/// Limits of one upload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    /// Maximum size of the whole request, in bytes.
    pub bytes: u64,
    /// Maximum number of files.
    pub files: usize,
    /// Maximum number of concurrent uploads of one account. Each holds up to 1 MB of memory while it arrives.
    pub of_account: usize,
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self { bytes: 512 << 20, files: 10_000, of_account: 256 }
    }
}

/// Limits on searches of one account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuestionLimits {
    /// Maximum number that run at the same time. Each takes a process.
    pub answered: usize,
    /// Maximum number that run or wait.
    pub asked: usize,
}

impl Default for QuestionLimits {
    fn default() -> Self {
        Self { answered: 2, asked: 32 }
    }
}

/// Limits on open connections. Each connection takes a file descriptor and some memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Maximum number of open connections.
    pub all: usize,
    /// Maximum number from one address or one IPv6 /64 network. Behind a trusted proxy it limits concurrent requests.
    pub of_address: usize,
}

impl Default for ConnectionLimits {
    fn default() -> Self {
        Self { all: 4096, of_address: 512 }
    }
}

/// Limits on building and keeping files of reports.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportSettings {
    /// Files that are built at the same time. Each build holds a whole report in memory.
    pub at_once: usize,
    /// Files that are being built or wait to be built.
    pub queue: usize,
    /// Of these, files for one caller. A caller is an account, or a network with a share link.
    pub queue_of_one: usize,
    /// Largest size of one file, in bytes.
    pub file_bytes: u64,
    /// Disk space in bytes for all files that are being built, kept or read.
    pub disk_bytes: u64,
    /// Of this, space in bytes for files that one caller requested.
    pub disk_bytes_of_one: u64,
    /// How long a request waits for its file.
    pub within: Duration,
    /// How long a build goes on after the last request has left. A request that is repeated in this time finds the
    /// file.
    pub grace: Duration,
    /// How long a finished file is kept.
    pub keep: Duration,
    /// Total size in bytes of all kept files.
    pub keep_bytes: u64,
    /// Number of kept files.
    pub keep_files: usize,
}

impl Default for ExportSettings {
    fn default() -> Self {
        Self {
            at_once: 2,
            queue: 32,
            queue_of_one: 4,
            file_bytes: 2 << 30,
            disk_bytes: 8 << 30,
            disk_bytes_of_one: 4 << 30,
            within: Duration::from_mins(5),
            grace: Duration::from_secs(30),
            keep: Duration::from_mins(10),
            keep_bytes: 1 << 30,
            keep_files: 64,
        }
    }
}
