//! Tests of the crate through its interface: a hand-made analysis becomes a report, pages and an export.

mod code;
mod erased;
mod export;
mod found;
mod graph;
mod hidden;
mod json;
mod large;
pub(crate) mod overview;
mod pages;
mod real;
pub(crate) mod sample;
mod translated;
mod translations;
