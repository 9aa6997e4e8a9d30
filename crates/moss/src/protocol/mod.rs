//! Implements what MOSS's clients send and read, as plain values: the dialogue and the result pages.
//!
//! A dozen clients, and as many programs that read the pages, exist for a service whose protocol was never written
//! down. They compare whole packets, parse pages with regular expressions, and leave out steps that one expects. This
//! module provides what they need, byte for byte, and does no I/O:
//!
//! - [`Dialogue`] takes bytes as they arrive, split anywhere, and returns [`Event`]s. Each reply must be sent in one
//!   write.
//! - [`Results`], [`Matched`] and [`ConcatenatedFiles`] hold the data of the pages: [`index()`], [`frames`], [`top`],
//!   [`side`], [`thermometer()`].
//! - [`Labels`] makes a submission's name from a client's file name. [`shown`] turns it into the name on pages.
//!
//! Sockets, time, accounts and the comparison itself are outside this module.
//!
//! ```
//! use chaffinch_moss::protocol::{Dialogue, Event, Limits};
//!
//! let mut dialogue = Dialogue::new(|name| (name == "c").then_some("c"), Limits::default());
//! let mut input: &[u8] = b"moss 987654321\nlanguage c\n";
//! assert_eq!(dialogue.next(&mut input), Some(Event::User(Some(987_654_321))));
//! assert_eq!(dialogue.next(&mut input), Some(Event::Reply("yes\n".into())));
//! assert_eq!(dialogue.next(&mut input), None);
//! ```

mod command;
mod dialogue;
mod name;
mod pages;
mod pair;
mod query;

pub use dialogue::{Dialogue, Event, File};
pub use name::{Labels, is_directory, shown};
pub use pages::{Results, Row, general, index, thermometer};
pub use pair::{ConcatenatedFiles, Matched, Passage, Side, frames, side, top};
pub use query::{Language, Languages, Limits, Query, known_as};
