//! The path of the binary.

/// The binary under test.
pub(crate) const BINARY: &str = env!("CARGO_BIN_EXE_chaffinch-corpus");
