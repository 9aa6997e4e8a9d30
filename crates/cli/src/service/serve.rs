//! `chaffinch serve`: runs pages, REST and the analysis workers in one process.

use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use chaffinch_jobs::{ChildSurveyor, TextFinder};
use chaffinch_normalize::{Language, languages};
use chaffinch_storage::{HolderId, Spool, Storage};
use chaffinch_web::{App, AuthServices, Clock, OfferedLanguage, Ticks};
use chrono::Utc;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio_util::sync::CancellationToken;

use super::telemetry::{self, Telemetry};
use super::{bind, end_signal, keep_erasures, moss, restore_erasures, start, worker};
use crate::backup::schedule;
use crate::installation::{self, Database, Migrate};
use crate::program::diagnostics::Diagnostics;
use crate::program::raise_open_files;
use crate::settings::{Configuration, Flags, ServeFlags, child_settings, reachable};
use crate::terminal::announce;

/// Time that running requests may still take after the service was asked to end. Containers and init systems kill a
/// process after 10 s or more.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(8);

/// Run the service: pages, REST API and workers in one process
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  chaffinch serve
  chaffinch serve --listen 0.0.0.0:8080 --data-dir /var/lib/chaffinch --public-url https://chaffinch.example.edu
  chaffinch serve --database-url postgres://chaffinch@db.example.edu/chaffinch --workers 0

The first start creates the data directory and a sign-in link. On a terminal it prints the link. Otherwise it
writes the link to a file and prints the path of the file. SIGTERM and SIGINT shut the service down cleanly.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    flags: Flags,
    #[command(flatten)]
    serve: ServeFlags,
}

/// Time that the end of the process waits for work outside of the event loop, such as the survey of an upload.
const BACKGROUND_TIMEOUT: Duration = Duration::from_secs(5);

pub(crate) fn run(arguments: &Arguments, diagnostics: Diagnostics) -> anyhow::Result<()> {
    let settings = Configuration::read(&arguments.flags, &arguments.serve)?;
    // The address is bound first: a service that cannot listen creates nothing.
    let advice = "Choose another one with --listen, or stop the other program.";
    let listener = bind(settings.listen, "", advice)?;
    listener.set_nonblocking(true)?;
    let moss_listeners = moss::listen(&settings)?;
    let (runtime, telemetry) = start(&settings, diagnostics)?;
    let metrics = record_metrics(telemetry.as_ref())?;
    // Connections are limited separately. The low soft limit exists for programs that support only 1,024 files.
    let descriptors = raise_open_files();
    let ended = runtime.block_on(serve(&settings, listener, moss_listeners, descriptors, metrics));
    telemetry.into_iter().for_each(Telemetry::end);
    // Nobody waits for the remaining work. Everything that was accepted is stored.
    runtime.shutdown_timeout(BACKGROUND_TIMEOUT);
    ended
}

async fn serve(
    settings: &Configuration,
    listener: TcpListener,
    moss_listeners: Vec<TcpListener>,
    descriptors: u64,
    metrics: PrometheusHandle,
) -> anyhow::Result<()> {
    let shutdown = CancellationToken::new();
    // Signals are handled before anything is printed, because a reader of the address may send a signal at once.
    let end = end_signal()?;

    let storage = installation::open(settings, Migrate::IfAllowed).await?;
    settings.sign_in.check_courses(storage.as_ref()).await?;
    restore_erasures(storage.as_ref(), &settings.data_dir).await?;
    let spool = Spool::open(&settings.data_dir, settings.limits.spool())
        .context("cannot use the data directory for uploads")?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let listening = listener.local_addr()?;
    let address = installation::publish_address(storage.as_ref(), settings, listening).await?;
    let runner = worker::runner(&storage, settings)?;
    let served = chaffinch_web::AppSettings {
        spool: spool.clone(),
        written: vec![settings.data_dir.clone(), child_settings(settings)?.work_dir],
        moss_url: moss::base_url(settings, &address).to_owned(),
        ..chaffinch_web::AppSettings::new(address.clone(), offered_languages())
    };
    let mut served = settings.limits.web(served, descriptors);
    settings.sign_in.apply_to(&mut served)?;
    let (finder, surveyor) = queries(&storage, settings)?;
    let app = App {
        storage: storage.clone(),
        finder: Arc::new(finder),
        surveyor: Arc::new(surveyor),
        clock: Clock::system(),
        auth: Arc::new(
            AuthServices::new(&served, Ticks::system()).context("cannot serve with these settings")?,
        ),
        settings: Arc::new(served),
        metrics,
        shutdown: shutdown.clone(),
    };

    if let Some(account) = installation::first_account(storage.as_ref()).await? {
        let link = installation::sign_in_link(storage.as_ref(), account.id, &address).await?;
        installation::show_first_link(&link, &settings.data_dir);
    }
    let moss_listeners = moss_listeners.into_iter().map(tokio::net::TcpListener::from_std);
    let moss_listeners: Vec<_> = moss_listeners.collect::<Result<_, _>>()?;
    let moss = moss::settings(settings, &address, spool)?;
    if !moss_listeners.is_empty() {
        announce_moss(&moss_listeners, &moss.base)?;
    }
    let database = Database::new(settings)?;
    announce(&format!("Chaffinch listens on http://{}/ (data in {database})\n", reachable(listening)));
    tracing::info!(
        address = %listening,
        workers = settings.workers,
        "chaffinch {} started",
        env!("CARGO_PKG_VERSION")
    );

    let backups =
        tokio::spawn(schedule::run(storage.clone(), database, settings.backup.clone(), shutdown.clone()));
    let mut http = tokio::spawn(chaffinch_web::serve(listener, app));
    let moss_server = chaffinch_moss::Server::new(storage.clone(), moss);
    let moss = tokio::spawn(chaffinch_moss::serve(moss_listeners, moss_server, shutdown.clone()));
    let mut runner = tokio::spawn(runner.run(shutdown.clone()));
    let ended_early = tokio::select! {
        () = end => None,
        ended = &mut http => Some(ended.context("the listener failed")),
        ended = &mut runner => Some(ended?.context("the workers cannot start")),
    };
    if let Some(ended) = ended_early {
        // Both end by themselves only with an error.
        return ended;
    }
    tracing::info!("shutting down: running analyses return to the queue");
    shutdown.cancel();
    let (http, runner) = tokio::join!(tokio::time::timeout(SHUTDOWN_TIMEOUT, http), runner);
    if http.is_err() {
        tracing::warn!(
            "shutting down although requests are still unanswered after {} s",
            SHUTDOWN_TIMEOUT.as_secs()
        );
    }
    // This ends at once. Clients that wait for an answer are disconnected.
    moss.await?;
    backups.await?;
    keep_erasures(storage.as_ref(), &settings.data_dir).await;
    Ok(runner??)
}

fn announce_moss(listeners: &[tokio::net::TcpListener], base: &str) -> anyhow::Result<()> {
    let addresses: Vec<SocketAddr> =
        listeners.iter().map(tokio::net::TcpListener::local_addr).collect::<Result<_, _>>()?;
    let listed: Vec<String> = addresses.iter().map(SocketAddr::to_string).collect();
    announce(&format!("MOSS's clients: {} (results below {base}/results/)\n", listed.join(" ")));
    if moss::is_open(&addresses) {
        tracing::warn!(
            "MOSS clients do not encrypt their connections: others on the network can read their ids and code"
        );
    }
    Ok(())
}

/// Counters of events that may never happen.
const COUNTERS: [&str; 4] = [
    "chaffinch_connections_refused_total",
    "chaffinch_moss_wrong_numbers_total",
    "chaffinch_upload_bytes_total",
    "chaffinch_uploads_total",
];

/// Starts the collection of metrics. Returns what renders them for Prometheus.
fn record_metrics(telemetry: Option<&Telemetry>) -> anyhow::Result<PrometheusHandle> {
    let recorder = PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    telemetry::record(Some(recorder), telemetry)?;
    for name in COUNTERS {
        // Shown from the start: an alert on a counter that appears with its first event misses this event.
        metrics::counter!(name).increment(0);
    }
    Ok(handle)
}

/// Returns the languages with the names that readers know.
fn offered_languages() -> Vec<OfferedLanguage> {
    let offered = |language: &Language| OfferedLanguage {
        name: language.name().to_owned(),
        title: language.title().to_owned(),
        endings: language.endings(),
    };
    let mut languages: Vec<OfferedLanguage> = languages().iter().map(offered).collect();
    languages.sort_by_key(|language| language.title.to_lowercase());
    languages
}

/// Limits on the processor time of one query, in seconds. A text needs a fraction of its limit, and so does the largest
/// permitted upload. A query that needs more is an attack, or would not be answered while its reader waits.
const TEXT_CPU_SECONDS: u64 = 60;
const SURVEY_CPU_SECONDS: u64 = 300;

/// Returns those who answer the queries of users who wait, in child processes of this program.
fn queries(
    storage: &Arc<dyn Storage>,
    settings: &Configuration,
) -> anyhow::Result<(TextFinder, ChildSurveyor)> {
    let child = |cpu_seconds: u64| {
        let mut child = child_settings(settings)?;
        child.limits.cpu_seconds = cpu_seconds.min(child.limits.cpu_seconds);
        anyhow::Ok((child, HolderId::new(Utc::now())))
    };
    let (of_texts, holder) = child(TEXT_CPU_SECONDS)?;
    let finder = TextFinder::new(Arc::clone(storage), of_texts, holder)?;
    let (of_surveys, holder) = child(SURVEY_CPU_SECONDS)?;
    Ok((finder, ChildSurveyor::new(of_surveys, holder)?))
}
