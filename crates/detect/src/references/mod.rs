//! What submissions have in common with reference answers, and what of a pair does not count because both sides took
//! it from the same one.

pub(crate) mod coverage;
pub(crate) mod places;
pub(crate) mod reduced;
