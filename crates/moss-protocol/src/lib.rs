//! What MOSS's clients say and what they read: the dialogue and the pages of the results, as plain values.
//!
//! A dozen clients and as many readers of pages exist for a service whose protocol was never written down. They compare
//! whole packets, read by regular expression, and leave out what one expects of them. This crate keeps to what they
//! need, byte for byte, and does no I/O:
//!
//! - [`Dialogue`] is fed bytes as they come, cut anywhere, and gives [`Event`]s. What it asks to be sent is sent in one
//!   write.
//! - [`Results`], [`Matched`] and [`ConcatenatedFiles`] become the pages: [`index()`], [`frames`], [`top`], [`side`], [`thermometer()`].
//! - [`Labels`] makes a submission's name of what a client calls a file; [`shown`] makes of it what pages call it.
//!
//! Deliberately absent: sockets, time, who somebody is, how anything is compared.
//!
//! ```
//! use chaffinch_moss_protocol::{Dialogue, Event, Limits};
//!
//! let mut dialogue = Dialogue::new(|name| (name == "c").then_some("c"), Limits::default());
//! let mut input: &[u8] = b"moss 987654321\nlanguage c\n";
//! assert_eq!(dialogue.next(&mut input), Some(Event::User(Some(987_654_321))));
//! assert_eq!(dialogue.next(&mut input), Some(Event::Reply("yes\n".into())));
//! assert_eq!(dialogue.next(&mut input), None);
//! ```

mod asked;
mod command;
mod dialogue;
mod general;
mod index;
mod language;
mod limits;
mod markup;
mod matched;
mod name;
mod resync;
mod source;
mod thermometer;

pub use asked::{Language, Languages, Query};
pub use dialogue::{Dialogue, Event, File};
pub use general::general;
pub use index::{Results, Row, index};
pub use language::known_as;
pub use limits::Limits;
pub use matched::{Matched, Passage, Side, frames, side, top};
pub use name::{Labels, is_directory, shown};
pub use source::ConcatenatedFiles;
pub use thermometer::thermometer;
