//! Tokens that do not count: boilerplate, templates and common passages.

pub(crate) mod boilerplate;
pub(crate) mod common;
pub(crate) mod near_boilerplate;
pub(crate) mod templates;
pub(crate) mod token_masks;
pub(crate) mod windows;
