//! Cases of suspected copying.

pub(crate) mod list;
pub(crate) mod show;
