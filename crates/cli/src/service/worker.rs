//! `chaffinch worker`: runs jobs without HTTP. Any number of workers share a database with `serve`.

use std::net::SocketAddr;
use std::sync::Arc;

use anyhow::Context as _;
use chaffinch_jobs::{Runner, SystemClock};
use chaffinch_storage::Storage;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio_util::sync::CancellationToken;

use super::telemetry::{self, Telemetry};
use super::{end_signal, keep_erasures, restore_erasures, start};
use crate::installation::{self, Database, Migrate};
use crate::program::Usage;
use crate::program::diagnostics::Diagnostics;
use crate::settings::{Configuration, Flags, ServeFlags, WorkFlags, runner_settings};
use crate::terminal::announce;

/// Run the jobs of a service in a separate process, on a shared database
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  chaffinch worker --database-url postgres://chaffinch@db.example.edu/chaffinch --workers 2

The data directory holds uploads only while they are analysed, and nothing permanent. SIGTERM and SIGINT shut
the worker down cleanly: running analyses return to the queue.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    work: WorkFlags,
    /// Serve metrics in the Prometheus format at this address [default: none]
    #[arg(long, value_name = "ADDRESS", env = "CHAFFINCH_METRICS_LISTEN")]
    metrics_listen: Option<SocketAddr>,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let serve = ServeFlags { work: arguments.work.clone(), ..ServeFlags::default() };
    let settings = Configuration::read(&arguments.flags, &serve)?;
    let database = Database::new(&settings)?;
    if let Database::File(path) = &database {
        let path = path.display();
        let why = format!("{path} is an SQLite file, which belongs to `chaffinch serve`");
        anyhow::bail!(Usage(format!(
            "a worker needs a shared database: {why}. Use --database-url postgres://..."
        )));
    }
    if settings.workers == 0 {
        anyhow::bail!(Usage(
            "a worker process needs at least one worker: set --workers to 1 or more".to_owned(),
        ));
    }
    let (runtime, telemetry) = start(&settings, diagnostics)?;
    let ended = runtime.block_on(async {
        let end = end_signal()?;
        record_metrics(arguments.metrics_listen, telemetry.as_ref())?;
        work(&settings, &database, end).await
    });
    telemetry.into_iter().for_each(Telemetry::end);
    ended
}

/// Starts the collection of metrics, if anybody receives them.
fn record_metrics(listen: Option<SocketAddr>, telemetry: Option<&Telemetry>) -> anyhow::Result<()> {
    let Some(address) = listen else {
        return if telemetry.is_some() { telemetry::record(None, telemetry) } else { Ok(()) };
    };
    let exporter = PrometheusBuilder::new().with_http_listener(address).build();
    let (recorder, exporter) = exporter.with_context(|| format!("cannot serve metrics at {address}"))?;
    telemetry::record(Some(recorder), telemetry)?;
    tokio::spawn(exporter);
    Ok(())
}

async fn work(
    settings: &Configuration,
    database: &Database,
    end: impl Future<Output = ()>,
) -> anyhow::Result<()> {
    let storage = installation::open(settings, Migrate::IfAllowed).await?;
    restore_erasures(storage.as_ref(), &settings.data_dir).await?;
    let runner = runner(&storage, settings)?;
    announce(&format!("Chaffinch works on {database}\n"));
    let shutdown = CancellationToken::new();
    let mut working = tokio::spawn(runner.run(shutdown.clone()));
    tokio::select! {
        () = end => {}
        // It ends by itself only with an error.
        ended = &mut working => return ended?.context("the workers cannot start"),
    }
    tracing::info!("shutting down: running analyses return to the queue");
    shutdown.cancel();
    let ended = working.await;
    keep_erasures(storage.as_ref(), &settings.data_dir).await;
    Ok(ended??)
}

/// Returns the runner of this process. Without workers it only watches over the jobs of other processes.
pub(crate) fn runner(storage: &Arc<dyn Storage>, settings: &Configuration) -> anyhow::Result<Runner> {
    Ok(Runner::new(Arc::clone(storage), Arc::new(SystemClock), runner_settings(settings)?))
}
