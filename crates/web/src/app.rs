//! What every handler may use, and nothing global: storage, clock, settings, metrics, the end of the process.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRef;
use axum::http::HeaderName;
use chaffinch_spool::{Spool, SpoolLimits};
use chaffinch_storage::{By, Storage};
use chrono::{DateTime, TimeDelta, Utc};
use ipnet::IpNet;
use metrics_exporter_prometheus::PrometheusHandle;
use tokio_util::sync::CancellationToken;

use crate::client::ProxyHeader;
use crate::clusterer::Clusterer;
use crate::exports::ExportSettings;
use crate::finder::Finder;
use crate::gate::AuthServices;
use crate::guard::Admitted;
use crate::mail::MailSettings;
use crate::provider::ProviderSettings;
use crate::rates::RateSettings;
use crate::serve::ConnectionLimits;
use crate::surveyor::Surveyor;

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
    /// Whoever was admitted, now: for calls that change something.
    pub(crate) fn by(&self, who: &Admitted) -> By {
        By { account: Some(who.actor.account.id), at: self.clock.now() }
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

/// What an operator decides.
#[derive(Debug, Clone)]
pub struct AppSettings {
    /// Where browsers find the service, without a slash at the end. `https://` makes cookies secure.
    pub public_url: String,
    /// Where readers of results in MOSS's form find them, without a slash at the end.
    pub moss_url: String,
    /// What one upload may be.
    pub upload: UploadLimits,
    /// Where uploads wait on disk until they are accepted.
    pub spool: Spool,
    /// What may be inside the archives of an upload.
    pub extract: chaffinch_extract::Limits,
    /// How long a browser stays signed in.
    pub session: TimeDelta,
    /// A request whose body makes no progress for this long is given up, and a connection whose client reads nothing
    /// for this long.
    pub idle: Duration,
    /// The longest time to an answer; does not hold for uploads and for files of whole reports.
    pub answer_within: Duration,
    /// How many connections there may be.
    pub connections: ConnectionLimits,
    /// Questions about texts and clusters that an account may ask at the same time.
    pub questions: QuestionLimits,
    /// Streams of events that an account may follow at the same time.
    pub event_streams: usize,
    /// How many reports are made into files, and kept as such.
    pub exports: ExportSettings,
    /// How long the answer to a form waits for the report that it asked for, so that its reader sees it made anew.
    pub settle: Duration,
    /// The languages an upload may be declared to be in, in the order to offer them.
    pub languages: Vec<OfferedLanguage>,
    /// How often somebody may do something.
    pub rates: RateSettings,
    /// How sign-in links are mailed. `None`: they are not.
    pub mail: Option<MailSettings>,
    /// Where people may prove who they are. `None`: nowhere else.
    pub provider: Option<ProviderSettings>,
    /// Peers whose word about whom they speak for is taken.
    pub trusted_proxies: Vec<IpNet>,
    /// The header in which they say it.
    pub proxy_header: ProxyHeader,
    /// How they name who has signed in there. `None`: not at all.
    pub identity_header: Option<IdentityHeader>,
}

/// What a trusted proxy says about who calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityHeader {
    /// The header's name.
    pub name: HeaderName,
    /// Whoever is named for the first time gets an account.
    pub provision: bool,
}

/// A language that an upload may be declared to be in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedLanguage {
    /// What requests and reports call it: `cpp`.
    pub name: String,
    /// What readers know it by: `C++`.
    pub title: String,
}

/// What one upload may be. Refusals name the limit and its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UploadLimits {
    /// Bytes of the whole request.
    pub bytes: u64,
    /// Files in it.
    pub files: usize,
    /// Uploads of one account at the same time. Each holds up to a megabyte of memory while it arrives.
    pub of_account: usize,
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self { bytes: 512 << 20, files: 10_000, of_account: 256 }
    }
}

/// How many questions one account may ask at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuestionLimits {
    /// Answered at the same time. Each takes a process.
    pub answered: usize,
    /// Answered or waiting.
    pub asked: usize,
}

impl Default for QuestionLimits {
    fn default() -> Self {
        Self { answered: 2, asked: 32 }
    }
}

impl AppSettings {
    /// Defaults for a service that browsers find under this address.
    pub fn new(public_url: impl Into<String>, languages: Vec<OfferedLanguage>) -> Self {
        let public_url = public_url.into().trim_end_matches('/').to_owned();
        Self {
            moss_url: public_url.clone(),
            public_url,
            upload: UploadLimits::default(),
            spool: Spool::of(std::env::temp_dir(), SpoolLimits::default()),
            extract: chaffinch_extract::Limits::default(),
            session: TimeDelta::days(30),
            idle: Duration::from_mins(1),
            answer_within: Duration::from_mins(1),
            connections: ConnectionLimits::default(),
            questions: QuestionLimits::default(),
            event_streams: 64,
            exports: ExportSettings::default(),
            settle: Duration::from_secs(5),
            languages,
            rates: RateSettings::default(),
            mail: None,
            provider: None,
            trusted_proxies: Vec::new(),
            proxy_header: ProxyHeader::default(),
            identity_header: None,
        }
    }

    /// Browsers reach the service over TLS only.
    pub(crate) fn secure(&self) -> bool {
        self.public_url.starts_with("https://")
    }
}
