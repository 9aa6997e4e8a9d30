//! Sends requests until there is an answer, and explains refusals to the user.

use std::future::Future;
use std::io::{self, IsTerminal as _};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use reqwest::header::{HeaderValue, RETRY_AFTER};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject as _;
use serde_json::{Value, json};

use super::parts::Upload;
use crate::Usage;
use crate::diagnostics::{Diagnostics, LogFormat};

/// First wait after a failure. Each further wait is twice as long, up to the longest.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const MAX_WAIT: Duration = Duration::from_secs(30);
/// The longest wait that a service may ask for.
const MAX_REQUESTED_WAIT: Duration = Duration::from_mins(15);
const CONNECT_WITHIN: Duration = Duration::from_secs(20);
/// Time without data after which a connection counts as dead. The service sends something at least every 15 s.
pub(super) const SILENCE: Duration = Duration::from_mins(1);
/// Number of bytes that are read of a refusal.
const REFUSAL: usize = 64 << 10;

/// Reason why there is no answer.
pub(super) enum Trouble {
    /// Another attempt may succeed.
    Passing { why: String, after: Option<Duration> },
    /// Another attempt would fail as well.
    Final(anyhow::Error),
}

/// The requested object does not exist, or this account may not see it.
#[derive(Debug, thiserror::Error)]
#[error("the server has no such resource, or this access token may not see it")]
pub(super) struct Gone;

impl From<reqwest::Error> for Trouble {
    fn from(error: reqwest::Error) -> Self {
        let why = innermost(&error);
        if error.is_builder() {
            return Self::Final(Usage(format!("the URL of the service is not valid: {why}")).into());
        }
        // A certificate does not become valid by waiting.
        if why.contains("certificate") {
            return Self::Final(anyhow!(
                "the certificate of the service is not trusted: {why}. Use --ca to trust another authority."
            ));
        }
        Self::Passing { why, after: None }
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Final(error.into())
    }
}

/// Returns the innermost cause, which says what happened.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    cause.to_string()
}

pub(super) struct Client {
    http: reqwest::Client,
    /// URL of the service, without a slash at its end.
    pub(super) server: String,
    token: HeaderValue,
    pub(super) diagnostics: Diagnostics,
}

impl Client {
    pub(super) fn new(
        server: &str,
        token: &str,
        ca: Option<&Path>,
        diagnostics: Diagnostics,
    ) -> anyhow::Result<Self> {
        if !(server.starts_with("http://") || server.starts_with("https://")) {
            return Err(
                Usage(format!("the server URL must begin with http:// or https://, not {server:?}")).into()
            );
        }
        let mut token =
            HeaderValue::try_from(format!("Bearer {token}")).context("the access token is not valid")?;
        token.set_sensitive(true);
        let http = reqwest::Client::builder()
            .tls_backend_preconfigured(tls(ca)?)
            .connect_timeout(CONNECT_WITHIN)
            // This detects a machine that has disappeared silently.
            .tcp_keepalive(SILENCE)
            // The token and the submissions are for this server only.
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("chaffinch/", env!("CARGO_PKG_VERSION")))
            .build()
            .context("cannot set up connections")?;
        Ok(Self { http, server: server.to_owned(), token, diagnostics })
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.http
            .request(method, format!("{}{path}", self.server))
            .header("authorization", self.token.clone())
    }

    /// Requests an API resource or a page. Its body is not read yet.
    pub(super) async fn get(
        &self,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Response, Trouble> {
        let mut request = self.request(Method::GET, path);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        // The service itself gives up after a minute.
        match tokio::time::timeout(2 * SILENCE, request.send()).await {
            Ok(answer) => answered(answer?).await,
            Err(_) => Err(Trouble::Passing { why: "it does not answer".to_owned(), after: None }),
        }
    }

    /// Returns the JSON of an API resource.
    pub(super) async fn json(&self, path: &str, patience: Option<Duration>) -> anyhow::Result<Value> {
        self.persist(patience, async || {
            let answer = self.get(&format!("/api/v1{path}"), &[]).await?;
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
                Ok(answered(answer).await?.json().await?)
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
        ProgressBar::with_draw_target(Some(bytes), ProgressDrawTarget::stderr()).with_style(style)
    }

    /// Repeats an attempt until there is an answer, or the service was unreachable for longer than `patience` (`None`:
    /// forever).
    pub(super) async fn persist<T, F>(
        &self,
        patience: Option<Duration>,
        attempt: impl Fn() -> F,
    ) -> anyhow::Result<T>
    where
        F: Future<Output = Result<T, Trouble>>,
    {
        let mut waits = Waits::new(patience);
        loop {
            match attempt().await {
                Ok(answer) => return Ok(answer),
                Err(trouble) => waits.after(self, trouble).await?,
            }
        }
    }
}

/// The waits between attempts.
pub(super) struct Waits {
    patience: Option<Duration>,
    since: Instant,
    next: Duration,
}

impl Waits {
    pub(super) fn new(patience: Option<Duration>) -> Self {
        Self { patience, since: Instant::now(), next: FIRST_WAIT }
    }

    /// Resets the waits after an answer of the service. A later failure counts as a new one.
    pub(super) fn over(&mut self) {
        *self = Self::new(self.patience);
    }

    /// Waits, or returns the error if another attempt is useless.
    pub(super) async fn after(&mut self, client: &Client, trouble: Trouble) -> anyhow::Result<()> {
        let (why, after) = match trouble {
            Trouble::Final(error) => return Err(error),
            Trouble::Passing { why, after } => (why, after),
        };
        let wait = after.unwrap_or(self.next).min(MAX_REQUESTED_WAIT);
        if self.patience.is_some_and(|patience| patience < self.since.elapsed() + wait) {
            let seconds = self.since.elapsed().as_secs();
            anyhow::bail!(
                "{} did not accept the request: {why} (gave up after {seconds} s; use --patience to try longer)",
                client.server
            );
        }
        let shown = if wait.as_secs() == 0 { "a moment".to_owned() } else { format!("{} s", wait.as_secs()) };
        let told = format!("{}: {why}; trying again in {shown}", client.server);
        client.diagnostics.say(&told, &json!({ "retry_seconds": wait.as_secs_f64() }));
        tokio::time::sleep(wait).await;
        if after.is_none() {
            self.next = (self.next * 2).min(MAX_WAIT);
        }
        Ok(())
    }
}

/// Returns the response if its status is a success.
async fn answered(mut response: Response) -> Result<Response, Trouble> {
    let status = response.status();
    if status.is_success() {
        return Ok(response);
    }
    let after = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
    let mut body = Vec::new();
    while let Ok(Some(piece)) = response.chunk().await {
        body.extend_from_slice(&piece);
        if REFUSAL < body.len() {
            break;
        }
    }
    let problem: Value = serde_json::from_slice(&body).unwrap_or_default();
    Err(refused(status, &problem, after.map(Duration::from_secs)))
}

/// Explains a refusal to the user.
fn refused(status: StatusCode, problem: &Value, after: Option<Duration>) -> Trouble {
    let code = problem["code"].as_str().unwrap_or_default();
    let detail = match problem["detail"].as_str() {
        Some(detail) => detail.to_owned(),
        None => format!("it answered {status}, but not as Chaffinch does. Check the URL."),
    };
    match status {
        StatusCode::TOO_MANY_REQUESTS
        | StatusCode::BAD_GATEWAY
        | StatusCode::SERVICE_UNAVAILABLE
        | StatusCode::GATEWAY_TIMEOUT
        | StatusCode::REQUEST_TIMEOUT
        | StatusCode::INSUFFICIENT_STORAGE => {
            let why = if problem.is_object() { detail } else { format!("it answered {status}") };
            Trouble::Passing { why, after }
        }
        StatusCode::UNAUTHORIZED => Trouble::Final(anyhow!(
            "the access token is not valid: {detail} Create one under /account of the service, or with `chaffinch token create`."
        )),
        StatusCode::NOT_FOUND if code == "not-found" => Trouble::Final(Gone.into()),
        StatusCode::FORBIDDEN => Trouble::Final(anyhow!("the access token may not do this: {detail}")),
        StatusCode::PAYLOAD_TOO_LARGE => Trouble::Final(anyhow!("the upload is too large: {detail}")),
        _ if ["too-few-submissions", "invalid-field", "unknown-field", "invalid-idempotency-key"]
            .contains(&code) =>
        {
            Trouble::Final(Usage(detail).into())
        }
        _ => {
            let id = problem["request_id"].as_str().map(|id| format!(" (request {id})")).unwrap_or_default();
            let id = if status.is_server_error() { id } else { String::new() };
            Trouble::Final(anyhow!("the service refused the request: {detail}{id}"))
        }
    }
}

/// Returns a TLS configuration that trusts the authorities of the system and those in a file.
fn tls(ca: Option<&Path>) -> anyhow::Result<rustls::ClientConfig> {
    let mut roots = rustls::RootCertStore::empty();
    // Certificates of the system that cannot be read are ignored.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if let Some(path) = ca {
        let context = || format!("cannot read the certificates in {}", path.display());
        let certificates = CertificateDer::pem_file_iter(path).with_context(context)?;
        let mut found = 0;
        for certificate in certificates {
            roots.add(certificate.with_context(context)?).with_context(context)?;
            found += 1;
        }
        if found == 0 {
            return Err(Usage(format!("there is no certificate in {}", path.display())).into());
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    Ok(rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .context("no TLS version is available")?
        .with_root_certificates(roots)
        .with_no_client_auth())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bar_can_be_drawn() {
        ProgressStyle::with_template("   uploading [{bar:40}] {bytes}/{total_bytes} {eta}").unwrap();
    }

    #[test]
    fn refusals_are_told_from_troubles_that_pass() {
        let problem = |code: &str| json!({"code": code, "detail": "Because."});
        for (status, code, passes, usage) in [
            (401, "unauthenticated", false, false),
            (403, "forbidden", false, false),
            (413, "upload-too-large", false, false),
            (422, "damaged-archive", false, false),
            (422, "too-few-submissions", false, true),
            (422, "invalid-field", false, true),
            (429, "too-many-requests", true, false),
            (503, "slow", true, false),
            (507, "disk-full", true, false),
            (500, "internal", false, false),
        ] {
            let status = StatusCode::from_u16(status).unwrap();
            match refused(status, &problem(code), Some(Duration::from_secs(7))) {
                Trouble::Passing { why, after } => {
                    assert!(passes, "{code}");
                    assert_eq!((why.as_str(), after), ("Because.", Some(Duration::from_secs(7))));
                }
                Trouble::Final(error) => {
                    assert_eq!((passes, error.is::<Usage>()), (false, usage), "{code}");
                    assert!(error.to_string().contains("Because."), "{error}");
                }
            }
        }
        // A proxy does not answer in the format of Chaffinch.
        assert!(matches!(refused(StatusCode::BAD_GATEWAY, &Value::Null, None), Trouble::Passing { .. }));
    }
}
