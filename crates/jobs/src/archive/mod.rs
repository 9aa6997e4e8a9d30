//! What archives and corpora do: they take submissions and sketches, keep all or the reduced form of them, and are
//! queried and clustered.

pub(crate) mod add;
pub(crate) mod corpora;
pub(crate) mod reduce;
