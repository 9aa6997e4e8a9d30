//! The in-memory inverted index: hashes become dense ids, which have positions and posting lists.

pub(crate) mod kgrams;
pub(crate) mod numbering;
pub(crate) mod postings;
pub(crate) mod seeded;
pub(crate) mod unmasked;
