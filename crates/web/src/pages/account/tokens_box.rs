//! A checkbox that two forms share.

use chaffinch_storage::Tokens;
use serde::Deserialize;

/// The checkbox "revoke tokens too" beside buttons that end sessions. Browsers send it only if it is checked.
#[derive(Default, Deserialize)]
pub(crate) struct TokensBox {
    #[serde(default)]
    tokens: String,
}

impl TokensBox {
    pub(crate) fn chosen(&self) -> Tokens {
        if self.tokens.is_empty() { Tokens::Keep } else { Tokens::Revoke }
    }
}
