//! Finds, exports and erases what is held about a person who submitted work.
//!
//! [`find`] searches everywhere for a name. [`erase`] removes a person from everything, and [`finish`] completes an
//! erasure that was interrupted. [`records()`] and [`reapply()`] repeat erasures and deletions after a backup was
//! restored. [`export()`] writes all data to a file. The crate reads and writes through `storage`, except for the one
//! file of records ([`keep`]). The crate `report` decides how a report changes. Names are never printed or logged.
//!
//! **Which person a name refers to.** A submission belongs to its author or, if the author is unknown, to the person of
//! its name. A name refers to every person who has it as a name or as an author, and includes all other submissions of
//! that person in the scope. If it refers to several persons, nobody is erased until one of them is chosen. The
//! characters between the words of a name do not matter, nor do word order, case and accents. A name that shares only
//! one word with it is listed and never changed.

mod erasing;
mod error;
mod export;
mod finding;
mod records;
mod term;

pub use erasing::{erase, finish, names_of, start};
pub use error::{PersonError, RecordsError, Result};
pub use export::export;
pub use finding::{InReport, PersonNames, PersonalData, find};
pub use records::{Reapplied, Records, add, keep, read, reapply, records, restore};
pub use term::{TermSelection, pseudonym_key, term_report};
