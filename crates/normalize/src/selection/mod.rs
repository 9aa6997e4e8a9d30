//! Which language a file is read as.

mod detection;
mod registry;

pub use detection::Choice;
pub use registry::{language, languages};
