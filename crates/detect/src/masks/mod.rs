//! Tokens that do not count: boilerplate, templates and passages that are common here or elsewhere.

pub(crate) mod boilerplate;
pub(crate) mod common;
pub(crate) mod elsewhere;
pub(crate) mod masked;
pub(crate) mod near_boilerplate;
pub(crate) mod templates;
pub(crate) mod token_masks;
pub(crate) mod windows;
