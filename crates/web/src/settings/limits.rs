//! Limits that the operator can set, with their defaults. Refusals name the limit and its value.

use std::time::Duration;

/// Largest body in bytes of a request that is no upload.
pub(crate) const MAX_SMALL_BODY_BYTES: usize = 64 << 10;

/// What one upload may be. Refusals name the limit and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    /// Bytes of the whole request.
    pub bytes: u64,
    /// Files in it.
    pub files: usize,
    /// Uploads of one account at the same time. Each holds up to a megabyte of memory while it arrives.
    pub of_account: usize,
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self { bytes: 512 << 20, files: 10_000, of_account: 256 }
    }
}

/// How many questions one account may ask at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuestionLimits {
    /// Answered at the same time. Each takes a process.
    pub answered: usize,
    /// Answered or waiting.
    pub asked: usize,
}

impl Default for QuestionLimits {
    fn default() -> Self {
        Self { answered: 2, asked: 32 }
    }
}

/// What the service takes at the same time. Each connection costs a file descriptor and some memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// Open connections.
    pub all: usize,
    /// Of these, from one address, or one /64 network of IPv6; requests at the same time for one behind a trusted proxy.
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
