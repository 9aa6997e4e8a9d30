//! What is held about a person who handed something in: found, handed out, erased.
//!
//! [`find`] looks everywhere for a name, [`erase`] takes a person out of everything, [`finish`] goes on where a process
//! was stopped in the middle of that, [`records()`] and [`reapply`] carry what was erased past a restored back-up,
//! [`export()`] writes down what is held. Reads and writes through `storage`, but for the one file of records ([`keep`]); what
//! becomes of a report is decided in `report`. Prints and logs no name.
//!
//! **Whom a name means.** A submission's person is its author or, where none is known, its name. A name means whoever
//! has it as a name or as an author, and all other submissions of that person in the scope; where it means several
//! persons, nobody is erased before one is chosen. What stands between the words of a name is of no importance, nor are
//! their order, case and accents; a name that only has one of its words is listed and never touched.

mod erasing;
mod export;
mod file;
mod finding;
mod records;

use chaffinch_report::{ErasedNames, HashedNames};
use chaffinch_storage::{CaseId, Erasure, NameMatcher, StorageError};

pub use erasing::{erase, finish, reapply, start};
pub use export::export;
pub use file::{keep, restore};
pub use finding::{InReport, PersonNames, PersonalData, find};
pub use records::{Record, Records, RecordsError, records};

/// Why something about a person could not be done.
#[derive(Debug, thiserror::Error)]
pub enum PersonError {
    /// Choose one of them, by name or by where they are: the name means several persons.
    #[error("the name means several persons")]
    Several {
        /// What they are called.
        persons: Vec<String>,
    },
    /// Nothing of that name is held.
    #[error("nobody of that name is held")]
    Nobody,
    /// Have the legal hold lifted, or say that it is to be passed over.
    #[error("a legal hold of the case {case} forbids it")]
    Held {
        /// The case.
        case: CaseId,
    },
    /// The database.
    #[error(transparent)]
    Storage(StorageError),
    /// A stored report cannot be read; what was to be erased may still be in it.
    #[error("a stored report cannot be read")]
    Report(#[source] std::io::Error),
    /// The file of records is none.
    #[error("the file of erasures cannot be used")]
    Records(#[from] RecordsError),
    /// A file could not be written, or read.
    #[error("a file cannot be written or read")]
    Write(#[source] std::io::Error),
    /// The system gives no random numbers.
    #[error("there is no randomness")]
    Random(#[source] getrandom::Error),
}

impl From<StorageError> for PersonError {
    fn from(error: StorageError) -> Self {
        match error {
            StorageError::Held { case } => Self::Held { case },
            error => Self::Storage(error),
        }
    }
}

/// A result of this crate.
pub type Result<T> = std::result::Result<T, PersonError>;

/// Names as `storage` asks for them.
#[derive(Debug)]
struct Meant(ErasedNames);

impl NameMatcher for Meant {
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

/// 256 random bits.
fn random_key() -> Result<[u8; 32]> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(PersonError::Random)?;
    Ok(key)
}
