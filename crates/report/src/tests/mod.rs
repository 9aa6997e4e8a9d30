//! The crate as its users see it: a hand-made analysis written up, shown and exported.

mod code;
mod erased;
mod export;
mod hidden;
mod json;
mod large;
mod overview;
mod pages;
mod real;
pub(crate) mod sample;
mod translated;
