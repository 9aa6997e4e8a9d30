//! Tests of the crate through its interface: a hand-made analysis becomes a report.

mod csv;
mod erased;
mod hidden;
mod json;
mod named;
pub(crate) mod sample;
