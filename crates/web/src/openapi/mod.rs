//! The OpenAPI document: made from the handlers, completed by the list of routes.

pub(crate) mod document;
pub(crate) mod flatten;
pub(crate) mod operation;
pub(crate) mod schemas;
