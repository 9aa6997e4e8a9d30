//! Health checks and metrics, for load balancers and Prometheus. They contain no data of users.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::app::App;
use crate::error::WebError;
use crate::http::blocking::blocking;
use crate::http::guard::Public;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;

/// Number of bytes that a check writes into each folder. They take a block, so a full disk has no room for them.
const PROBE_BYTES: usize = 4096;

/// Error: a folder of the service cannot be written to. The log shows the folder, and the answer does not.
#[derive(Debug, thiserror::Error)]
#[error("cannot write to {}", folder.display())]
struct Unwritable {
    folder: PathBuf,
    #[source]
    source: io::Error,
}

/// Answers as long as the process runs.
pub(crate) async fn alive(_: Public) -> &'static str {
    "ok\n"
}

/// Answers if the database answers too, and if the service can write to its folders. Otherwise it could accept no upload.
pub(crate) async fn ready(_: Public, State(app): State<App>) -> Result<&'static str, WebError> {
    app.storage.ping().await.map_err(WebError::NotReady)?;
    let mut folders = app.settings.written.clone();
    folders.push(app.settings.spool.path().to_owned());
    blocking(move || folders.into_iter().try_for_each(probe)).await?;
    Ok("ready\n")
}

fn probe(folder: PathBuf) -> Result<(), WebError> {
    let write = |folder: &Path| tempfile::tempfile_in(folder)?.write_all(&[0; PROBE_BYTES]);
    write(&folder).map_err(|source| WebError::internal(Unwritable { folder, source }))
}

pub(crate) async fn metrics(_: Public, State(app): State<App>) -> impl IntoResponse {
    metrics::gauge!("chaffinch_spool_bytes").set(app.settings.spool.reserved() as f64);
    let metrics = &app.metrics;
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], metrics.render())
}
