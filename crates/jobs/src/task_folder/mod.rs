//! The folder through which a runner and its children communicate. This module defines only the format of its files.
//!
//! The runner writes `task.json` and the input of the task: the parts of an upload (`part-0`, `part-1`, ...) or what
//! was read of one, earlier submissions to compare with, and what is known of work elsewhere. A child that reads
//! answers with `class.json`, one that compares with `report.json`, and one that surveys an upload with `survey.json`.
//! Each of these files is either complete or absent (see [`files`]). `journal` grows while a child reads (see
//! [`journal`]).

mod class;
mod elsewhere;
mod files;
pub(crate) mod journal;
pub(crate) mod precautions;
mod task;

pub(crate) use class::{Class, Earlier};
pub(crate) use elsewhere::{Elsewhere, Known, KnownWork, OtherSubmission, PackedFile, ReportedPassage};
pub(crate) use files::{ClassAnswer, TaskValue, read, write};
pub use task::ChildLimits;
pub(crate) use task::{CompareTask, ProgressLine, Task, TaskPart, UploadTask, Work, part_path};
