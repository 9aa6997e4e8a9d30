//! Analyses that this crate asks for and another crate answers, in processes of their own.

pub(crate) mod clusterer;
pub(crate) mod finder;
pub(crate) mod surveyor;
