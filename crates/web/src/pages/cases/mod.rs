//! Cases of suspected copying.

mod evidence;
pub(crate) mod evidence_file;
pub(crate) mod list;
pub(crate) mod show;
pub(crate) mod statements;
