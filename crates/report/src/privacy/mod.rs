//! Who may read which name: reports with pseudonyms, with one side redacted, and without an erased person.

mod authorship;
mod case_names;
mod erased_names;
mod erasure;
mod hide_names;
mod moved_offsets;
mod name_words;
mod ordinary_words;
mod pseudonym_key;
mod pseudonyms;
mod redaction;
mod report_order;
mod report_texts;
mod text_edits;
mod unique_name;

pub use case_names::CaseNames;
pub use erased_names::{ErasedNames, HashedNames, may_refer_to};
pub use erasure::erase_person;
pub use hide_names::{NameHider, hide_names};
pub use pseudonym_key::PseudonymKey;
pub use redaction::redact;
pub use report_texts::names_person;
