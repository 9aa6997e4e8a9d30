//! Input that several subcommands take: options of a comparison, git repositories, link options, and paths to pack for an upload.

pub(crate) mod clones;
pub(crate) mod comparison;
pub(crate) mod pack;
pub(crate) mod path_name;
