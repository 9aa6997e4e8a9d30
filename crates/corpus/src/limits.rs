//! Limits of a corpus and of its documents. Pure.

/// Documents in one corpus: they are numbered in 32 bits, and the last number is none of theirs.
pub const MAX_DOCUMENTS: u32 = u32::MAX - 1;

/// Bytes of a document beyond which it is skipped.
pub const MAX_DOCUMENT_BYTES: u64 = 2 << 30;

/// Bytes of Markdown or source code, which are parsed as a whole; what is larger is read as plain text.
pub const MAX_PARSED_BYTES: usize = 16 << 20;
