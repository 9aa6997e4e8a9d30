//! Maps the names in packed files to those of this program.

use chaffinch_normalize::{Language, language, languages};
use chaffinch_submission::packed::NameResolver;

/// All languages and encodings that this program reads.
pub(crate) struct KnownNames;

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
