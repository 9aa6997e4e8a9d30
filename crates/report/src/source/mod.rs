//! The texts of files and their rows.

mod rows;
mod sources;

pub use rows::{Row, Rows};
pub use sources::{FileText, Sources};
