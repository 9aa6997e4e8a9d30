//! Questions that users wait for, and their answers: what is stored about a text ([`Finder`]), and what an upload
//! contains ([`Surveyor`]).
//!
//! Values, traits, and what both sides of them need. `jobs` answers with child processes, `web` shows the answers, and
//! neither names the other.

mod check;
mod file_name;
mod survey;
mod text;

pub use check::{CheckOutcome, KeptCheck, checked_among, note_check};
pub use file_name::{TITLE_LENGTH, last_part, stem, title_from};
pub use survey::{SurveyError, SurveyPart, SurveyUpload, Surveyor};
pub use text::{Finder, FoundPassage, FoundSubmission, QueryError, TextAnswer, TextQuestion};
