//! The options that say which service is called, and with which token.

use std::path::PathBuf;

use anyhow::Context as _;

use super::client::Client;
use crate::program::usage::Usage;
use crate::terminal::diagnostics::Diagnostics;

/// The service, and the access to it.
#[derive(Debug, clap::Args)]
pub(super) struct ServiceOptions {
    /// URL of the service
    #[arg(long, value_name = "URL", env = "CHAFFINCH_SERVER", hide_env_values = true)]
    server: String,
    /// Access token, created under `/account`. Other users of this machine can read arguments: prefer `CHAFFINCH_TOKEN`
    #[arg(long, value_name = "TOKEN", env = "CHAFFINCH_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// File with the access token
    #[arg(long, value_name = "FILE", conflicts_with = "token")]
    token_file: Option<PathBuf>,
    /// PEM file with certificate authorities to trust in addition to those of the system
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
}

impl ServiceOptions {
    /// Returns a client of the service. It connects when it sends the first request.
    ///
    /// # Errors
    /// The token, the certificates or the URL cannot be used.
    pub(super) fn client(&self, diagnostics: Diagnostics) -> anyhow::Result<Client> {
        Client::new(self.server.trim_end_matches('/'), &self.token()?, self.ca.as_deref(), diagnostics)
    }

    fn token(&self) -> anyhow::Result<String> {
        let text = match (&self.token, &self.token_file) {
            (Some(token), _) => token.clone(),
            (None, Some(path)) => std::fs::read_to_string(path)
                .with_context(|| format!("cannot read the token in {}", path.display()))?,
            (None, None) => {
                anyhow::bail!(Usage(
                    "no access token given. Use CHAFFINCH_TOKEN, --token-file or --token.".to_owned(),
                ));
            }
        };
        let token = text.trim();
        if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            anyhow::bail!(Usage("the access token is empty or has characters that no token has".to_owned()));
        }
        Ok(token.to_owned())
    }
}
