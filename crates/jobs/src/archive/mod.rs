//! What archives do: they take submissions and keep all or the reduced form of them.

pub(crate) mod add;
pub(crate) mod reduce;
