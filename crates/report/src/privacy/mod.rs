//! Who may read which name: reports with pseudonyms, with one side redacted, and without an erased person.

mod authorship;
mod erased_names;
mod erasure;
mod hide_names;
mod name_words;
mod pseudonym_key;
mod pseudonyms;
mod redaction;
mod report_order;
mod text_edits;

pub use erased_names::{ErasedNames, HashedNames, may_refer_to};
pub use erasure::{erase_person, names_person};
pub use hide_names::{CaseNames, NameHider, hide_names};
pub use pseudonym_key::PseudonymKey;
pub use redaction::redact;
