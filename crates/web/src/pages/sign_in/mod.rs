//! Sign-in and sign-out.

pub(crate) mod form;
pub(crate) mod provider;
