//! Limits of a corpus and of its documents.

/// Most documents in one corpus. Documents have 32-bit numbers, and the last number stands for no document.
pub const MAX_DOCUMENTS: u32 = u32::MAX - 1;

/// Largest size of a document, in bytes. A larger one is skipped.
pub const MAX_DOCUMENT_BYTES: u64 = 2 << 30;

/// Largest size of Markdown or source code that is parsed, in bytes. It is parsed as a whole; a larger document is read
/// as plain text.
pub const MAX_PARSED_BYTES: usize = 16 << 20;
