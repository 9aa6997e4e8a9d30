//! Stores what a child found in an upload, or the reason why the upload is refused.

use std::io;
use std::path::Path;

use chaffinch_extract::{Refusal, Survey};

use super::files::{read_if_any, write_whole};

const SURVEY: &str = "survey.json";

pub(crate) fn write_survey(folder: &Path, answer: &Result<Survey, Refusal>) -> io::Result<()> {
    write_whole(folder, SURVEY, answer)
}

/// Reads the answer of the child. Returns `None` if it has left none.
pub(crate) fn read_survey(folder: &Path) -> io::Result<Option<Result<Survey, Refusal>>> {
    read_if_any(folder, SURVEY)
}
