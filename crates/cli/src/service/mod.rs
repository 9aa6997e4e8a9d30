//! The processes of the service, `serve` and `worker`. This file has what they share: they start a runtime and the log, bind
//! addresses, wait for the signals that ask a process to end, and repeat erasures and deletions when they start on a restored
//! database.

mod moss;
pub(crate) mod serve;
mod telemetry;
pub(crate) mod worker;

use std::io;
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::time::Duration;

use anyhow::Context as _;
use chaffinch_storage::Storage;
use tokio::runtime::Runtime;
use tokio::signal::unix::{SignalKind, signal};
use tokio::time::timeout;

use crate::program::diagnostics::Diagnostics;
use crate::settings::{Configuration, erasures_file};
use telemetry::Telemetry;

/// Starts the runtime, the log and, if there is a collector, what is sent to it.
fn start(settings: &Configuration, diagnostics: Diagnostics) -> anyhow::Result<(Runtime, Option<Telemetry>)> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("cannot start the runtime")?;
    let telemetry = Telemetry::new(settings.otlp_endpoint.as_deref(), runtime.handle())?;
    diagnostics.start_log(telemetry.as_ref().map(Telemetry::tracer));
    Ok((runtime, telemetry))
}

/// Binds an address for a purpose. If it is in use, the message has this advice.
fn bind(address: SocketAddr, purpose: &str, advice: &str) -> anyhow::Result<TcpListener> {
    let what = format!("cannot listen {purpose}on {address}");
    TcpListener::bind(address).map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => anyhow::anyhow!("{what}: the address is in use. {advice}"),
        _ => anyhow::Error::new(error).context(what),
    })
}

/// Starts to handle the signals that ask the process to end, which no longer end it from now on. The result waits for one.
fn end_signal() -> io::Result<impl Future<Output = ()>> {
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// Time for the list at the end of a process, which is killed if it takes too long.
const KEEP_TIMEOUT: Duration = Duration::from_secs(2);

/// Writes the list for the last time, when nothing else of this process can delete anything any more. The process ends
/// also without it.
pub(crate) async fn keep_erasures(storage: &dyn Storage, data_dir: &Path) {
    let file = erasures_file(data_dir);
    match timeout(KEEP_TIMEOUT, chaffinch_person::keep(storage, &file)).await {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::error!(?error, "cannot write the list of erased people"),
        Err(_) => tracing::error!("cannot write the list of erased people: the database does not answer"),
    }
}

/// Repeats at start the erasures and deletions that the data directory lists and a restored database lacks.
pub(crate) async fn restore_erasures(storage: &dyn Storage, data_dir: &Path) -> anyhow::Result<()> {
    let applied = chaffinch_person::restore(storage, &erasures_file(data_dir)).await;
    let applied = applied.context("cannot apply erasures.json in the data directory")?;
    if !applied.is_empty() {
        let chaffinch_person::Reapplied { erasures, deletions, held } = applied;
        tracing::warn!(
            erasures,
            deletions,
            held,
            "the database was restored from a backup: people who were erased later, and comparisons and archives that \
             were deleted later, have been removed again"
        );
    }
    Ok(())
}
