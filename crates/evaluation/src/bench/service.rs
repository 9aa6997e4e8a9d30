//! A real `chaffinch serve` in a separate folder. It is used over HTTP like a browser or script does, and ended when
//! dropped.

use std::io::{BufRead as _, BufReader, Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::Context as _;
use reqwest::header::{ACCEPT_ENCODING, CONTENT_TYPE};
use reqwest::{Method, RequestBuilder};
use serde_json::Value;
use tokio::runtime::Runtime;
use zip::write::SimpleFileOptions;

/// The account that sends the requests.
const ACCOUNT: &str = "bench";

/// Separates the parts of an upload.
const BOUNDARY: &str = "----------------chaffinch-bench";

pub(super) struct Service {
    child: Child,
    folder: tempfile::TempDir,
    binary: PathBuf,
    /// Flags that select the installation.
    flags: Vec<String>,
    runtime: Runtime,
    http: reqwest::Client,
    address: String,
    token: String,
}

impl Service {
    /// Starts the service on an embedded database, or on the one with this URL. Returns when it listens.
    pub(super) fn start(binary: &Path, database: Option<&str>) -> anyhow::Result<Self> {
        let binary = binary.canonicalize().with_context(|| format!("cannot find {}", binary.display()))?;
        let folder = tempfile::tempdir()?;
        let mut flags = vec!["--data-dir".to_owned(), "data".to_owned()];
        flags.extend(database.into_iter().flat_map(|url| ["--database-url".to_owned(), url.to_owned()]));
        let mut child = Command::new(&binary)
            .env_clear()
            .current_dir(&folder)
            .args(["serve", "--listen", "127.0.0.1:0"])
            .args(&flags)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let said = child.stdout.take().context("its output is piped")?;
        // Nothing here uses TLS, but a TLS provider must be chosen anyway.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut service = Self {
            child,
            folder,
            binary,
            flags,
            runtime: tokio::runtime::Builder::new_current_thread().enable_all().build()?,
            http: client(),
            address: String::new(),
            token: String::new(),
        };
        for line in BufReader::new(said).lines() {
            let line = line?;
            if let Some((_, address)) = line.split_once("listens on ") {
                let address = address.split_whitespace().next().unwrap_or_default();
                address.trim_end_matches('/').clone_into(&mut service.address);
                service.token = service.fresh_token()?;
                return Ok(service);
            }
        }
        anyhow::bail!("the service exited before it listened")
    }

    fn fresh_token(&self) -> anyhow::Result<String> {
        let output = Command::new(&self.binary)
            .env_clear()
            .current_dir(&self.folder)
            .args(["token", "create", ACCOUNT])
            .args(&self.flags)
            .output()?;
        anyhow::ensure!(output.status.success(), "no token: {}", String::from_utf8_lossy(&output.stderr));
        Ok(String::from_utf8(output.stdout)?.trim().to_owned())
    }

    /// Sends a request and reads the response to its end.
    fn answer(
        &self,
        method: Method,
        path: &str,
        with: impl FnOnce(RequestBuilder) -> RequestBuilder,
    ) -> anyhow::Result<Vec<u8>> {
        let request = self.http.request(method, format!("{}{path}", self.address)).bearer_auth(&self.token);
        self.runtime.block_on(async {
            let response = with(request).send().await?;
            let status = response.status();
            let body = response.bytes().await?;
            anyhow::ensure!(status.is_success(), "{path}: {status}: {}", String::from_utf8_lossy(&body));
            Ok(body.into())
        })
    }

    pub(super) fn get(&self, path: &str) -> anyhow::Result<Vec<u8>> {
        self.answer(Method::GET, path, |request| request)
    }

    /// Requests a page as a browser does: the response is compressed.
    pub(super) fn page(&self, path: &str) -> anyhow::Result<Vec<u8>> {
        self.answer(Method::GET, path, |request| request.header(ACCEPT_ENCODING, "gzip"))
    }

    pub(super) fn post(&self, path: &str, body: &Value) -> anyhow::Result<()> {
        let body = body.to_string();
        let with = |request: RequestBuilder| request.header(CONTENT_TYPE, "application/json").body(body);
        self.answer(Method::POST, path, with).map(drop)
    }

    /// Uploads programs as a class, `s0000/main.c` and so on, and waits for the report. Returns the path of the batch.
    pub(super) fn compared(&self, programs: &[String]) -> anyhow::Result<String> {
        let mut zip = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for (number, text) in programs.iter().enumerate() {
            zip.start_file(format!("s{number:04}/main.c"), SimpleFileOptions::default())?;
            zip.write_all(text.as_bytes())?;
        }
        let mut body = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"submissions\"; filename=\"class.zip\"\r\n\r\n"
        )
        .into_bytes();
        body.extend(zip.finish()?.into_inner());
        body.extend(format!("\r\n--{BOUNDARY}--\r\n").into_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let with = |request: RequestBuilder| request.header(CONTENT_TYPE, kind).body(body);
        let accepted: Value = serde_json::from_slice(&self.answer(Method::POST, "/api/v1/batches", with)?)?;
        let path = format!("/batches/{}", accepted["id"].as_str().context("a batch has an id")?);
        self.until_done(&path)?;
        Ok(path)
    }

    /// Waits until a batch has the report that was requested last, by its events, as the page does.
    pub(super) fn until_done(&self, batch: &str) -> anyhow::Result<()> {
        // The stream ends with the job.
        self.get(&format!("/api/v1{batch}/events"))?;
        let batch: Value = serde_json::from_slice(&self.get(&format!("/api/v1{batch}"))?)?;
        anyhow::ensure!(batch["status"] == "done", "the batch is not done: {batch}");
        Ok(())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        // This fails if it has ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Creates an HTTP client. Nothing here uses TLS, but a TLS provider must be chosen anyway.
fn client() -> reqwest::Client {
    let _ = rustls::crypto::ring::default_provider().install_default();
    reqwest::Client::new()
}
