//! What concerns a course and not one of its batches. Reads what reports keep, and no student's file.

pub(crate) mod people;
pub(crate) mod term;
