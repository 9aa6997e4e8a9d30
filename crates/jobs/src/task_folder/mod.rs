//! The folder through which a runner and its children communicate. This module defines only the format of its files.
//!
//! The runner writes `task.json` and the input of the task: the parts of an upload (`part-0`, `part-1`, ...) or what
//! was read of one, earlier submissions to compare with, and what is known of work elsewhere. A child that reads
//! answers with `class.json`, one that compares with `report.json`, and one that surveys an upload with `survey.json`.
//! Each of these files is either complete or absent. The first two refer to bytes in a file
//! beside them. `journal` grows while a child reads (see [`journal`]).

mod blobs;
mod class;
mod elsewhere;
mod files;
mod ingest;
pub(crate) mod journal;
pub(crate) mod precautions;
mod report;
mod survey;
mod task;

pub(crate) use class::{
    Class, ClassAnswer, Earlier, read_class, read_earlier, read_fingerprints, read_texts, write_class,
    write_earlier,
};
pub(crate) use elsewhere::{
    Elsewhere, Known, KnownWork, OtherSubmission, PackedFile, ReportedPassage, read_elsewhere,
    write_elsewhere,
};
pub(crate) use report::{read_report, write_report};
pub(crate) use survey::{read_survey, write_survey};
pub use task::ChildLimits;
pub(crate) use task::{ProgressLine, Task, TaskPart, Work, part_path, read_task, write_task};
