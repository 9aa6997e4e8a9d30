//! Plans memory before each stage. Pure functions.

use crate::error::{Error, Result};

/// Bytes for the program itself, its stacks, and the batches in progress.
const FIXED: u64 = 96 << 20;

/// Least bytes for sorting. With less, there would be too many runs.
const LEAST_BUFFERS: u64 = 16 << 20;

/// Bytes for each document in the tables that all stages may need at once: the number of its representative, the size
/// of its sketch, its parent in the union-find, and its kind.
pub(crate) const PER_DOCUMENT: u64 = 20;

/// Memory limit and number of threads.
#[derive(Debug, Clone, Copy)]
pub struct Resources {
    /// Bytes that the process may use.
    pub memory: u64,
    /// Number of threads, at least 1.
    pub threads: usize,
}

impl Resources {
    /// The lowest memory limit that a run accepts, in bytes.
    pub const LEAST_MEMORY: u64 = FIXED + LEAST_BUFFERS;

    /// Returns the lowest memory limit that allows sorting beside tables of this many bytes.
    pub(crate) const fn least(tables: u64) -> u64 {
        FIXED + LEAST_BUFFERS + tables
    }

    /// Returns how many bytes a thread may use for sorting, beside the tables of this many documents.
    pub(crate) fn buffer(self, documents: u64) -> Result<usize> {
        let tables = FIXED + documents * PER_DOCUMENT;
        let left = self.memory.saturating_sub(tables);
        if left < LEAST_BUFFERS {
            let least = tables + LEAST_BUFFERS;
            return Err(Error::Memory { documents, least, allowed: self.memory });
        }
        // An eighth is left for the allocator and for I/O buffers.
        Ok((left - left / 8) as usize / self.threads)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirty_million_documents_fit_into_two_gigabytes_and_not_into_a_quarter() {
        let resources = |memory| Resources { memory, threads: 4 };
        let buffer = resources(2_000_000_000).buffer(30_000_000).unwrap() as u64;
        assert!(buffer > 200 << 20);
        assert!(4 * buffer + 30_000_000 * PER_DOCUMENT + FIXED < 2_000_000_000);
        let refused = resources(500_000_000).buffer(30_000_000).unwrap_err();
        assert!(
            matches!(refused, Error::Memory { documents: 30_000_000, least: 717_440_512, .. }),
            "{refused:?}"
        );
        let (memory, one) = (Resources::LEAST_MEMORY, 1);
        assert!(Resources { memory, threads: one }.buffer(0).is_ok());
    }
}
