//! The version of packed bytes, and the errors of reading them.

/// The version of the packed format. It is raised whenever the bytes of the same file change.
pub const VERSION: u8 = 3;

/// The version before, without the provenance of a file.
pub(super) const WITHOUT_PROVENANCE: u8 = 2;

/// The version before that. The digest [`crate::TokenStream::lexical`] did not contain what matching ignores, so it is not
/// read.
pub(super) const WITHOUT_IGNORED: u8 = 1;

/// The kind of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameOf {
    /// The name of a language.
    Language,
    /// The name of a language family.
    Family,
    /// The name of an encoding.
    Encoding,
}

/// Why bytes cannot be read as a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damaged {
    /// The bytes were written by another version of this program, or are something else.
    #[error("packed as version {found}, which is not version {VERSION}")]
    Version {
        /// The version in the bytes.
        found: u8,
    },
    /// The bytes appear undamaged, but this program does not know their language, family or encoding.
    #[error("{name:?} is not a known {kind:?}")]
    Unknown {
        /// The kind of the name.
        kind: NameOf,
        /// The unknown name.
        name: String,
    },
    /// Bytes are missing, or there are too many.
    #[error("shorter or longer than it says")]
    Torn,
    /// The bytes describe something that no file can have.
    #[error("{what} without a file")]
    Impossible {
        /// The part that is impossible.
        what: &'static str,
    },
}
