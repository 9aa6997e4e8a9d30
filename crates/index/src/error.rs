//! What can go wrong, named for what the caller can do about it.

use chaffinch_storage::{RunId, StorageError};

/// Why the index did not answer.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// Rebuild the index of this scheme: a block is not what was written.
    #[error("block {first:#014x} of run {} of the index is damaged", run.0)]
    Block {
        /// The run it is in.
        run: RunId,
        /// Its first fingerprint.
        first: u64,
        /// What is wrong with it.
        #[source]
        damage: Damage,
    },
    /// See there.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

/// What is wrong with packed bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// Written by another version of Chaffinch, or no packed bytes at all.
    #[error("format version {0} is not known")]
    Version(u8),
    /// Some bit is not as it was written.
    #[error("the checksum does not match")]
    Checksum,
    /// Lengths or orders do not fit, although the checksum does.
    #[error("the content is inconsistent")]
    Shape,
}
