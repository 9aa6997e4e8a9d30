//! What other crates get of a file: its token stream, the classes for highlighting, what its author wrote, and the
//! reduced file that may be stored.

mod highlight;
mod marks;
mod reduce;
mod token_stream;
mod tokenize;
mod written;

pub use highlight::{highlight, highlight_scanned};
pub use marks::{Mark, MarkKind, is_primitive_type, mark_kind, marks};
pub use reduce::reduce;
#[cfg(test)]
pub(crate) use token_stream::stream;
pub use tokenize::{tokenize, tokenize_scanned};
pub use written::written;
