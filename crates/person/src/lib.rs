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

mod erased_names;
mod erasing;
mod error;
mod export;
mod file;
mod finding;
mod records;

pub use erased_names::names_of;
pub use erasing::{erase, finish, reapply, start};
pub use error::{PersonError, RecordsError, Result};
pub use export::export;
pub use file::{keep, restore};
pub use finding::{InReport, PersonNames, PersonalData, find};
pub use records::{Record, Records, records};
