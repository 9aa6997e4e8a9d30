//! How much one dialogue may be.

/// What a client may send. A refusal names the limit and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of one line.
    pub line_bytes: usize,
    /// Bytes of one file.
    pub file_bytes: u64,
    /// Bytes of all files together.
    pub job_bytes: u64,
    /// Files, base files among them.
    pub files: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { line_bytes: 64 << 10, file_bytes: 16 << 20, job_bytes: 512 << 20, files: 10_000 }
    }
}
