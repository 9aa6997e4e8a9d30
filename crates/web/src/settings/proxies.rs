//! Defines the settings for reverse proxies in front of the service.

use axum::http::HeaderName;

/// The header in which trusted proxies name the client. The other one is ignored.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, and `X-Forwarded-Proto` beside it.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// The header in which a trusted proxy names a signed-in user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityHeader {
    /// Name of the header.
    pub name: HeaderName,
    /// Whether a user who is named for the first time gets an account.
    pub provision: bool,
}
