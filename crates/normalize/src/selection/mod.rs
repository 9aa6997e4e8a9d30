//! Selects the language as which a file is read.

mod detection;
mod registry;

pub use detection::Choice;
pub use registry::{language, languages};
