//! The texts of the pages: `/texts`, one file per language in Fluent's format, compiled in.

mod locale;
mod message;
mod number;
#[cfg(test)]
mod pseudo;
#[cfg(test)]
mod tests;

pub use locale::Locale;
pub use message::Message;
pub use number::{Count, Number};
