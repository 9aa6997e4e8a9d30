//! What fits into the bound: a plan before each stage, not a hope. Pure.

use crate::error::{Error, Result};

/// The program itself, stacks, the batches under way and what they become.
const FIXED: u64 = 96 << 20;

/// Sorting with less would make more runs than documents are worth.
const LEAST_BUFFERS: u64 = 16 << 20;

/// Bytes a document takes in the tables that all stages may need at once: number of its representative, size of its
/// sketch, its parent in the union-find, what it is.
pub(crate) const PER_DOCUMENT: u64 = 20;

/// Bound of memory and number of threads.
#[derive(Debug, Clone, Copy)]
pub struct Resources {
    /// Bytes that the process may take.
    pub memory: u64,
    /// Threads at work, at least 1.
    pub threads: usize,
}

impl Resources {
    /// The least bound of memory that any run accepts.
    pub const LEAST_MEMORY: u64 = FIXED + LEAST_BUFFERS;

    /// The least bound with which something can be sorted beside tables of so many bytes.
    pub(crate) const fn least(tables: u64) -> u64 {
        FIXED + LEAST_BUFFERS + tables
    }

    /// Bytes a thread may fill with what it sorts, beside the tables of this many documents.
    pub(crate) fn buffer(self, documents: u64) -> Result<usize> {
        let tables = FIXED + documents * PER_DOCUMENT;
        let left = self.memory.saturating_sub(tables);
        if left < LEAST_BUFFERS {
            let least = tables + LEAST_BUFFERS;
            return Err(Error::Memory { documents, least, allowed: self.memory });
        }
        // An eighth is left to the allocator and to what is read and written.
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
