//! `chaffinch worker`: runs jobs without HTTP. Any number of workers share a database with `serve`.
//!
//! This file also contains what `serve` uses as well: how jobs are run, and when to end.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use chaffinch_jobs::{ChildCommand, Runner, RunnerSettings, SystemClock, TellingSettings};
use chaffinch_storage::Storage;
use metrics_exporter_prometheus::PrometheusBuilder;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::Usage;
use crate::config::{Configuration, Flags, WorkFlags};
use crate::diagnostics::Diagnostics;
use crate::installation::{Database, Installation, Migrate};
use crate::output::print;

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
    let settings = Configuration::read(&arguments.flags, &arguments.work.clone().into())?;
    let database = Database::of(&settings)?;
    if let Database::File(path) = &database {
        let path = path.display();
        let why = format!("{path} is an SQLite file, which belongs to `chaffinch serve`");
        return Err(Usage(format!(
            "a worker needs a shared database: {why}. Use --database-url postgres://..."
        ))
        .into());
    }
    if settings.workers == 0 {
        return Err(Usage(
            "a worker process needs at least one worker: set --workers to 1 or more".to_owned(),
        )
        .into());
    }
    diagnostics.start_log();
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")?
        .block_on(async {
            let mut signals = Signals::new()?;
            if let Some(address) = arguments.metrics_listen {
                let measure = PrometheusBuilder::new().with_http_listener(address).install();
                measure.with_context(|| format!("cannot serve metrics at {address}"))?;
            }
            let storage = Installation::open(&settings, Migrate::IfAllowed).await?.storage;
            crate::person::restore(storage.as_ref(), &settings.data_dir).await?;
            let runner = runner(&storage, &settings)?;
            tell(&format!("Chaffinch works on {database}\n"));
            let shutdown = CancellationToken::new();
            let mut working = tokio::spawn(runner.run(shutdown.clone()));
            tokio::select! {
                () = signals.asked_to_end() => {}
                // It ends by itself only with an error.
                ended = &mut working => return ended?.context("the workers cannot start"),
            }
            tracing::info!("shutting down: running analyses return to the queue");
            shutdown.cancel();
            Ok(working.await??)
        })
}

/// Returns the runner of this process. Without workers it only watches over the jobs of other processes.
pub(crate) fn runner(storage: &Arc<dyn Storage>, settings: &Configuration) -> anyhow::Result<Runner> {
    Ok(Runner::new(Arc::clone(storage), Arc::new(SystemClock), runner_settings(settings)?))
}

/// Returns how children are started, and the intervals of heartbeats and take-overs.
pub(crate) fn runner_settings(settings: &Configuration) -> anyhow::Result<RunnerSettings> {
    let child = ChildCommand::this_program().context("cannot find this program's file")?;
    let usual = RunnerSettings::new(child, settings.data_dir.join("work"));
    let patience = Duration::from_secs(settings.patience_seconds.into());
    Ok(settings.limits.of_jobs(RunnerSettings {
        workers: settings.workers.into(),
        patience,
        telling: TellingSettings { allowed: settings.notify_networks()? },
        erasures: Some(settings.data_dir.join(crate::person::ERASURES_FILE)),
        // Several heartbeats must be missed before a holder counts as dead.
        beat_every: usual.beat_every.min(patience / 6),
        ..usual
    }))
}

/// Returns the same settings for queries that a user waits for, with at most this much processor time each.
pub(crate) fn question_settings(
    settings: &Configuration,
    cpu_seconds: u64,
) -> anyhow::Result<RunnerSettings> {
    let mut usual = runner_settings(settings)?;
    usual.limits.cpu_seconds = cpu_seconds.min(usual.limits.cpu_seconds);
    Ok(usual)
}

/// The signals that ask the process to end.
pub(crate) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// Starts to handle signals, which no longer end the process from now on.
    pub(crate) fn new() -> anyhow::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for a signal.
    pub(crate) async fn asked_to_end(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Prints a message for the operator who started the process. If it cannot be written, the process continues.
pub(crate) fn tell(text: &str) {
    if let Err(error) = print(text) {
        tracing::warn!(%error, "cannot write to standard output");
    }
}
