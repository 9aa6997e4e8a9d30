//! Builds the OpenAPI document from the handlers and the list of routes.

pub(crate) mod document;
pub(crate) mod flatten;
pub(crate) mod schemas;
