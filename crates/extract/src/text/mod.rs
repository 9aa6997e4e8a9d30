//! The bytes of a file as text: encodings and Jupyter notebooks. Pure functions.

mod decode;
pub(crate) mod document;
mod east_asian;
mod encodings;
mod notebook;
mod western;

pub use decode::encoding;
pub use encodings::{
    BadRule, EncodingRule, MAX_HANDED_OUT, MAX_PATTERN_BYTES, MAX_RULE_BYTES, MAX_RULES, hex,
};

pub(crate) use decode::{Seen, Text, decode};
pub(crate) use encodings::{Encodings, check_size, digest};
pub(crate) use notebook::{TEXT_CELLS, WithoutPictures, has_chunks, is_notebook, read_chunks, read_notebook};
