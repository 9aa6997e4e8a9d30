//! Cases of suspected copying.

mod evidence;
pub(crate) mod list;
mod refused;
pub(crate) mod show;
pub(crate) mod statements;
mod term;
