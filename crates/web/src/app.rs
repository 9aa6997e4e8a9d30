//! What every handler may use, and nothing global: storage, clock, settings, metrics, the end of the process.

use std::sync::Arc;

use axum::extract::FromRef;
use chaffinch_storage::Storage;
use chrono::{DateTime, Utc};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio_util::sync::CancellationToken;

use crate::analysis::clusterer::Clusterer;
use crate::analysis::finder::Finder;
use crate::analysis::surveyor::Surveyor;
use crate::exports::ExportContext;
use crate::settings::AppSettings;
use crate::sign_in::auth_services::AuthServices;

/// Everything the router needs. Cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The database, whichever it is.
    pub storage: Arc<dyn Storage>,
    /// Answers what is kept of a text. Reads it where it can do no harm.
    pub finder: Arc<dyn Finder>,
    /// Answers which submissions of an archive are alike.
    pub clusterer: Arc<dyn Clusterer>,
    /// Looks through uploads. Reads them where they can do no harm.
    pub surveyor: Arc<dyn Surveyor>,
    /// What time it is.
    pub clock: Clock,
    /// Fixed at the start.
    pub settings: Arc<AppSettings>,
    /// Counts and bounds who wants in.
    pub gate: Arc<AuthServices>,
    /// What `/metrics` shows.
    pub metrics: PrometheusHandle,
    /// Cancelled when the process is asked to end: streams of events end then, others finish.
    pub shutdown: CancellationToken,
}

impl App {
    /// Returns what a file of a report is built from.
    pub(crate) fn export_context(&self) -> ExportContext {
        ExportContext {
            storage: Arc::clone(&self.storage),
            folder: self.settings.spool.path().to_owned(),
            shutdown: self.shutdown.clone(),
        }
    }
}

impl FromRef<App> for Arc<dyn Storage> {
    fn from_ref(app: &App) -> Self {
        app.storage.clone()
    }
}

impl FromRef<App> for PrometheusHandle {
    fn from_ref(app: &App) -> Self {
        app.metrics.clone()
    }
}

/// Tells the time; a test gives its own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>);

impl Clock {
    /// A clock that answers with whatever this returns.
    pub fn new(now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The machine's.
    pub fn system() -> Self {
        Self::new(Utc::now)
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        (self.0)()
    }
}
