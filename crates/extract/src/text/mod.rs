//! The bytes of a file as text: encodings and notebooks.

mod decode;
mod encodings;
mod notebook;

pub use decode::encoding;
pub(crate) use decode::{Seen, Text, decode};
pub use encodings::{
    BadRule, EncodingRule, MAX_HANDED_OUT, MAX_PATTERN_BYTES, MAX_RULE_BYTES, MAX_RULES, hex,
};
pub(crate) use encodings::{Encodings, check_size, digest};
pub(crate) use notebook::{is_notebook, read_notebook};
