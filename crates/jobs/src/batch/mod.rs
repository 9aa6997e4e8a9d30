//! Runs the jobs that end in a report of a batch: the first analysis, one under another review, and one with late work.
//! The class comes from an upload that a child reads, from what was kept, or from both. The comparison is the same for
//! all.

pub(crate) mod analyse;
pub(crate) mod check_case;
pub(crate) mod earlier;
mod elsewhere;
pub(crate) mod erased;
mod kept;
pub(crate) mod late;
pub(crate) mod rescore;
mod steps;
