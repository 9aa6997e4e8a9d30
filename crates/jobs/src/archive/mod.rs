//! What archives do: they take submissions, keep all or the reduced form of them, and are exported.

pub(crate) mod add;
pub(crate) mod export;
pub(crate) mod reduce;
