//! Defines the limits of one dialogue.

/// The limits of what a client may send. An error names the limit and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum length of a line in bytes.
    pub line_bytes: usize,
    /// The maximum size of a file in bytes.
    pub file_bytes: u64,
    /// The maximum size of all files together in bytes.
    pub job_bytes: u64,
    /// The maximum number of files, including base files.
    pub files: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line_bytes: 64 << 10, file_bytes: 16 << 20, job_bytes: 512 << 20, files: 10_000 }
    }
}
