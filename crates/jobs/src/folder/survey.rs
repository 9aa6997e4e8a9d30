//! What a child found in an upload, or why it is not taken.

use std::io;
use std::path::Path;

use chaffinch_extract::{Refusal, Survey};

use super::{read_if_any, write_whole};

const SURVEY: &str = "survey.json";

pub(crate) fn write_survey(folder: &Path, answer: &Result<Survey, Refusal>) -> io::Result<()> {
    write_whole(folder, SURVEY, answer)
}

/// `None`: the child has left no answer.
pub(crate) fn read_survey(folder: &Path) -> io::Result<Option<Result<Survey, Refusal>>> {
    read_if_any(folder, SURVEY)
}
