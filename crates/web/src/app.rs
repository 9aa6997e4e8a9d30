//! The state that every handler can use: storage, clock, settings, metrics, shutdown. It imports no handler.

use std::sync::Arc;

use chaffinch_query::{Finder, Surveyor};
use chaffinch_storage::Storage;
use chrono::{DateTime, Utc};
use metrics_exporter_prometheus::PrometheusHandle;
use tokio_util::sync::CancellationToken;

use crate::exports::ExportContext;
use crate::settings::AppSettings;
use crate::sign_in::auth_services::AuthServices;

/// Everything that the router needs. It is cheap to clone.
#[derive(Clone)]
pub struct App {
    /// The database.
    pub storage: Arc<dyn Storage>,
    /// Searches stored submissions for a text, in a process without rights.
    pub finder: Arc<dyn Finder>,
    /// Examines uploads, in a process without rights.
    pub surveyor: Arc<dyn Surveyor>,
    /// The source of the present time.
    pub clock: Clock,
    /// The settings, which do not change while the process runs.
    pub settings: Arc<AppSettings>,
    /// Sign-in, limits by account and address, and prepared downloads.
    pub auth: Arc<AuthServices>,
    /// The metrics that `/metrics` returns.
    pub metrics: PrometheusHandle,
    /// Cancelled when the process is asked to end. Event streams then end, and other requests finish.
    pub shutdown: CancellationToken,
}

impl App {
    /// Returns what the build of a report file needs.
    pub(crate) fn export_context(&self) -> ExportContext {
        ExportContext {
            storage: Arc::clone(&self.storage),
            folder: self.settings.spool.path().to_owned(),
            shutdown: self.shutdown.clone(),
        }
    }
}

/// A clock. Tests pass one of their own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> DateTime<Utc> + Send + Sync>);

impl Clock {
    /// Creates a clock that returns the result of `now`.
    pub fn new(now: impl Fn() -> DateTime<Utc> + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// Creates a clock that returns the time of the machine.
    pub fn system() -> Self {
        Self::new(Utc::now)
    }

    pub(crate) fn now(&self) -> DateTime<Utc> {
        (self.0)()
    }
}
