//! Sends requests to the service that the options name, with their token, until there is an answer.

use std::io::{self, IsTerminal as _};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use reqwest::header::HeaderValue;
use reqwest::{Method, RequestBuilder, Response};
use serde_json::{Value, json};

use super::retry::{RequestError, RetryWaits, check_status};
use super::upload::Upload;
use crate::http::{http_client, shown};
use crate::program::Usage;
use crate::program::diagnostics::{Diagnostics, LogFormat};

const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);
/// Time without data after which a connection counts as dead. The service sends something at least every 15 s.
pub(super) const SILENCE_TIMEOUT: Duration = Duration::from_mins(1);
/// A connection to a service, with an access token.
pub(super) struct Client {
    http: reqwest::Client,
    /// URL of the service, without a slash at its end. It may contain a password and is never shown.
    address: String,
    /// The URL as it may be shown.
    pub(super) server: String,
    token: HeaderValue,
    pub(super) diagnostics: Diagnostics,
}

impl Client {
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http
            .request(method, format!("{}{path}", self.address))
            .header("authorization", self.token.clone())
    }

    /// Requests an API resource or a page. Its body is not read yet.
    pub(super) async fn get(
        &self,
        path: &str,
        header: Option<(&'static str, &str)>,
    ) -> Result<Response, RequestError> {
        let mut request = self.request(Method::GET, path);
        if let Some((name, value)) = header {
            request = request.header(name, value);
        }
        // The service itself gives up after a minute.
        match tokio::time::timeout(2 * SILENCE_TIMEOUT, request.send()).await {
            Ok(answer) => check_status(answer?).await,
            Err(_) => Err(RequestError::Temporary { why: "it does not answer".to_owned(), after: None }),
        }
    }

    /// Returns the JSON of an API resource.
    pub(super) async fn json(&self, path: &str, patience: Option<Duration>) -> anyhow::Result<Value> {
        self.persist(patience, async || {
            let answer = self.get(&format!("/api/v1{path}"), None).await?;
            Ok(answer.json().await?)
        })
        .await
    }

    /// Sends an upload until it is accepted or refused.
    pub(super) async fn upload(
        &self,
        path: &str,
        upload: &Upload,
        key: Option<&str>,
        patience: Option<Duration>,
    ) -> anyhow::Result<Value> {
        let bar = self.bar(upload.bytes());
        if bar.is_hidden() {
            let bytes = upload.bytes();
            self.diagnostics.say("uploading", &json!({ "stage": "uploading", "total": bytes }));
        }
        let accepted = self
            .persist(patience, async || {
                bar.set_position(0);
                let mut request = self.request(Method::POST, &format!("/api/v1{path}"));
                if let Some(key) = key {
                    request = request.header("idempotency-key", key);
                }
                let answer = request.multipart(upload.form(&bar).await?).send().await?;
                Ok(check_status(answer).await?.json().await?)
            })
            .await;
        bar.finish_and_clear();
        accepted
    }

    fn bar(&self, bytes: u64) -> ProgressBar {
        let Diagnostics { quiet, format } = self.diagnostics;
        if quiet || format != LogFormat::Text || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let style = ProgressStyle::with_template("   uploading [{bar:40}] {bytes}/{total_bytes} {eta}")
            .expect("the template is constant and tested");
        // A bar of length 0 is drawn full.
        let length = (bytes > 0).then_some(bytes);
        ProgressBar::with_draw_target(length, ProgressDrawTarget::stderr()).with_style(style)
    }

    /// Repeats an attempt until there is an answer, or the service was unreachable for longer than `patience` (`None`:
    /// forever).
    pub(super) async fn persist<T, F>(
        &self,
        patience: Option<Duration>,
        attempt: impl Fn() -> F,
    ) -> anyhow::Result<T>
    where
        F: Future<Output = Result<T, RequestError>>,
    {
        let mut waits = RetryWaits::new(&self.server, patience, self.diagnostics);
        loop {
            match attempt().await {
                Ok(answer) => return Ok(answer),
                Err(error) => waits.wait(error).await?,
            }
        }
    }
}

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
        let (address, token) = (self.server.trim_end_matches('/'), self.token()?);
        let server = shown(address);
        if !(address.starts_with("http://") || address.starts_with("https://")) {
            anyhow::bail!(Usage(format!(
                "the server URL must begin with http:// or https://, not {server:?}"
            )));
        }
        let mut token =
            HeaderValue::try_from(format!("Bearer {token}")).context("the access token is not valid")?;
        token.set_sensitive(true);
        let http = http_client(self.ca.as_deref())?
            .connect_timeout(CONNECT_TIMEOUT)
            // This detects a machine that has disappeared silently.
            .tcp_keepalive(SILENCE_TIMEOUT)
            // The token and the submissions are for this server only.
            .redirect(reqwest::redirect::Policy::none())
            .build()
            .context("cannot set up connections")?;
        Ok(Client { http, address: address.to_owned(), server, token, diagnostics })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_can_be_drawn() {
        ProgressStyle::with_template("   uploading [{bar:40}] {bytes}/{total_bytes} {eta}").unwrap();
    }
}
