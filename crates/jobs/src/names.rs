//! The names in packed files, as this program has them.

use chaffinch_normalize::{Language, language, languages};
use chaffinch_submission::packed::Names;

/// Every language and encoding that this program reads.
pub(crate) struct KnownNames;

impl Names for KnownNames {
    fn language(&self, name: &str) -> Option<&'static str> {
        // Aliases come and go; what is stored is the canonical name.
        language(name).map(Language::name).filter(|known| *known == name)
    }

    fn family(&self, name: &str) -> Option<&'static str> {
        languages().iter().map(|language| language.scheme().family).find(|known| *known == name)
    }

    fn encoding(&self, name: &str) -> Option<&'static str> {
        chaffinch_extract::encoding(name)
    }
}
