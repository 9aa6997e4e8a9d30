//! The path of the binary.

/// The binary under test. It is the one built with the tests, unless `CHAFFINCH_TEST_BINARY` had the absolute path of
/// another one when they were built.
pub(crate) const BINARY: &str = match option_env!("CHAFFINCH_TEST_BINARY") {
    Some(other) => other,
    None => env!("CARGO_BIN_EXE_chaffinch"),
};
