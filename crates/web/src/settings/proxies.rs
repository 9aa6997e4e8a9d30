//! What the operator says about proxies in front of the service.

use axum::http::HeaderName;

/// The header in which trusted proxies say whom they speak for. The other one is not read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ProxyHeader {
    /// `X-Forwarded-For`, and `X-Forwarded-Proto` beside it.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// What a trusted proxy says about who calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityHeader {
    /// The header's name.
    pub name: HeaderName,
    /// Whoever is named for the first time gets an account.
    pub provision: bool,
}
