//! Errors of the index, divided by what the caller can do about them.

use chaffinch_storage::{RunId, StorageError};

/// Why an operation on the index failed.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// A block is not what was written. Rebuild the index of this scheme.
    #[error("block {first:#014x} of run {} of the index is damaged", run.0)]
    Block {
        /// The run that contains the block.
        run: RunId,
        /// The first fingerprint of the block.
        first: u64,
        /// What is wrong with the block.
        #[source]
        damage: Damage,
    },
    /// A run has lost blocks. Rebuild the index of its scheme.
    #[error("run {} of the index has lost blocks", run.0)]
    Incomplete {
        /// The run.
        run: RunId,
    },
    /// The storage failed; see its error.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// What is wrong with packed bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// The bytes were written by another version of Chaffinch, or are not packed bytes.
    #[error("format version {0} is not known")]
    Version(u8),
    /// At least one bit is not as it was written.
    #[error("the checksum does not match")]
    Checksum,
    /// Lengths or orders are inconsistent, although the checksum is valid.
    #[error("the content is inconsistent")]
    Shape,
}
