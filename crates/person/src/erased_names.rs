//! Provides the names of an erasure for searches in reports and in the database.

use chaffinch_report::{ErasedNames, HashedNames};
use chaffinch_storage::{Erasure, NameMatcher};

use crate::error::{PersonError, Result};

/// Implements the name search of `storage` for erased names.
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

/// Returns the names that an erasure removed, as hashes.
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
