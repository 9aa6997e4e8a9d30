//! The names of an erasure, as reports and the database search for them.

use chaffinch_report::{ErasedNames, HashedNames};
use chaffinch_storage::{Erasure, NameMatcher};

use crate::error::{PersonError, Result};

/// Names as `storage` asks for them.
#[derive(Debug)]
pub(crate) struct Matcher(pub(crate) ErasedNames);

impl NameMatcher for Matcher {
    fn is_name(&self, name: &str) -> bool {
        self.0.is_name(name)
    }

    fn without(&self, text: &str) -> Option<String> {
        self.0.without(text)
    }
}

/// Whom an erasure was about.
pub fn names_of(erasure: &Erasure) -> ErasedNames {
    let names = HashedNames { key: erasure.key, hashes: erasure.hashes.clone() };
    ErasedNames::new(&names, erasure.pseudonym())
}

/// Returns a new key of 256 random bits.
pub(crate) fn random_key() -> Result<[u8; 32]> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(PersonError::Random)?;
    Ok(key)
}
