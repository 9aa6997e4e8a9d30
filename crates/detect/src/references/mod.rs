//! What submissions have in common with reference answers, and what of a pair does not count: both sides took it from the
//! same one, or both handed it in before.

pub(crate) mod coverage;
mod own_windows;
pub(crate) mod places;
pub(crate) mod reduced;
