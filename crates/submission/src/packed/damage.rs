//! The version of packed bytes, and what can be wrong with them.

/// Raised whenever the bytes of the same file change.
pub const VERSION: u8 = 1;

/// What a name is a name of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameOf {
    /// A language.
    Language,
    /// A language family.
    Family,
    /// An encoding.
    Encoding,
}

/// Why bytes are no file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Damaged {
    /// Written by another version of this program, or not at all.
    #[error("packed as version {found}, which is not version {VERSION}")]
    Version {
        /// The version it says.
        found: u8,
    },
    /// Undamaged, as it seems, but of a language, family or encoding this program does not know.
    #[error("{name:?} is no {kind:?} that is known here")]
    Unknown {
        /// What it should be.
        kind: NameOf,
        /// The name.
        name: String,
    },
    /// Bytes are missing, or there are too many.
    #[error("cut short, or longer than what it says")]
    Torn,
    /// The bytes say something that no file has.
    #[error("the {what} of no file")]
    Impossible {
        /// What no file has.
        what: &'static str,
    },
}
