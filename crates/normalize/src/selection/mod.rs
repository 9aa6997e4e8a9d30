//! Selects the language as which a file is read.

mod detection;
mod guess;
mod registry;

pub use detection::Choice;
pub use guess::guess_language;
pub use registry::{language, languages};
