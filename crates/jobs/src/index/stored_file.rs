//! Unpacks the token streams of stored files. Pure functions.

use std::io;

use chaffinch_normalize::{Language, language, languages};
use chaffinch_storage::Packed;
use chaffinch_submission::TokenizedFile;
use chaffinch_submission::packed::{Damaged, NameResolver, unpack};

/// Error: a stored file cannot be unpacked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UnreadableFile {
    #[error(transparent)]
    Packed(#[from] io::Error),
    #[error(transparent)]
    Damaged(#[from] Damaged),
}

impl From<UnreadableFile> for io::Error {
    fn from(error: UnreadableFile) -> Self {
        match error {
            UnreadableFile::Packed(error) => error,
            UnreadableFile::Damaged(error) => Self::other(error),
        }
    }
}

/// Unpacks a stored file.
pub(crate) fn unpack_file(stream: &Packed) -> Result<TokenizedFile, UnreadableFile> {
    Ok(unpack(&stream.unpack()?, &KnownNames)?)
}

/// All languages and encodings that this program reads.
struct KnownNames;

impl NameResolver for KnownNames {
    fn language(&self, name: &str) -> Option<&'static str> {
        // Only canonical names are stored. Aliases may change between versions.
        language(name).map(Language::name).filter(|known| *known == name)
    }

    fn family(&self, name: &str) -> Option<&'static str> {
        languages().iter().map(|language| language.scheme().family).find(|known| *known == name)
    }

    fn encoding(&self, name: &str) -> Option<&'static str> {
        chaffinch_extract::encoding(name)
    }
}
