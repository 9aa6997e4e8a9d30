//! `chaffinch worker`: only jobs, no HTTP. Any number of them share a database with `serve`.
//!
//! Also what `serve` does alike: how jobs are run, and when to end.

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
use crate::config::{Flags, Settings, WorkFlags};
use crate::diagnostics::Diagnostics;
use crate::installation::{Database, Installation, Migrate};
use crate::output::print;

/// Does the analyses of a service that other processes serve; needs a shared database
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Example:
  chaffinch worker --database-url postgres://chaffinch@db.example.edu/chaffinch --workers 2

The data directory holds uploads while they are analysed, and nothing that lasts. SIGTERM and SIGINT end in order:
running analyses are given back.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    work: WorkFlags,
    /// Answer measurements in Prometheus' form at this address; unset: nowhere
    #[arg(long, value_name = "ADDRESS", env = "CHAFFINCH_METRICS_LISTEN")]
    metrics_listen: Option<SocketAddr>,
}

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let settings = Settings::read(&arguments.flags, &arguments.work.clone().into())?;
    let database = Database::of(&settings)?;
    if let Database::File(path) = &database {
        let path = path.display();
        let why = format!("{path} is a file of one process, and `chaffinch serve` works on it");
        return Err(Usage(format!("a worker needs --database-url postgres://...: {why}")).into());
    }
    if settings.workers == 0 {
        return Err(Usage("a worker without workers has nothing to do".to_owned()).into());
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
                measure.with_context(|| format!("cannot answer measurements at {address}"))?;
            }
            let storage = Installation::open(&settings, Migrate::IfAllowed).await?.storage;
            crate::person::restore(storage.as_ref(), &settings.data_dir).await?;
            let runner = runner(&storage, &settings)?;
            tell(&format!("Chaffinch works on {database}\n"));
            let shutdown = CancellationToken::new();
            let mut working = tokio::spawn(runner.run(shutdown.clone()));
            tokio::select! {
                () = signals.asked_to_end() => {}
                // It does not end by itself but with an error.
                ended = &mut working => return ended?.context("the workers cannot start"),
            }
            tracing::info!("ending: running analyses are given back");
            shutdown.cancel();
            Ok(working.await??)
        })
}

/// What does the jobs of this process; without workers it only looks after those of others.
pub(crate) fn runner(storage: &Arc<dyn Storage>, settings: &Settings) -> anyhow::Result<Runner> {
    Ok(Runner::new(Arc::clone(storage), Arc::new(SystemClock), runner_settings(settings)?))
}

/// How children are started, and how patient everybody is.
pub(crate) fn runner_settings(settings: &Settings) -> anyhow::Result<RunnerSettings> {
    let child = ChildCommand::this_program().context("cannot find this program's file")?;
    let usual = RunnerSettings::new(child, settings.data_dir.join("work"));
    let patience = Duration::from_secs(settings.patience_seconds.into());
    Ok(settings.limits.of_jobs(RunnerSettings {
        workers: settings.workers.into(),
        patience,
        telling: TellingSettings { allowed: settings.notify_networks()? },
        erasures: Some(settings.data_dir.join(crate::person::ERASURES_FILE)),
        // Several beats have to be missed before somebody is taken for dead.
        beat_every: usual.beat_every.min(patience / 6),
        ..usual
    }))
}

/// The same for questions that somebody waits for, each with so much processor time at most.
pub(crate) fn question_settings(settings: &Settings, cpu_seconds: u64) -> anyhow::Result<RunnerSettings> {
    let mut usual = runner_settings(settings)?;
    usual.limits.cpu_seconds = cpu_seconds.min(usual.limits.cpu_seconds);
    Ok(usual)
}

/// Being asked to end.
pub(crate) struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    /// From now on signals are heard instead of ending the process.
    pub(crate) fn new() -> anyhow::Result<Self> {
        Ok(Self { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Waits for one.
    pub(crate) async fn asked_to_end(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// For whoever started the process. Nobody listening is no reason not to go on.
pub(crate) fn tell(text: &str) {
    if let Err(error) = print(text) {
        tracing::warn!(%error, "standard output cannot be written");
    }
}
