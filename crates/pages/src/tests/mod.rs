//! Tests of the crate through its interface: a hand-made analysis becomes a report, pages and an export.

mod code;
mod export;
mod findings;
mod found;
mod graph;
mod large;
#[path = "../../../report/src/tests/named.rs"]
mod named;
pub(crate) mod overview;
mod pages;
mod privacy;
mod real;
mod review;
#[path = "../../../report/src/tests/sample.rs"]
pub(crate) mod sample;
mod translated;
mod translations;
