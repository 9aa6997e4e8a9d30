//! The texts of the pages: `/texts`, one file per language in Fluent's format, compiled in.

mod catalogue;
mod message;
mod number;
#[cfg(test)]
mod pseudo;
#[cfg(test)]
mod tests;

pub use catalogue::Locale;
pub use message::Message;
pub use number::{Count, Number};
