//! Authenticates callers: by passwords, sign-in links, tokens, an identity provider, or a trusted proxy.

pub(crate) mod accounts;
pub(crate) mod auth_services;
pub(crate) mod claims;
pub(crate) mod credentials;
pub(crate) mod guesses;
pub(crate) mod identity;
pub(crate) mod mail;
pub(crate) mod password;
pub(crate) mod provider;
